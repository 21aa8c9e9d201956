#pragma once
/// Walks two binary trees down to a depth of each: the dual recursion of [Eberly00 §7].
///
/// The printed recursion descends into both nodes of a pair after it has descended into one, and so comes to a pair at depths i
/// and j along (i + j choose i) ways: 184756 times to a pair of leaves at depth 10. Here every pair opens one of its nodes, always
/// the same, so there is one way to each pair.

#include <array>
#include <cstdint>
#include <limits>

#include <graze/tree/traverse_binary.h>

namespace graze::tree {

/// The root is at depth 0.
inline constexpr std::uint32_t any_depth = std::numeric_limits<std::uint32_t>::max();

/// A node and what the walk makes of it: a box to open, or an end. A leaf is one at any depth, another node where the limit is.
struct DepthNode {
  std::uint32_t node = 0;
  std::uint32_t depth = 0;
};

struct DepthPair {
  DepthNode a, b;
};

class DepthWalk {
 public:
  DepthWalk(const MeshTree& a, const MeshTree& b, std::array<std::uint32_t, 2> max_depths) : a_(a), b_(b), max_(max_depths) {}

  [[nodiscard]] bool opens(const MeshTree& tree, DepthNode at, std::uint32_t max_depth) const {
    return !tree.nodes()[at.node].is_leaf() && at.depth < max_depth;
  }
  [[nodiscard]] bool opens_a(DepthPair pair) const { return opens(a_, pair.a, max_[0]); }
  [[nodiscard]] bool opens_b(DepthPair pair) const { return opens(b_, pair.b, max_[1]); }

  /// The pairs that replace one of which not both are ends: the larger box is opened, if it may be.
  [[nodiscard]] std::array<DepthPair, 2> opened(DepthPair pair) const {
    const TreeNode &node_a = a_.nodes()[pair.a.node], &node_b = b_.nodes()[pair.b.node];
    const bool is_a = opens_a(pair) && (!opens_b(pair) || size_of(node_a) >= size_of(node_b));
    const DepthNode first = is_a ? DepthNode{node_a.first, pair.a.depth + 1} : DepthNode{node_b.first, pair.b.depth + 1};
    const DepthNode second{first.node + 1, first.depth};
    if (is_a) return {{{first, pair.b}, {second, pair.b}}};
    return {{{pair.a, first}, {pair.a, second}}};
  }

 private:
  const MeshTree& a_;
  const MeshTree& b_;
  std::array<std::uint32_t, 2> max_;
};

/// may_meet(node of a, node of b) -> bool is asked about each pair at most once, and on_ends(DepthPair) -> bool, "go on?", told of
/// those at the end of both trees that may. Returns false if on_ends did.
template <class MayMeet, class OnEnds>
bool for_each_pair_to_depth(const MeshTree& a, const MeshTree& b, std::array<std::uint32_t, 2> max_depths, const MayMeet& may_meet,
                            OnEnds&& on_ends) {
  if (a.nodes().empty() || b.nodes().empty()) return true;
  const DepthWalk walk(a, b, max_depths);
  std::array<DepthPair, 2 * MeshTree::max_depth + 2> stack;
  std::size_t height = 0;
  stack[height++] = {};
  while (height > 0) {
    const DepthPair pair = stack[--height];
    if (!may_meet(pair.a.node, pair.b.node)) continue;
    if (!walk.opens_a(pair) && !walk.opens_b(pair)) {
      if (!on_ends(pair)) return false;
      continue;
    }
    const std::array<DepthPair, 2> next = walk.opened(pair);
    stack[height++] = next[1];
    stack[height++] = next[0];
  }
  return true;
}

}  // namespace graze::tree
