#pragma once
/// Which nodes of a binary tree become the slots of eight-wide nodes: the cheapest choice, by dynamic programming. [Ylitie17 §4]

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "tree/nodes/wide_node.h"

namespace graze::tree {

/// Nodes are in preorder, leaves of one triangle each: below a node of n triangles there are 2 n - 1 nodes, itself included.
struct BinaryNode {
  std::uint32_t left = 0;  ///< triangles below the first child; 0 marks a triangle
  std::uint32_t plan = 0;  ///< bits known to collapse.cpp
};

struct Subtree {
  std::uint32_t node = 0;
  std::uint32_t first = 0;  ///< triangle, in the order of the tree
  std::uint32_t count = 0;

  [[nodiscard]] Subtree left(std::uint32_t left_count) const { return {node + 1, first, left_count}; }
  [[nodiscard]] Subtree right(std::uint32_t left_count) const {
    return {node + 2 * left_count, first + left_count, count - left_count};
  }
};

/// What a subtree costs, in tests of a box against eight.
struct SlotCosts {
  std::array<float, 8> within;  ///< [k]: at least, when it may fill k + 1 slots
  std::uint32_t count;          ///< its triangles
};

/// Which boxes a tree is made for.
enum class BoxKind { oriented, axis_aligned };

/// What the cheapest choice is made by. Costs are in tests of eight boxes.
struct CollapseRules {
  std::uint32_t max_leaf = 2;  ///< triangles that may share a slot
  float leaf_cost = 0;         ///< of a leaf that is reached
  float triangle_cost = 0;     ///< of each triangle in it
  float node_price = 0;        ///< of the memory of a wide node, as a surface
};

/// For a tree over so many triangles in a box of this surface.
[[nodiscard]] CollapseRules collapse_rules(BoxKind kind, std::uint32_t max_leaf, float surface, std::size_t triangle_count);

/// How often a box is visited is taken to be proportional to `surface`.
[[nodiscard]] SlotCosts costs_of_triangle(float surface, const CollapseRules& rules);
/// Of a node with these children; writes down how it was achieved.
[[nodiscard]] SlotCosts costs_of_node(const SlotCosts& left, const SlotCosts& right, float surface, const CollapseRules& rules,
                                      BinaryNode& node);

using NodeSlots = std::array<Slot, 8>;

/// The wide nodes of least cost, level by level; node 0 has one slot for the whole tree.
[[nodiscard]] std::vector<NodeSlots> collapsed(std::span<const BinaryNode> nodes, std::uint32_t triangle_count);

}  // namespace graze::tree
