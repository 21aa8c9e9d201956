/// Union-find over the vertices of a mesh.

#include "geometry/connected_parts.h"

#include <numeric>
#include <utility>

namespace graze {
namespace {

/// Vertices joined by triangles.
class VertexUnion {
 public:
  VertexUnion(std::size_t vertices, std::vector<std::uint32_t>& parent) : parent_(parent) {
    parent_.resize(vertices);
    std::iota(parent_.begin(), parent_.end(), 0U);
  }

  std::uint32_t part_of(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void join(const std::array<std::uint32_t, 3>& triangle) {
    for (const std::uint32_t v : {triangle[1], triangle[2]}) parent_[part_of(v)] = part_of(triangle[0]);
  }

 private:
  std::vector<std::uint32_t>& parent_;
};

}  // namespace

void find_parts(const MeshView& mesh, const std::vector<bool>& left_out, PartsScratch& scratch) {
  const auto stays = [&](std::size_t i) { return left_out.empty() || !left_out[i]; };
  VertexUnion parts(mesh.vertices.size(), scratch.parent);
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    if (stays(i)) parts.join(mesh.triangles[i]);
  }
  scratch.seen.assign(mesh.vertices.size(), false);
  scratch.first.clear();
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    if (!stays(i)) continue;
    const std::uint32_t part = parts.part_of(mesh.triangles[i][0]);
    if (!scratch.seen[part]) scratch.first.push_back(i);
    scratch.seen[part] = true;
  }
}

std::vector<std::uint32_t> one_triangle_of_each_part(const MeshView& mesh, const std::vector<bool>& left_out) {
  PartsScratch scratch;
  find_parts(mesh, left_out, scratch);
  return std::move(scratch.first);
}

}  // namespace graze
