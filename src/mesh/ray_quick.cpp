/// Chooses the kernel for the first hit and decides whether two triangles lie in one plane.

#include "mesh/ray_quick.h"

#include <algorithm>

#include "mesh/kernels.h"
#include "tree/walk/ray.h"

namespace graze::query {
namespace {

/// In any order.
bool have_same_corners(const tree::MeshInTree& mesh, std::uint32_t i, std::uint32_t j) {
  const auto is_at = [&](std::uint32_t k, std::uint32_t l) {
    return std::equal(mesh.corner(i, k), mesh.corner(i, k) + 3, mesh.corner(j, l));
  };
  const auto are_at = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) { return is_at(0, a) && is_at(1, b) && is_at(2, c); };
  return are_at(0, 1, 2) || are_at(1, 2, 0) || are_at(2, 0, 1) || are_at(0, 2, 1) || are_at(2, 1, 0) || are_at(1, 0, 2);
}

}  // namespace

bool are_in_one_plane(const tree::MeshInTree& mesh, std::uint32_t i, std::uint32_t j) {
  for (int axis = 0; axis < 3; ++axis) {
    const double level = mesh.corner(i, 0)[axis];
    const auto is_level = [&](std::uint32_t triangle, std::uint32_t k) { return mesh.corner(triangle, k)[axis] == level; };
    if (is_level(i, 1) && is_level(i, 2) && is_level(j, 0) && is_level(j, 1) && is_level(j, 2)) return true;
  }
  return have_same_corners(mesh, i, j);
}

QuickHit quick_first_hit(const MeshTree& mesh, const tree::LinePart& part) {
  if (mesh.empty()) return {};
  if (mesh.is_for_few_lines()) return {.kind = QuickHit::Kind::unsure};
  return mesh_kernels().quick_first_hit(tree::in_tree(mesh), part);
}

}  // namespace graze::query
