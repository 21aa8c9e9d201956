#pragma once
/// Walks two mesh trees at once. Never misses a pair of triangles that meets in exact arithmetic.

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <utility>

#include "geometry/interrupted.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/walk/leaf_triangles.h"
#include "tree/walk/wide_placement.h"

namespace graze::tree {

/// A box of one tree, and the node of the other whose boxes it is to be tested against.
class Opening {
 public:
  Opening() = default;  // not set: see BoxRef
  Opening(BoxRef kept, std::uint32_t node, bool opens_a) : kept_(kept), bits_(node << 1U | (opens_a ? 1U : 0U)) {}
  [[nodiscard]] BoxRef kept() const { return kept_; }
  [[nodiscard]] std::uint32_t node() const { return bits_ >> 1U; }
  [[nodiscard]] bool opens_a() const { return (bits_ & 1U) != 0; }

 private:
  BoxRef kept_;
  std::uint32_t bits_;
};

/// Two placed trees, and what is still to be opened before on_pair(i, j) -> bool, "go on?". Nodes is NodesView, or WideNodes
/// where neither tree is compact. The search for any pair that meets should be likely_first: it looks at boxes first whose centres
/// are near.
template <bool likely_first, class Nodes, class OnPair>
class TreePairs {
 public:
  TreePairs(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance, OnPair& on_pair)
      : mesh_a_(a),
        mesh_b_(b),
        a_(a.wide()),
        b_(b.wide()),
        pose_a_(pose_a),
        pose_b_(pose_b),
        a_in_b_(a.wide(), pose_a_, b.wide(), pose_b_, clearance),
        b_in_a_(b.wide(), pose_b_, a.wide(), pose_a_, clearance),
        triangles_a_(a, pose_a_, b, pose_b_, clearance),
        triangles_b_(b, pose_b_, a, pose_a_, clearance),
        scale_(power_of_two(b.wide().exponent - a.wide().exponent)),
        on_pair_(on_pair) {}
  TreePairs(const TreePairs&) = delete;
  TreePairs& operator=(const TreePairs&) = delete;

  /// Of trees that have nodes. The root boxes are tested against each other as a node with one child; not where first pairs are
  /// looked for, because these callers have told the roots apart by other means.
  bool walk_from_roots() {
    if constexpr (likely_first) return walk_from({});
    float far[8];
    return (test_in_b({}, 0, far) & 1U) == 0 || walk_from({});
  }

  /// All pairs of triangles below two boxes. False if on_pair returned it; true, at once, when it is called off.
  bool walk_from(BoxRefPair pair) {
    const SlotPair slots{a_.slot(pair.a), b_.slot(pair.b)};
    if (slots.a.is_leaf() && slots.b.is_leaf()) return look_at(slots);
    push(pair, slots, is_a_larger(a_.size(pair.a), b_.size(pair.b)));
    while (height_ > 0) {
      if (lookout_.is_called_off()) return abandon();
      const Opening next = stack_[--height_];
      if (!(next.opens_a() ? open<true>(next) : open<false>(next))) return false;
    }
    return true;
  }

  [[nodiscard]] bool is_called_off() { return lookout_.is_called_off(); }

  /// The box of a against the eight of a node of b: which may be near, and how far their centres are.
  [[nodiscard]] unsigned test_in_b(BoxRef box, std::uint32_t node, float (&far)[8]) const {
    sat::EightBoxes buffer_a, buffer_b;
    return a_in_b_.get().test(a_.open(box, buffer_a), box.lane(), b_.open(node, buffer_b), far);
  }
  [[nodiscard]] unsigned test_in_a(BoxRef box, std::uint32_t node, float (&far)[8]) const {
    sat::EightBoxes buffer_a, buffer_b;
    return b_in_a_.get().test(b_.open(box, buffer_b), box.lane(), a_.open(node, buffer_a), far);
  }

 private:
  bool abandon() {
    height_ = 0;
    return true;
  }

  /// Which children of a node of one tree are near the box kept of the other. Leaves need not wait on the stack.
  template <bool opens_a>
  bool open(const Opening& opening) {
    const Nodes& opened = opens_a ? a_ : b_;
    const Nodes& other = opens_a ? b_ : a_;
    const BoxRef kept = opening.kept();
    const Slot kept_slot = other.slot(kept);
    const double kept_size = other.size(kept);
    float far[8], least = std::numeric_limits<float>::infinity();
    const std::size_t first = height_;
    std::size_t nearest = height_;
    const unsigned near = opens_a ? test_in_a(kept, opening.node(), far) : test_in_b(kept, opening.node(), far);
    const unsigned hopeful = kept_slot.is_leaf() ? near_triangles<opens_a>(near, kept, kept_slot, opening.node()) : near;
    for (unsigned left = near; left != 0; left &= left - 1) {
      const int lane = std::countr_zero(left);
      const BoxRef child(opening.node(), lane);
      const Slot slot = opened.slot(child);
      if (slot.is_empty()) continue;
      const SlotPair slots = opens_a ? SlotPair{slot, kept_slot} : SlotPair{kept_slot, slot};
      if (slot.is_leaf() && kept_slot.is_leaf()) {
        if ((hopeful & left & -left) != 0 && !look_at(slots)) return false;
        continue;
      }
      if (likely_first && far[lane] < least) least = far[lane], nearest = height_;
      const double size = opened.size(child);
      if constexpr (opens_a) {
        push({child, kept}, slots, is_a_larger(size, kept_size));
      } else {
        push({kept, child}, slots, is_a_larger(kept_size, size));
      }
    }
    if (likely_first && nearest < height_) std::swap(stack_[nearest], stack_[height_ - 1]);
    if (hopeful != near) drop(near & ~hopeful, opened, opening.node(), first);
    return true;
  }

  /// Which of the opened boxes near a leaf may be near one of its triangles.
  template <bool opens_a>
  [[nodiscard]] unsigned near_triangles(unsigned near, BoxRef leaf, Slot slot, std::uint32_t node) {
    LeafTriangles& triangles = opens_a ? triangles_b_ : triangles_a_;
    if (near == 0 || slot.count() == 1 || !triangles.is_held_often(leaf)) return near;
    const Nodes& opened = opens_a ? a_ : b_;
    const double size = opened.size(BoxRef(node, std::countr_zero(near)));
    sat::EightBoxes buffer_leaf, buffer_node;
    const sat::EightBoxes& leaves = (opens_a ? b_ : a_).open(leaf, buffer_leaf);
    if (!LeafTriangles::are_worth_a_look(leaves, leaf.lane(), opens_a ? size * scale_ : size / scale_)) return near;
    return near & triangles.near(slot, opened.open(node, buffer_node));
  }

  /// Takes boxes of a node that was opened against a leaf off the stack, from position `first` on. Only now, so that nothing
  /// changes the order of the others, nor which pair is found first.
  void drop(unsigned lanes, const Nodes& opened, std::uint32_t node, std::size_t first) {
    for (unsigned left = lanes; left != 0; left &= left - 1) {
      const Slot slot = opened.slot(BoxRef(node, std::countr_zero(left)));
      if (slot.is_leaf()) continue;
      Opening* const end = stack_.data() + height_;
      const auto is_below = [&](const Opening& opening) { return opening.node() == slot.node(); };
      height_ = static_cast<std::size_t>(std::remove_if(stack_.data() + first, end, is_below) - stack_.data());
    }
  }

  [[nodiscard]] bool is_a_larger(double size_a, double size_b) const { return size_a * scale_ >= size_b; }

  /// Of two boxes that are not both leaves the larger is opened: small against large ones separate late. [Gottschalk96 §6]
  void push(BoxRefPair pair, SlotPair slots, bool a_is_larger) {
    const bool opens_a = !slots.a.is_leaf() && (slots.b.is_leaf() || a_is_larger);
    stack_[height_++] = opens_a ? Opening(pair.b, slots.a.node(), true) : Opening(pair.a, slots.b.node(), false);
  }

  bool look_at(SlotPair leaves) { return each_triangle_pair(mesh_a_, leaves.a, mesh_b_, leaves.b, on_pair_); }

  const MeshTree& mesh_a_;
  const MeshTree& mesh_b_;
  Nodes a_, b_;
  Pose pose_a_, pose_b_;
  PlacementOnDemand a_in_b_, b_in_a_;
  LeafTriangles triangles_a_, triangles_b_;
  double scale_;  ///< lengths of a in units of b
  OnPair& on_pair_;
  Lookout lookout_;
  std::size_t height_ = 0;
  /// Opening replaces a pair by eight at most, and every path opens each tree at most max_depth + 1 times.
  std::array<Opening, std::size_t{14} * (MeshTree::max_depth + 1) + 1> stack_;
};

/// What for_each_near_pair does, in either order.
template <bool likely_first, class OnPair>
bool walk_near_pairs(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance,
                     OnPair& on_pair) {
  if (a.empty() || b.empty()) return true;
  if (a.wide().is_compact() || b.wide().is_compact())
    return TreePairs<likely_first, NodesView, OnPair>(a, pose_a, b, pose_b, clearance, on_pair).walk_from_roots();
  return TreePairs<likely_first, WideNodes, OnPair>(a, pose_a, b, pose_b, clearance, on_pair).walk_from_roots();
}

/// Calls on_pair(i, j) -> bool, "go on?", for triangles i of a and j of b whose boxes may be within `clearance` of each other:
/// every pair that is, as placed by the stored numbers of the poses in real arithmetic, each once, and some near misses. The order
/// is the same in every run. Returns false if on_pair did. Called off by an Interrupt it returns true early, as the other walks do.
template <class OnPair>
bool for_each_near_pair(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance,
                        OnPair&& on_pair) {
  return walk_near_pairs<false>(a, pose_a, b, pose_b, clearance, on_pair);
}

/// The same for callers that stop at the first pair that meets, and that have looked at the root boxes: pairs that are likely to do
/// so come early.
template <class OnPair>
bool for_each_near_pair_likely_first(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance,
                                     OnPair&& on_pair) {
  return walk_near_pairs<true>(a, pose_a, b, pose_b, clearance, on_pair);
}

}  // namespace graze::tree
