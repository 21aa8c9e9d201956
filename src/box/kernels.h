#pragma once
/// The kernels about boxes, one table for each instruction set: what is asked so often that it is worth the widest registers of the
/// processor.

#include "box/eight_lanes.h"
#include "box/gap_lanes.h"
#include "box/may_overlap.h"
#include "box/time_window.h"
#include "simd/processor.h"

namespace graze::sat {

struct BoxKernels {
  MayOverlap may_overlap;
  MayOverlapDuring may_overlap_during;
  MayOverlapEight may_overlap_eight;
  MayOverlapEightDuring may_overlap_eight_during;
  distance::WidestGaps widest_gaps;
  distance::HaveGap have_gap;
};

extern const BoxKernels box_kernels_baseline;
extern const BoxKernels box_kernels_avx2;

[[nodiscard]] inline const BoxKernels& box_kernels() { return simd::of_processor(box_kernels_baseline, box_kernels_avx2); }

/// Entries of box_kernels_avx2 whose bounds have room for fused products: kernels_fused_avx2.cpp.
[[nodiscard]] bool may_overlap_fused_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin);
[[nodiscard]] distance::BoxGaps widest_gaps_fused_avx2(const distance::BoxNumbers& a, const distance::BoxNumbers& b,
                                                       const Vector3<double>& offset, double wide);
[[nodiscard]] bool have_gap_fused_avx2(const distance::TurnedBox& a, const distance::TurnedBox& b, const Vector3<double>& offset,
                                       double wide);

}  // namespace graze::sat
