/// The kernels about boxes for processors with AVX2 whose bounds have room for fused products.

#include "box/gap_lanes_kernel.h"
#include "box/kernels.h"
#include "box/may_overlap_lanes_kernel.h"

namespace graze::sat {

bool may_overlap_fused_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin) {
  return GRAZE_SIMD_TARGET::may_overlap_lanes(a, b, b_in_a, margin);
}

distance::BoxGaps widest_gaps_fused_avx2(const distance::BoxNumbers& a, const distance::BoxNumbers& b,
                                         const Vector3<double>& offset, double wide) {
  return GRAZE_SIMD_TARGET::widest_gaps_lanes(a, b, offset, wide);
}

bool have_gap_fused_avx2(const distance::TurnedBox& a, const distance::TurnedBox& b, const Vector3<double>& offset, double wide) {
  return GRAZE_SIMD_TARGET::have_gap_lanes(a, b, offset, wide);
}

}  // namespace graze::sat
