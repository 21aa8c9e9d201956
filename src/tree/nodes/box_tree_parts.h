#pragma once
/// Box trees from stored parts that need not be trusted.

#include <cstdint>
#include <vector>

#include <tl/expected.hpp>

#include "tree/nodes/box_tree.h"
#include "tree/nodes/tree_parts.h"

namespace graze {

/// What the accessors of BoxTree give, but for the bounds, which follow from the mesh.
struct BoxTreeParts {
  TriangleMesh mesh;
  std::vector<std::uint32_t> listed;
  std::vector<BoxTreeNode> nodes;
  std::uint32_t max_leaf_triangles = 1;
  std::uint32_t depth_limit = BoxTree::max_depth;
};

/// Refuses everything that BoxTree::build() could not have made of the mesh with some planes: indices out of range, nodes reached
/// not at all or twice, paths that are too long, planes outside their boxes, and leaves that do not list just the triangles that
/// the planes above them leave. TreeArray::order is about `listed`, wide_nodes about `nodes`.
[[nodiscard]] tl::expected<BoxTree, TreeDefect> box_tree_from_parts(BoxTreeParts parts);

}  // namespace graze
