#pragma once
/// The binary tree in double: the simple reference for the wide one.

#include <span>
#include <vector>

#include "geometry/mesh_view.h"
#include "tree/build/collapse.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::tree {

/// Down to leaves of at most `max_leaf` triangles, without boxes.
[[nodiscard]] std::vector<TreeNode> binary_nodes(std::span<const BinaryNode> topology, std::uint32_t max_leaf);

/// Fits the box of every node around its triangles.
void fit_boxes(std::span<TreeNode> nodes, const MeshView& mesh, std::span<const std::uint32_t> order);

}  // namespace graze::tree
