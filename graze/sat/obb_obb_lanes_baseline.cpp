#include <graze/sat/obb_obb_lanes_kernel.h>

namespace graze::sat {

unsigned may_overlap_eight_baseline(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin) {
  return GRAZE_SIMD_TARGET::may_overlap_eight_lanes(one, eight, margin);
}

}  // namespace graze::sat
