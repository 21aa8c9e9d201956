/// Union-find over the vertices of a mesh.

#include "geometry/connected_parts.h"

#include <numeric>

namespace graze {
namespace {

/// Vertices joined by triangles.
class VertexUnion {
 public:
  explicit VertexUnion(std::size_t vertices) : parent_(vertices) { std::iota(parent_.begin(), parent_.end(), 0U); }

  std::uint32_t part_of(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(const std::array<std::uint32_t, 3>& triangle) {
    for (const std::uint32_t v : {triangle[1], triangle[2]}) parent_[part_of(v)] = part_of(triangle[0]);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace

std::vector<std::uint32_t> one_triangle_of_each_part(const MeshView& mesh, const std::vector<bool>& left_out) {
  const auto stays = [&](std::size_t i) { return left_out.empty() || !left_out[i]; };
  VertexUnion parts(mesh.vertices.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (stays(i)) parts.join(mesh.triangles[i]);
  }
  std::vector<bool> seen(mesh.vertices.size());
  std::vector<std::uint32_t> first;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    if (!stays(i)) continue;
    const std::uint32_t part = parts.part_of(mesh.triangles[i][0]);
    if (!seen[part]) first.push_back(i);
    seen[part] = true;
  }
  return first;
}

}  // namespace graze
