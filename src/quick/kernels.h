#pragma once
/// The kernels about segments, one table for each instruction set.

#include "quick/segment_lanes.h"
#include "simd/processor.h"

namespace graze::distance {

struct SegmentKernels {
  FineSegmentOffset fine_segment_offset;
  FinePosedOffset fine_posed_offset;
};

extern const SegmentKernels segment_kernels_baseline;
extern const SegmentKernels segment_kernels_avx2;

[[nodiscard]] inline const SegmentKernels& segment_kernels() {
  return simd::of_processor(segment_kernels_baseline, segment_kernels_avx2);
}

}  // namespace graze::distance
