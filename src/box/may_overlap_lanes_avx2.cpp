#include "box/may_overlap_lanes.h"
#include "box/may_overlap_lanes_kernel.h"

namespace graze::sat {

bool may_overlap_avx2(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin) {
  return GRAZE_SIMD_TARGET::may_overlap_lanes(a, b, b_in_a, margin);
}

}  // namespace graze::sat
