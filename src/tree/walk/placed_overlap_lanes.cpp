#include "tree/walk/placed_overlap_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

MayOverlapPlaced may_overlap_placed() {
  static const MayOverlapPlaced chosen = simd::has_avx2() ? may_overlap_placed_avx2 : may_overlap_placed_baseline;
  return chosen;
}

}  // namespace graze::tree
