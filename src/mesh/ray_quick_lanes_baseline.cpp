#include "mesh/ray_quick_lanes_kernel.h"

namespace graze::query {

QuickHit quick_first_hit_baseline(const tree::MeshInTree& mesh, const tree::LinePart& part) {
  return GRAZE_SIMD_TARGET::quick_first_hit_lanes(mesh, part);
}

}  // namespace graze::query
