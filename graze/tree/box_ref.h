#pragma once
/// Boxes of wide trees by number, in pairs, and what hangs below them.

#include <cstdint>

#include <graze/tree/mesh_tree.h>

namespace graze::tree {

/// A box of a wide tree: eight times the number of its node, plus its lane.
class BoxRef {
 public:
  BoxRef() = default;
  BoxRef(std::uint32_t node, int lane) : bits_(node << 3U | static_cast<std::uint32_t>(lane)) {}
  [[nodiscard]] std::uint32_t node() const { return bits_ >> 3U; }
  [[nodiscard]] std::uint32_t lane() const { return bits_ & 7U; }

 private:
  std::uint32_t bits_;  // not set by default: stacks of thousands would be cleared for every question. BoxRef{} is the first box.
};

struct BoxRefPair {
  BoxRef a, b;
};

[[nodiscard]] inline Slot slot_of(const WideTree& tree, BoxRef box) { return tree.nodes[box.node()].slots[box.lane()]; }

[[nodiscard]] inline double size_of(const WideTree& tree, BoxRef box) {
  const auto& half = tree.nodes[box.node()].boxes.half_extents;
  return static_cast<double>(half[0][box.lane()] + half[1][box.lane()] + half[2][box.lane()]);
}

/// Open the larger of two boxes: small against large ones separate late. `scale` turns lengths of a into those of b.
/// [Gottschalk96 §6]
[[nodiscard]] inline bool opens_first(const WideTree& a, BoxRef box_a, const WideTree& b, BoxRef box_b, double scale) {
  if (slot_of(a, box_a).is_leaf()) return false;
  return slot_of(b, box_b).is_leaf() || size_of(a, box_a) * scale >= size_of(b, box_b);
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
