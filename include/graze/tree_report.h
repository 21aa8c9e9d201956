#pragma once
/// What the tree of a mesh is like, in the form that queries walk, and its boxes level by level.

#include <cstddef>
#include <span>
#include <vector>

#include <graze/export.h>
#include "tree/nodes/mesh_tree.h"

namespace graze {

struct TreeReport {
  std::size_t nodes = 0;   ///< of up to eight boxes
  std::size_t levels = 0;  ///< of boxes, the root's being the first
  std::size_t boxes = 0;   ///< slots that are not empty
  double fill = 0;         ///< share of slots that are not empty, the root's node left out
  /// The surface-area heuristic: nodes that a random line through the root box is expected to open, and triangles it is expected to
  /// be tested with. [Goldsmith87]
  double expected_nodes = 0;
  double expected_triangles = 0;
  std::size_t bytes = 0;  ///< of all arrays, the order of the triangles among them, the mesh left out
  NodeLayout layout = NodeLayout::wide;
};

[[nodiscard]] GRAZE_API TreeReport report_on(const MeshTree& tree);

/// The boxes of one level, in the frame of the mesh, level 0 being the root; boxes of triangles that are farther up are among them,
/// so that every level holds the whole mesh. Slightly larger than those stored, so that rounding leaves nothing outside.
[[nodiscard]] GRAZE_API std::vector<Obb> boxes_of_level(const MeshTree& tree, std::size_t level);

/// Twelve triangles a box, facing outward, for viewers.
[[nodiscard]] GRAZE_API TriangleMesh mesh_of_boxes(std::span<const Obb> boxes);

}  // namespace graze
