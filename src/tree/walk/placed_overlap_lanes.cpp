#include "tree/walk/placed_overlap_lanes.h"

namespace graze::tree {

MayOverlapPlaced may_overlap_placed() {
  static const MayOverlapPlaced chosen = sat::has_avx2() ? may_overlap_placed_avx2 : may_overlap_placed_baseline;
  return chosen;
}

}  // namespace graze::tree
