#include "tree/walk/placed_overlap_lanes_kernel.h"

namespace graze::tree {

unsigned may_overlap_placed_avx2(const OverlapMap& map, const sat::EightBoxes& boxes, std::size_t lane,
                                 const sat::EightBoxes& eight, float (&far)[8]) {
  return GRAZE_SIMD_TARGET::may_overlap_placed_lanes(map, boxes, lane, eight, far);
}

}  // namespace graze::tree
