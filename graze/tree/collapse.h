#pragma once
/// Which nodes of a binary tree become the slots of eight-wide nodes: the cheapest choice, by dynamic programming. [Ylitie17 §4]

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/tree/mesh_tree.h>

namespace graze::tree {

/// Triangles of a slot.
struct TriangleRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

class Collapse {
 public:
  static constexpr std::size_t width = 8;

  /// Of at least one node. Subtrees of at most `max_leaf` triangles may become one slot.
  Collapse(std::span<const TreeNode> nodes, std::uint32_t max_leaf);

  /// The nodes that fill the slots of the wide node made from binary node `n`, at most eight.
  [[nodiscard]] std::vector<std::uint32_t> slots_of(std::uint32_t n) const;
  /// Does a slot that holds this node list its triangles, or lead to a further wide node?
  [[nodiscard]] bool lists_triangles(std::uint32_t n) const;
  [[nodiscard]] TriangleRange triangles_below(std::uint32_t n) const { return ranges_[n]; }

 private:
  /// [k]: the least cost of a subtree that may fill k + 1 slots.
  using Costs = std::array<float, width>;

  void find_costs(std::uint32_t n);
  [[nodiscard]] float surface(std::uint32_t n) const;
  [[nodiscard]] std::size_t best_share(std::uint32_t n, std::size_t slots) const;
  [[nodiscard]] float cost_of_sharing(std::uint32_t n, std::size_t slots) const;
  [[nodiscard]] float cost_as_leaf(std::uint32_t n) const;
  void share(std::uint32_t n, std::size_t slots, std::vector<std::uint32_t>& out) const;
  void fill(std::uint32_t n, std::size_t slots, std::vector<std::uint32_t>& out) const;

  std::span<const TreeNode> nodes_;
  std::uint32_t max_leaf_;
  double unit_;  ///< of surfaces: the size of the root, so that none overflows float
  std::vector<Costs> costs_;
  std::vector<TriangleRange> ranges_;
};

}  // namespace graze::tree
