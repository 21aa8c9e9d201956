#include "box/eight_lanes_kernel.h"
#include "box/eight_sweep_lanes_kernel.h"

namespace graze::sat {

unsigned may_overlap_eight_avx2(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin) {
  return GRAZE_SIMD_TARGET::may_overlap_eight_lanes(one, eight, margin);
}

unsigned may_overlap_eight_during_avx2(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin,
                                       const LaneMotion& motion, float (&enter)[8]) {
  return GRAZE_SIMD_TARGET::may_overlap_eight_during_lanes(one, eight, margin, motion, enter);
}

}  // namespace graze::sat
