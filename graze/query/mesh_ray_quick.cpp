#include <graze/query/mesh_ray_quick.h>

#include <graze/query/mesh_ray_quick_lanes.h>
#include <graze/tree/ray.h>

namespace graze::query {
namespace {

QuickFirstHit quick_first_hit_lanes() {
  static const QuickFirstHit chosen = sat::has_avx2() ? quick_first_hit_avx2 : quick_first_hit_baseline;
  return chosen;
}

}  // namespace

QuickHit quick_first_hit(const MeshTree& mesh, const tree::LinePart& part) {
  if (mesh.empty()) return {};
  return quick_first_hit_lanes()(tree::in_tree(mesh), part);
}

}  // namespace graze::query
