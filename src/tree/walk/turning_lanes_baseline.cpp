#include "tree/walk/turning_lanes_kernel.h"

namespace graze::tree {

unsigned free_times_baseline(const MovingBox& one, const TurningFrame& frame, const sat::EightBoxes& eight,
                             const TurningMargin& margin, float horizon, float (&free)[8]) {
  return GRAZE_SIMD_TARGET::free_times_lanes(one, frame, eight, margin, horizon, free);
}

}  // namespace graze::tree
