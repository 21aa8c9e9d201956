#include <graze/tree/ray_lanes.h>

namespace graze::tree {

RayBounds ray_bounds() {
  static const RayBounds chosen = sat::has_avx2() ? ray_bounds_avx2 : ray_bounds_baseline;
  return chosen;
}

}  // namespace graze::tree
