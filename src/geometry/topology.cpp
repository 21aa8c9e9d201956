/// Counts the edges of a mesh by sorting the sides of its triangles.

#include "geometry/topology.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/answers.h>

#include "geometry/sorted_by_number.h"
#include "geometry/weld.h"

namespace graze {
namespace {

/// One side of one triangle: the smaller vertex, the larger, and whether it runs from the larger to the smaller.
struct TriangleSide {
  std::uint32_t low, high;
  bool backward;

  friend auto operator<=>(const TriangleSide&, const TriangleSide&) = default;
};

std::vector<TriangleSide> sides_of(const TriangleMesh& mesh) {
  std::vector<TriangleSide> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = t[i], to = t[(i + 1) % 3];
      if (from != to) sides.push_back({std::min(from, to), std::max(from, to), from > to});
    }
  }
  return sorted_by_number(std::span<const TriangleSide>(sides), mesh.vertices.size(), [](const TriangleSide& s) { return s.low; });
}

}  // namespace

Topology topology_of(const MeshView& mesh) {
  const std::vector<TriangleSide> sides = sides_of(welded(mesh));
  Topology topology;
  for (std::size_t i = 0; i < sides.size();) {
    std::size_t forward = 0, backward = 0, j = i;
    for (; j < sides.size() && sides[j].low == sides[i].low && sides[j].high == sides[i].high; ++j) {
      ++(sides[j].backward ? backward : forward);
    }
    ++topology.edges;
    topology.open_edges += (forward + backward) % 2;
    topology.non_manifold_edges += forward + backward > 2 ? 1 : 0;
    topology.unbalanced_edges += forward != backward ? 1 : 0;
    i = j;
  }
  return topology;
}

}  // namespace graze
