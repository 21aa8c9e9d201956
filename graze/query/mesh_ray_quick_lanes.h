#pragma once
/// quick_first_hit for each instruction set.

#include <graze/query/mesh_ray_quick.h>
#include <graze/tree/ray_lanes.h>

namespace graze::query {

using QuickFirstHit = QuickHit (*)(const tree::MeshInTree& mesh, const tree::LinePart& part);

[[nodiscard]] QuickHit quick_first_hit_baseline(const tree::MeshInTree& mesh, const tree::LinePart& part);
[[nodiscard]] QuickHit quick_first_hit_avx2(const tree::MeshInTree& mesh, const tree::LinePart& part);

}  // namespace graze::query
