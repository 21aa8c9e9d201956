#include <graze/tree/ray_lanes_kernel.h>

namespace graze::tree {

Slot next_leaf_avx2(RayWalk& walk) { return GRAZE_SIMD_TARGET::next_leaf_lanes(walk); }

}  // namespace graze::tree
