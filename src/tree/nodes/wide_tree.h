#pragma once
/// Eight oriented boxes a node: the tree that fast traversals walk. About 60 bytes a triangle, or 20 in compact nodes; the first
/// line along it adds 65 (axis_tree.h).

#include <cstdint>
#include <span>
#include <vector>

#include <graze/shapes.h>

#include "box/eight_lanes.h"
#include "tree/nodes/compact_node.h"
#include "tree/nodes/extent_lanes.h"
#include "tree/nodes/wide_node.h"

namespace graze::tree {

/// Boxes are stored as (x - origin) * 2^exponent, so that meshes of all sizes and positions use the range of float alike.
struct WideTree {
  Vec3 origin = Vec3::Zero();
  int exponent = 0;
  double reach = 0;                  ///< bounds |x|+|y|+|z| of the stored centres
  std::vector<WideNode> nodes;       ///< node 0 holds the root box alone, in slot 0; none when the mesh has no triangles
  std::vector<CompactNode> compact;  ///< instead of all of these when it is not empty
  /// Instead of both: nodes that lie in a file. Whoever has the tree keeps it mapped.
  std::span<const WideNode> nodes_in_file = {};
  std::span<const CompactNode> compact_in_file = {};

  // However they are kept.
  [[nodiscard]] std::span<const WideNode> wide_nodes() const { return nodes.empty() ? nodes_in_file : nodes; }
  [[nodiscard]] std::span<const CompactNode> compact_nodes() const { return compact.empty() ? compact_in_file : compact; }
  [[nodiscard]] bool is_compact() const { return !compact_nodes().empty(); }
  [[nodiscard]] std::size_t node_count() const { return wide_nodes().size() + compact_nodes().size(); }
};

/// The box of a lane in the frame of the mesh, its axes orthonormal to the precision of double: contains what the stored one does,
/// in exact arithmetic.
[[nodiscard]] Obb box_in_mesh(const WideTree& tree, std::uint32_t node, std::size_t lane);

/// Stores the box with the stored axes around points that reached so far along them, when their coordinates had been rounded to
/// single precision: large enough, in exact arithmetic, for the points before rounding. Returns |x|+|y|+|z| of its centre.
double store_box(sat::EightBoxes& boxes, std::size_t lane, const AxesInLanes& stored, const ExtentInLanes& extent);
/// A box that overlaps nothing.
void store_nothing(sat::EightBoxes& boxes, std::size_t lane);

}  // namespace graze::tree
