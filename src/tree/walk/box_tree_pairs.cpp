/// Walks two trees of cut boxes at once and finds the pairs of triangles that meet.

#include "tree/walk/box_tree_pairs.h"

#include <algorithm>

#include "geometry/interrupted.h"
#include "tree/walk/box_tree_edges.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using tree::CutEdgeParts;
using tree::EdgeParts;
using tree::FrameMap;

/// A box of either tree, and which parts of the edges of each lie in the other.
struct BoxPair {
  std::uint32_t node_a = 0, node_b = 0;
  Aabb a, b;
  EdgeParts a_in_b, b_in_a;

  [[nodiscard]] bool may_meet() const { return a_in_b.any() || b_in_a.any(); }
};

double edge_sum(const Aabb& box) { return (box.max - box.min).sum(); }

/// Walks both trees at once.
class BoxTreeWalk {
 public:
  BoxTreeWalk(const PlacedBoxTree& a, const PlacedBoxTree& b)
      : a_(a.tree),
        b_(b.tree),
        a_to_b_(tree::frame_map(a.pose, a_.bounds(), b.pose, b_.bounds())),
        b_to_a_(tree::frame_map(b.pose, b_.bounds(), a.pose, a_.bounds())) {
    if (a_.nodes().empty() || b_.nodes().empty()) return;
    push({0, 0, a_.bounds(), b_.bounds(), tree::edges_in_box(a_to_b_, a_.bounds(), b_.bounds()),
          tree::edges_in_box(b_to_a_, b_.bounds(), a_.bounds())});
  }

  /// on_leaves(leaf of a, leaf of b) -> bool, "go on?", for all that may meet. Returns false if it did.
  template <class OnLeaves>
  bool run(OnLeaves&& on_leaves) {
    Lookout lookout;
    while (!stack_.empty() && !lookout.is_called_off()) {
      const BoxPair pair = stack_.back();
      stack_.pop_back();
      const BoxTreeNode& node_a = a_.nodes()[pair.node_a];
      const BoxTreeNode& node_b = b_.nodes()[pair.node_b];
      if (node_a.is_leaf() && node_b.is_leaf()) {
        if (!on_leaves(node_a, node_b)) return false;
      } else if (!node_a.is_leaf() && (node_b.is_leaf() || edge_sum(pair.a) >= edge_sum(pair.b))) {
        open_a(pair, node_a);
      } else {
        open_b(pair, node_b);
      }
    }
    return true;
  }

  [[nodiscard]] std::size_t box_pairs() const { return box_pairs_; }

 private:
  void push(const BoxPair& pair) {
    ++box_pairs_;
    const auto is_bare = [](const BoxTreeNode& node) { return node.is_leaf() && node.count == 0; };
    if (is_bare(a_.nodes()[pair.node_a]) || is_bare(b_.nodes()[pair.node_b])) return;
    if (pair.may_meet()) stack_.push_back(pair);
  }

  void open_a(const BoxPair& pair, const BoxTreeNode& node) {
    const auto axis = static_cast<int>(node.axis);
    const CutBox boxes = cut(pair.a, axis, node.cut);
    const CutEdgeParts own = tree::after_cut_of_own(pair.a_in_b, a_to_b_, pair.a, pair.b, axis, node.cut);
    const CutEdgeParts other = tree::after_cut_of_other(pair.b_in_a, b_to_a_, pair.b, axis, node.cut);
    push({node.first + 1, pair.node_b, boxes.high, pair.b, own.high, other.high});
    push({node.first, pair.node_b, boxes.low, pair.b, own.low, other.low});
  }
  void open_b(const BoxPair& pair, const BoxTreeNode& node) {
    const auto axis = static_cast<int>(node.axis);
    const CutBox boxes = cut(pair.b, axis, node.cut);
    const CutEdgeParts own = tree::after_cut_of_own(pair.b_in_a, b_to_a_, pair.b, pair.a, axis, node.cut);
    const CutEdgeParts other = tree::after_cut_of_other(pair.a_in_b, a_to_b_, pair.a, axis, node.cut);
    push({pair.node_a, node.first + 1, pair.a, boxes.high, other.high, own.high});
    push({pair.node_a, node.first, pair.a, boxes.low, other.low, own.low});
  }

  const BoxTree& a_;
  const BoxTree& b_;
  FrameMap a_to_b_, b_to_a_;
  std::vector<BoxPair> stack_;
  std::size_t box_pairs_ = 0;
};

PosedTriangle placed(const PlacedBoxTree& body, std::uint32_t triangle) {
  return place(body.tree.mesh().triangle(triangle), body.pose);
}

bool any_meet(const PlacedBoxTree& a, std::span<const std::uint32_t> of_a, const PlacedBoxTree& b,
              std::span<const std::uint32_t> of_b) {
  return std::ranges::any_of(of_a, [&](std::uint32_t i) {
    const PosedTriangle triangle = placed(a, i);
    return std::ranges::any_of(of_b, [&](std::uint32_t j) { return overlap(triangle, placed(b, j)); });
  });
}

}  // namespace

bool surfaces_meet(const PlacedBoxTree& a, const PlacedBoxTree& b) {
  BoxTreeWalk walk(a, b);
  return !walk.run([&](const BoxTreeNode& leaf_a, const BoxTreeNode& leaf_b) {
    return !any_meet(a, a.tree.triangles_of(leaf_a), b, b.tree.triangles_of(leaf_b));
  });
}

BoxTreePairs meeting_triangles(const PlacedBoxTree& a, const PlacedBoxTree& b) {
  BoxTreePairs found;
  BoxTreeWalk walk(a, b);
  walk.run([&](const BoxTreeNode& leaf_a, const BoxTreeNode& leaf_b) {
    for (const std::uint32_t i : a.tree.triangles_of(leaf_a)) {
      for (const std::uint32_t j : b.tree.triangles_of(leaf_b)) found.pairs.push_back({i, j});
    }
    return true;
  });
  std::ranges::sort(found.pairs);  // triangles are listed in several leaves
  found.pairs.erase(std::ranges::unique(found.pairs).begin(), found.pairs.end());
  found.box_pairs = walk.box_pairs();
  found.candidates = found.pairs.size();
  std::erase_if(found.pairs, [&](const auto& pair) { return !overlap(placed(a, pair[0]), placed(b, pair[1])); });
  return found;
}

}  // namespace graze
