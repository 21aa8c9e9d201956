#pragma once
/// Mesh trees from stored parts that need not be trusted.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "tree/nodes/mesh_tree.h"

namespace graze {

/// What the accessors of MeshTree give, but for the binary tree, which is not stored.
struct TreeParts {
  TriangleMesh mesh;
  std::vector<std::uint32_t> order;
  tree::WideTree wide;
  TreeRecord record = {};
};

enum class TreeArray { vertices, triangles, order, wide_nodes, numbers };  ///< numbers: those outside of arrays

struct TreeDefect {
  TreeArray array = TreeArray::numbers;
  std::size_t index = 0;  ///< of the element at fault
  std::string reason;
};

/// Refuses parts that would make a walk leave an array, loop forever or meet a number that is not finite: indices out of range,
/// nodes that are not numbered level by level, triangles reached not at all or twice, paths that are too long, boxes beyond the
/// tree. One pass over each array. Whether boxes contain their triangles is not checked, because that takes nearly as long as
/// building the tree anew: a checksum has to say that they are those that were built.
[[nodiscard]] tl::expected<MeshTree, TreeDefect> tree_from_parts(TreeParts parts);

}  // namespace graze
