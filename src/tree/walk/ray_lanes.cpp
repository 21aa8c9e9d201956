#include "tree/walk/ray_lanes.h"

namespace graze::tree {

WalkAlong walk_along() {
  static const WalkAlong chosen = sat::has_avx2() ? walk_along_avx2 : walk_along_baseline;
  return chosen;
}

}  // namespace graze::tree
