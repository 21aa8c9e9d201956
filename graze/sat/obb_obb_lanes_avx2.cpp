#include <graze/sat/obb_obb_lanes_kernel.h>

namespace graze::sat {

unsigned may_overlap_eight_avx2(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin) {
  return GRAZE_SIMD_TARGET::may_overlap_eight_lanes(one, eight, margin);
}

}  // namespace graze::sat
