#pragma once
/// Walks two mesh trees at once. Never misses a pair of triangles that meets in exact arithmetic.

#include <array>
#include <bit>
#include <cstdint>

#include <graze/tree/box_ref.h>
#include <graze/tree/mesh_tree.h>
#include <graze/tree/wide_placement.h>

namespace graze::tree {

/// Two wide trees, their placements in each other's frames, and the pairs of boxes still to open.
class WidePairs {
 public:
  WidePairs(const WideTree& a, const Pose& pose_a, const WideTree& b, const Pose& pose_b, double clearance)
      : a_(a),
        b_(b),
        a_in_b_(a, pose_a, b, pose_b, clearance),
        b_in_a_(b, pose_b, a, pose_a, clearance),
        may_overlap_(sat::may_overlap_eight()) {
    // The root boxes against each other, as a node with one child.
    if (a.node_count() > 0 && b.node_count() > 0 && (test_in_b({}, 0) & 1U) != 0) stack_[height_++] = {};
  }

  [[nodiscard]] bool empty() const { return height_ == 0; }
  [[nodiscard]] BoxRefPair pop() { return stack_[--height_]; }
  void push(BoxRefPair pair) { stack_[height_++] = pair; }

  [[nodiscard]] Slot slot_a(BoxRef box) const { return a_.slot(box); }
  [[nodiscard]] Slot slot_b(BoxRef box) const { return b_.slot(box); }

  /// The box of a against the eight of a node of b: which may be near.
  [[nodiscard]] unsigned test_in_b(BoxRef box, std::uint32_t node) const {
    sat::EightBoxes room_a, room_b;
    return may_overlap_(a_in_b_.place(a_.open(box, room_a), box.lane()), b_.open(node, room_b), a_in_b_.margin());
  }
  [[nodiscard]] unsigned test_in_a(BoxRef box, std::uint32_t node) const {
    sat::EightBoxes room_a, room_b;
    return may_overlap_(b_in_a_.place(b_.open(box, room_b), box.lane()), a_.open(node, room_a), b_in_a_.margin());
  }

  [[nodiscard]] bool opens_a(BoxRefPair pair, SlotPair slots) const { return opens_first(a_, b_, pair, slots, a_in_b_.scale()); }

 private:
  NodesView a_, b_;
  WidePlacement a_in_b_, b_in_a_;
  sat::MayOverlapEight may_overlap_;
  std::size_t height_ = 0;
  /// Opening replaces a pair by eight at most, and every path opens each tree at most max_depth + 1 times.
  std::array<BoxRefPair, std::size_t{14} * (MeshTree::max_depth + 1) + 1> stack_;
};

/// on_pair(i, j) for the triangles below `pairs`, while it returns true.
template <class OnPair>
bool walk(WidePairs& pairs, const MeshTree& a, const MeshTree& b, OnPair&& on_pair) {
  const auto look_at = [&](Slot leaf_a, Slot leaf_b) { return each_triangle_pair(a, leaf_a, b, leaf_b, on_pair); };
  while (!pairs.empty()) {
    const BoxRefPair pair = pairs.pop();
    const Slot slot_a = pairs.slot_a(pair.a), slot_b = pairs.slot_b(pair.b);
    if (slot_a.is_leaf() && slot_b.is_leaf()) {
      if (!look_at(slot_a, slot_b)) return false;
      continue;
    }
    const bool opens_a = pairs.opens_a(pair, {slot_a, slot_b});
    const std::uint32_t node = opens_a ? slot_a.node() : slot_b.node();
    for (unsigned left = opens_a ? pairs.test_in_a(pair.b, node) : pairs.test_in_b(pair.a, node); left != 0; left &= left - 1) {
      const BoxRef child(node, std::countr_zero(left));
      const Slot slot = opens_a ? pairs.slot_a(child) : pairs.slot_b(child);
      if (slot.is_empty()) continue;
      if (slot.is_leaf() && (opens_a ? slot_b : slot_a).is_leaf()) {  // need not wait on the stack
        if (!(opens_a ? look_at(slot, slot_b) : look_at(slot_a, slot))) return false;
        continue;
      }
      pairs.push(opens_a ? BoxRefPair{child, pair.b} : BoxRefPair{pair.a, child});
    }
  }
  return true;
}

/// Calls on_pair(i, j) -> bool, "go on?", for triangles i of a and j of b whose boxes may be within `clearance` of each other:
/// every pair that is, as placed by the stored numbers of the poses in real arithmetic, each once, and some near misses. The order
/// is the same in every run. Returns false if on_pair did.
template <class OnPair>
bool for_each_near_pair(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance,
                        OnPair&& on_pair) {
  WidePairs pairs(a.wide(), pose_a, b.wide(), pose_b, clearance);
  return walk(pairs, a, b, on_pair);
}

}  // namespace graze::tree
