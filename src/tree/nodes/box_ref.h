#pragma once
/// Boxes of wide trees by number, in pairs, and the nodes or triangles below them.

#include <cstdint>

#include "tree/nodes/mesh_tree.h"

namespace graze::tree {

/// A box of a wide tree: eight times the number of its node, plus its lane.
class BoxRef {
 public:
  BoxRef() = default;
  BoxRef(std::uint32_t node, int lane) : bits_(node << 3U | static_cast<std::uint32_t>(lane)) {}
  static BoxRef of_number(std::uint32_t number) { return BoxRef(number >> 3U, static_cast<int>(number & 7U)); }
  [[nodiscard]] std::uint32_t node() const { return bits_ >> 3U; }
  [[nodiscard]] std::uint32_t lane() const { return bits_ & 7U; }
  friend bool operator==(BoxRef, BoxRef) = default;

 private:
  std::uint32_t bits_;  // not set by default: stacks of thousands would be cleared for every question. BoxRef{} is the first box.
};

struct BoxRefPair {
  BoxRef a, b;
};

/// The nodes of a tree as walks read them, however they are stored. Must not outlive the tree.
class NodesView {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): callers that ask seldom pass the tree itself
  NodesView(const WideTree& tree)
      : wide_(tree.is_compact() ? nullptr : tree.wide_nodes().data()), compact_(tree.compact_nodes().data()) {}

  [[nodiscard]] Slot slot(BoxRef box) const {
    if (wide_ == nullptr) [[unlikely]]
      return compact_[box.node()].slots[box.lane()];
    return wide_[box.node()].slots[box.lane()];
  }

  /// The sum of its half extents, in units of the tree.
  [[nodiscard]] double size(BoxRef box) const {
    if (wide_ == nullptr) [[unlikely]]
      return compact_size(box);
    const auto& half = wide_[box.node()].boxes.half_extents;
    return static_cast<double>(half[0][box.lane()] + half[1][box.lane()] + half[2][box.lane()]);
  }

  /// The boxes of a node: those stored, or unpacked into the buffer.
  [[nodiscard]] const sat::EightBoxes& open(std::uint32_t node, sat::EightBoxes& buffer) const {
    if (wide_ == nullptr) [[unlikely]] {
      unpack(compact_[node], buffer);
      return buffer;
    }
    return wide_[node].boxes;
  }
  /// For one box only, whose slot is not empty; the other lanes are unspecified.
  [[nodiscard]] const sat::EightBoxes& open(BoxRef box, sat::EightBoxes& buffer) const {
    if (wide_ == nullptr) [[unlikely]] {
      unpack(compact_[box.node()], box.lane(), buffer);
      return buffer;
    }
    return wide_[box.node()].boxes;
  }

 private:
  [[nodiscard]] double compact_size(BoxRef box) const {
    const CompactNode& node = compact_[box.node()];
    const auto& steps = node.half_extents;
    return static_cast<double>(node.step) * (steps[0][box.lane()] + steps[1][box.lane()] + steps[2][box.lane()]);
  }

  const WideNode* wide_;  ///< none: the nodes are compact
  const CompactNode* compact_;
};

/// The same of trees that are known not to be compact, without asking again at every box: walks that look at thousands of boxes
/// choose between the two views once.
class WideNodes {
 public:
  explicit WideNodes(const WideTree& tree) : nodes_(tree.wide_nodes().data()) {}

  [[nodiscard]] Slot slot(BoxRef box) const { return nodes_[box.node()].slots[box.lane()]; }
  [[nodiscard]] double size(BoxRef box) const {
    const auto& half = nodes_[box.node()].boxes.half_extents;
    return static_cast<double>(half[0][box.lane()] + half[1][box.lane()] + half[2][box.lane()]);
  }
  /// There is nothing to unpack.
  [[nodiscard]] const sat::EightBoxes& open(std::uint32_t node, sat::EightBoxes&) const { return nodes_[node].boxes; }
  [[nodiscard]] const sat::EightBoxes& open(BoxRef box, sat::EightBoxes&) const { return nodes_[box.node()].boxes; }

 private:
  const WideNode* nodes_;
};

[[nodiscard]] inline Slot slot_of(const NodesView& nodes, BoxRef box) { return nodes.slot(box); }
[[nodiscard]] inline double size_of(const NodesView& nodes, BoxRef box) { return nodes.size(box); }

struct SlotPair {
  Slot a, b;
};

/// Open the larger of two boxes: small against large ones separate late. `scale` turns lengths of a into those of b.
/// [Gottschalk96 §6]
template <class Nodes>
[[nodiscard]] bool opens_first(const Nodes& a, const Nodes& b, BoxRefPair pair, SlotPair slots, double scale) {
  return !slots.a.is_leaf() && (slots.b.is_leaf() || a.size(pair.a) * scale >= b.size(pair.b));
}
[[nodiscard]] inline bool opens_first(const NodesView& a, BoxRef box_a, const NodesView& b, BoxRef box_b, double scale) {
  return opens_first(a, b, {box_a, box_b}, {a.slot(box_a), b.slot(box_b)}, scale);
}

/// on_pair(i, j) for triangles i of slot a and j of slot b, while it returns true.
template <class OnPair>
bool each_triangle_pair(const MeshTree& a, Slot slot_a, const MeshTree& b, Slot slot_b, OnPair&& on_pair) {
  for (const std::uint32_t i : a.order().subspan(slot_a.first(), slot_a.count())) {
    for (const std::uint32_t j : b.order().subspan(slot_b.first(), slot_b.count())) {
      if (!on_pair(i, j)) return false;
    }
  }
  return true;
}

}  // namespace graze::tree
