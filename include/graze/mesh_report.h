#pragma once
/// What a mesh is like: how much of it there is, how it hangs together, what is wrong with it.

#include <cstddef>
#include <optional>

#include <graze/export.h>
#include <graze/shapes.h>
#include <graze/topology.h>

namespace graze {

/// Defects are legal in graze; they tell why a mesh has no inside, or more triangles than it seems to.
struct MeshReport {
  std::size_t vertices = 0;   ///< as stored
  std::size_t positions = 0;  ///< distinct ones
  std::size_t triangles = 0;
  std::size_t degenerate = 0;  ///< triangles whose corners lie on a line, exactly
  std::size_t duplicate = 0;   ///< triangles whose corners are at the same positions as those of an earlier one, in any order
  std::size_t parts = 0;       ///< that share no position
  Topology topology;
  Aabb bounds;                   ///< of all vertices
  double area = 0;               ///< infinite where it overflows
  std::optional<double> volume;  ///< where closed and oriented; negative when the triangles face inward

  [[nodiscard]] bool is_closed() const { return topology.edges > 0 && topology.is_closed(); }
  /// Edges whose triangles do not face the same side.
  [[nodiscard]] std::size_t inconsistent_edges() const { return topology.unbalanced_edges - topology.open_edges; }
};

/// Of a valid mesh.
[[nodiscard]] GRAZE_API MeshReport report_on(const TriangleMesh& mesh);

}  // namespace graze
