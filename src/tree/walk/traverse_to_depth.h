#pragma once
/// Walks two trees down to a depth of each: the dual recursion of [Eberly00 §7].
///
/// The printed recursion descends into both nodes of a pair after it has descended into one, and so comes to a pair at depths i
/// and j along (i + j choose i) paths: 184756 times to a pair of leaves at depth 10. Here every pair opens one of its boxes, always
/// the same, so one path leads to each pair.

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include "geometry/interrupted.h"
#include "tree/nodes/box_ref.h"

namespace graze::tree {

/// The root box is at depth 0.
inline constexpr std::uint32_t any_depth = std::numeric_limits<std::uint32_t>::max();

struct DepthBox {
  BoxRef box;
  std::uint32_t depth = 0;
};

struct DepthPair {
  DepthBox a, b;
};

/// Which box of a pair is opened. A leaf is an end at any depth, another box where the limit is.
class DepthWalk {
 public:
  DepthWalk(const MeshTree& a, const MeshTree& b, std::array<std::uint32_t, 2> max_depths)
      : a_(a.wide()),
        b_(b.wide()),
        ends_a_(a.box_ends()),
        ends_b_(b.box_ends()),
        scale_(std::ldexp(1.0, b.wide().exponent - a.wide().exponent)),
        max_(max_depths) {}

  [[nodiscard]] bool opens_a(const DepthPair& pair) const { return opens(a_, ends_a_, pair.a, max_[0]); }
  [[nodiscard]] bool opens_b(const DepthPair& pair) const { return opens(b_, ends_b_, pair.b, max_[1]); }

  /// on_pair(DepthPair) for what replaces a pair of which not both are ends: the larger box is opened, if it may be.
  template <class OnPair>
  void open(const DepthPair& pair, OnPair&& on_pair) const {
    const bool larger = size_of(a_, pair.a.box) * scale_ >= size_of(b_, pair.b.box);
    if (opens_a(pair) && (larger || !opens_b(pair))) {
      each_child(a_, pair.a, [&](const DepthBox& child) { on_pair(DepthPair{child, pair.b}); });
    } else {
      each_child(b_, pair.b, [&](const DepthBox& child) { on_pair(DepthPair{pair.a, child}); });
    }
  }

 private:
  /// `ends` as MeshTree::box_ends().
  [[nodiscard]] static bool opens(const WideTree& tree, std::span<const std::uint8_t> ends, const DepthBox& at,
                                  std::uint32_t max_depth) {
    if (!ends.empty() && (ends[at.box.node()] >> at.box.lane() & 1U) != 0) return false;
    return !slot_of(tree, at.box).is_leaf() && at.depth < max_depth;
  }

  template <class OnChild>
  static void each_child(const WideTree& tree, const DepthBox& parent, OnChild&& on_child) {
    const std::uint32_t node = slot_of(tree, parent.box).node();
    for (int lane = 0; lane < 8; ++lane) {
      const BoxRef child(node, lane);
      if (!slot_of(tree, child).is_empty()) on_child(DepthBox{child, parent.depth + 1});
    }
  }

  const WideTree& a_;
  const WideTree& b_;
  std::span<const std::uint8_t> ends_a_, ends_b_;
  double scale_;  ///< turns lengths of a into those of b
  std::array<std::uint32_t, 2> max_;
};

/// may_meet(box of a, box of b) -> bool is called for each pair at most once, and on_ends(DepthPair) -> bool, "go on?", is called
/// with those at the end of both trees that may. Returns false if on_ends did.
template <class MayMeet, class OnEnds>
bool for_each_pair_to_depth(const MeshTree& a, const MeshTree& b, std::array<std::uint32_t, 2> max_depths, const MayMeet& may_meet,
                            OnEnds&& on_ends) {
  if (a.empty() || b.empty()) return true;
  const DepthWalk walk(a, b, max_depths);
  std::array<DepthPair, 7 * 2 * MeshTree::max_depth + 8> stack;  // every opened pair leaves at most seven others behind
  std::size_t height = 0;
  stack[height++] = {};
  Lookout lookout;
  while (height > 0 && !lookout.is_called_off()) {
    const DepthPair pair = stack[--height];
    if (!may_meet(pair.a.box, pair.b.box)) continue;
    if (walk.opens_a(pair) || walk.opens_b(pair)) {
      walk.open(pair, [&](const DepthPair& next) { stack[height++] = next; });
    } else if (!on_ends(pair)) {
      return false;
    }
  }
  return true;
}

}  // namespace graze::tree
