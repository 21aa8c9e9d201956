#pragma once
/// Mesh trees from stored parts that need not be trusted.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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
  std::optional<Topology> topology = {};
};

/// The same, in a file that `keeper` keeps mapped; the nodes are those in_file of the wide tree.
struct MappedTreeParts {
  MeshView mesh;
  std::span<const std::uint32_t> order;
  tree::WideTree wide;
  TreeRecord record = {};
  std::optional<Topology> topology = {};
  std::shared_ptr<const void> keeper;
  std::size_t most_for_axis_tree = MeshTree::default_most_for_axis_tree;  ///< see MeshTree::is_for_few_lines()
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

/// Says of each run of bytes that a check has read that it is done with it, so that memory may be given back. From any thread.
using DoneWith = std::function<void(const void* first, std::size_t bytes)>;

/// Refuses what tree_from_parts() refuses.
[[nodiscard]] std::optional<TreeDefect> defect_in_parts(const MappedTreeParts& parts, const DoneWith& done_with);
/// Of parts that were looked at, or are trusted: nothing is read but the root. Numbers outside of the arrays and sizes are checked.
[[nodiscard]] tl::expected<MeshTree, TreeDefect> tree_in_file(MappedTreeParts parts);

}  // namespace graze
