#pragma once
/// quick_first_hit for each instruction set.

#include "mesh/ray_quick.h"
#include "tree/walk/ray_lanes.h"

namespace graze::query {

using QuickFirstHit = QuickHit (*)(const tree::MeshInTree& mesh, const tree::LinePart& part);

/// True only if two triangles have the same plane, which a line passes at the same parameter: their corners are the same, in any
/// order, or all have the same coordinate along an axis. Dirty meshes have many such pairs, others none.
[[nodiscard]] bool are_in_one_plane(const tree::MeshInTree& mesh, std::uint32_t i, std::uint32_t j);

[[nodiscard]] QuickHit quick_first_hit_baseline(const tree::MeshInTree& mesh, const tree::LinePart& part);
[[nodiscard]] QuickHit quick_first_hit_avx2(const tree::MeshInTree& mesh, const tree::LinePart& part);

}  // namespace graze::query
