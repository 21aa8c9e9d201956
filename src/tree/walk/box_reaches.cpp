/// Finds from the leaves up how far the triangles below each box reach along a direction.

#include "tree/walk/box_reaches.h"

#include <algorithm>
#include <limits>

namespace graze::tree {

BoxReaches::BoxReaches(const MeshTree& tree, std::span<const double> heights)
    : reach_(8 * tree.wide().node_count(), -std::numeric_limits<double>::infinity()) {
  if (!tree.empty()) find(tree, tree.wide(), BoxRef{}, heights);
}

double BoxReaches::find(const MeshTree& tree, const NodesView& nodes, BoxRef box, std::span<const double> heights) {
  double& reach = reach_[8 * box.node() + box.lane()];
  const Slot slot = nodes.slot(box);
  if (slot.is_empty()) return reach;
  if (!slot.is_leaf()) {
    for (int lane = 0; lane < 8; ++lane) reach = std::max(reach, find(tree, nodes, BoxRef(slot.node(), lane), heights));
    return reach;
  }
  for (const std::uint32_t i : tree.order().subspan(slot.first(), slot.count())) {
    for (const auto corner : tree.view().triangles[i]) reach = std::max(reach, heights[corner]);
  }
  return reach;
}

}  // namespace graze::tree
