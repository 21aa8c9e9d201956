#pragma once
/// Walks two binary trees at once, in double: the simple reference for traverse.h. Both must have been kept when they were built.

#include <array>
#include <cstdint>

#include <graze/pose.h>

#include "box/kernels.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::tree {

/// What box tests between two placed trees need, computed once a query.
struct Placement {
  sat::RelativePose b_in_a;
  sat::PairMargin margin;

  Placement(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance)
      : b_in_a(sat::relative_pose_with_errors(pose_a, pose_b)), margin(sat::margin_of(a.bounds(), b.bounds(), b_in_a)) {
    // Axes are at most as long as a stored axis of a, mapped to the world: 1 + shear.
    margin.absolute += clearance * (1 + 2 * (b_in_a.shear + a.bounds().defect)) * (1 + margin.relative);
  }
};

[[nodiscard]] inline double size_of(const TreeNode& node) { return node.box.half_extents.sum(); }

/// Open the larger of two nodes: small against large boxes separate late. [Gottschalk96 §6]
[[nodiscard]] inline bool opens_first(const TreeNode& a, const TreeNode& b) {
  return !a.is_leaf() && (b.is_leaf() || size_of(a) >= size_of(b));
}

struct NodePair {
  std::uint32_t a, b;
};

/// The pairs that replace an opened one.
[[nodiscard]] inline std::array<NodePair, 2> opened(const MeshTree& a, const MeshTree& b, NodePair pair) {
  const TreeNode& node_a = a.binary()[pair.a];
  const TreeNode& node_b = b.binary()[pair.b];
  if (opens_first(node_a, node_b)) return {{{node_a.first, pair.b}, {node_a.first + 1, pair.b}}};
  return {{{pair.a, node_b.first}, {pair.a, node_b.first + 1}}};
}

/// on_pair(i, j) for triangles i of leaf a and j of leaf b, while it returns true.
template <class OnPair>
bool each_triangle_pair(const MeshTree& a, const MeshTree& b, NodePair leaves, OnPair&& on_pair) {
  for (const std::uint32_t i : a.triangles_of(a.binary()[leaves.a])) {
    for (const std::uint32_t j : b.triangles_of(b.binary()[leaves.b])) {
      if (!on_pair(i, j)) return false;
    }
  }
  return true;
}

/// Calls on_pair(i, j) -> bool, "go on?", for triangles i of a and j of b whose boxes may be within `clearance` of each other:
/// every pair that is, as placed by the stored numbers of the poses in real arithmetic, each once, and some near misses. The order
/// is the same in every run. Returns false if on_pair did.
template <class OnPair>
bool for_each_near_pair_binary(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance,
                               OnPair&& on_pair) {
  if (a.binary().empty() || b.binary().empty()) return true;
  const Placement placement(a, pose_a, b, pose_b, clearance);
  const sat::MayOverlap may_overlap = sat::box_kernels().may_overlap;
  std::array<NodePair, 2 * MeshTree::max_depth + 2> stack;
  std::size_t height = 0;
  stack[height++] = {0, 0};
  while (height > 0) {
    const NodePair pair = stack[--height];
    const TreeNode& node_a = a.binary()[pair.a];
    const TreeNode& node_b = b.binary()[pair.b];
    if (!may_overlap(node_a.box, node_b.box, placement.b_in_a, placement.margin)) continue;
    if (node_a.is_leaf() && node_b.is_leaf()) {
      if (!each_triangle_pair(a, b, pair, on_pair)) return false;
      continue;
    }
    const std::array<NodePair, 2> next = opened(a, b, pair);
    stack[height++] = next[1];
    stack[height++] = next[0];
  }
  return true;
}

}  // namespace graze::tree
