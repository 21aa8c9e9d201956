#include <graze/tree/ray_lanes.h>

namespace graze::tree {

NextLeaf next_leaf() {
  static const NextLeaf chosen = sat::has_avx2() ? next_leaf_avx2 : next_leaf_baseline;
  return chosen;
}

}  // namespace graze::tree
