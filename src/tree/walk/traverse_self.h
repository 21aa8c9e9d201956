#pragma once
/// Walks one mesh tree against itself. Never misses two triangles that meet in exact arithmetic.

#include <bit>
#include <cstdint>
#include <type_traits>

#include "tree/walk/traverse.h"

namespace graze::tree {

/// on_pair(i, j) for each two triangles of a slot, while it returns true.
template <class OnPair>
bool each_pair_within(const MeshTree& mesh, Slot slot, OnPair&& on_pair) {
  const auto triangles = mesh.order().subspan(slot.first(), slot.count());
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (std::size_t j = i + 1; j < triangles.size(); ++j) {
      if (!on_pair(triangles[i], triangles[j])) return false;
    }
  }
  return true;
}

/// Calls on_pair(i, j) -> bool, "go on?", for different triangles of the mesh whose boxes may meet: every pair that does, in one of
/// its two orders, once, and some near misses. The order is the same in every run. Returns false if on_pair did.
/// Every box meets itself, so there is nothing to descend through: each node's boxes are tested against each other, and the pairs
/// that may meet are walked as those of two trees.
template <class OnPair>
bool for_each_near_pair_within(const MeshTree& mesh, OnPair&& on_pair) {
  const WideTree& tree = mesh.wide();
  TreePairs<false, NodesView, std::remove_reference_t<OnPair>> pairs(mesh, Pose{}, mesh, Pose{}, 0, on_pair);
  for (std::uint32_t node = 0; node < tree.node_count(); ++node) {
    if (pairs.is_called_off()) return true;
    for (int lane = 0; lane < 8; ++lane) {
      const BoxRef box(node, lane);
      const Slot slot = slot_of(tree, box);
      if (slot.is_empty()) continue;
      if (slot.is_leaf() && !each_pair_within(mesh, slot, on_pair)) return false;
      float far[8];
      const unsigned later_lanes = ~0U << static_cast<unsigned>(lane + 1);
      for (unsigned left = pairs.test_in_b(box, node, far) & later_lanes; left != 0; left &= left - 1) {
        const BoxRef other(node, std::countr_zero(left));
        if (slot_of(tree, other).is_empty()) continue;
        if (!pairs.walk_from({box, other})) return false;
      }
    }
  }
  return true;
}

}  // namespace graze::tree
