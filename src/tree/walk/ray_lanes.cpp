#include "tree/walk/ray_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

WalkAlong walk_along() {
  static const WalkAlong chosen = simd::has_avx2() ? walk_along_avx2 : walk_along_baseline;
  return chosen;
}

}  // namespace graze::tree
