#pragma once
/// How far the triangles below each box of a tree reach along a direction: tighter than the boxes; for callers that query one
/// direction repeatedly.

#include <cstdint>
#include <span>
#include <vector>

#include "tree/nodes/box_ref.h"

namespace graze::tree {

class BoxReaches {
 public:
  /// `heights` of the mesh's vertices.
  BoxReaches(const MeshTree& tree, std::span<const double> heights);

  /// The greatest height of a corner of a triangle below the box.
  [[nodiscard]] double operator[](BoxRef box) const { return reach_[8 * box.node() + box.lane()]; }

 private:
  double find(const MeshTree& tree, const NodesView& nodes, BoxRef box, std::span<const double> heights);

  std::vector<double> reach_;  ///< by lanes of nodes
};

}  // namespace graze::tree
