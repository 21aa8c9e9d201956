#pragma once
/// Walks two mesh trees of which one moves at constant velocity, soonest pairs first. Never misses a pair that meets in time.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "geometry/interrupted.h"
#include "tree/nodes/box_ref.h"
#include "tree/walk/soonest_first.h"
#include "tree/walk/wide_motion.h"

namespace graze::tree {

/// Opens pairs of boxes of two moving trees.
class MovingPairs {
 public:
  MovingPairs(const MovingTrees& trees, const Approach& approach)
      : a_(trees.a.wide()),
        b_(trees.b.wide()),
        b_past_a_(trees.a.wide(), trees.pose_a, trees.b.wide(), approach.pose_b, trees.velocity, approach),
        a_past_b_(trees.b.wide(), approach.pose_b, trees.a.wide(), trees.pose_a, -trees.velocity, approach) {}

  /// The root boxes, as a node with one child.
  [[nodiscard]] Siblings roots(double t_max) const { return test_in_b({0, {}}, 0, t_max); }

  /// The pairs that replace one of which not both are ends, by opening the larger of the boxes that are none. None is said to meet
  /// sooner than it.
  [[nodiscard]] Siblings open(const TimedPair& pair, bool ends_a, bool ends_b, double t_max) const {
    const auto [box_a, box_b] = pair.boxes;
    const bool opens_a = !ends_a && (ends_b || a_.size(box_a) * b_past_a_.placement().scale() >= b_.size(box_b));
    return opens_a ? test_in_a(pair, a_.slot(box_a).node(), t_max) : test_in_b(pair, b_.slot(box_b).node(), t_max);
  }

 private:
  [[nodiscard]] Siblings test_in_a(const TimedPair& pair, std::uint32_t node, double t_max) const {
    const BoxRef kept = pair.boxes.b;
    Siblings found{kept, node, true, 0, {}};
    sat::EightBoxes buffer_a, buffer_b;
    found.left = a_past_b_.test(b_.open(kept, buffer_b), kept.lane(), a_.open(node, buffer_a), t_max, found.enter);
    keep_children(found, a_, pair.enter);
    return found;
  }
  [[nodiscard]] Siblings test_in_b(const TimedPair& pair, std::uint32_t node, double t_max) const {
    const BoxRef kept = pair.boxes.a;
    Siblings found{kept, node, false, 0, {}};
    sat::EightBoxes buffer_a, buffer_b;
    found.left = b_past_a_.test(a_.open(kept, buffer_a), kept.lane(), b_.open(node, buffer_b), t_max, found.enter);
    keep_children(found, b_, pair.enter);
    return found;
  }

  static void keep_children(Siblings& found, const NodesView& nodes, double not_before) {
    for (unsigned rest = found.left; rest != 0; rest &= rest - 1) {
      const int lane = std::countr_zero(rest);
      if (nodes.slot({found.node, lane}).is_empty()) found.left &= ~(1U << static_cast<unsigned>(lane));
      found.enter[lane] = std::max(found.enter[lane], not_before);
    }
  }

  NodesView a_, b_;
  WideMotion b_past_a_, a_past_b_;
};

struct SkipsNone {
  [[nodiscard]] bool operator()(const BoxRefPair& /*boxes*/) const { return false; }
};

/// Walks both trees until boxes at which is_end_of_a(box) and is_end_of_b(box) say so, at leaves at the latest. Calls
/// on_ends(const TimedPair&) -> double for pairs of ends that may meet within [0, t_max] while b moves by `velocity` a unit of time
/// relative to a. Their `enter` is not after the exact first contact of anything in them, and never falls from call to call. The
/// returned time replaces t_max. With a clearance, being within it of each other is to meet. on_ends must not start another search
/// in time: those of a thread share their queue. Pairs of boxes of which skips(boxes) says so are left out.
template <class IsEndOfA, class IsEndOfB, class OnEnds, class Skips = SkipsNone>
void for_each_ends_by_time(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, const Vec3& velocity,
                           double t_max, const IsEndOfA& is_end_of_a, const IsEndOfB& is_end_of_b, OnEnds&& on_ends,
                           double clearance = 0, const Skips& skips = {}) {
  if (a.empty() || b.empty()) return;
  const MovingTrees trees{a, pose_a, b, pose_b, velocity, clearance};
  const std::optional<sat::TimeWindow> roots = root_window(trees);
  if (!roots || roots->enter > t_max) return;
  const MovingPairs pairs(trees, approach(trees, *roots));
  SoonestFirst& queue = SoonestFirst::of_this_thread();
  std::optional<TimedPair> next = queue.pop_after_adding(pairs.roots(t_max));
  Lookout lookout;
  while (next && next->enter <= t_max && !lookout.is_called_off()) {
    if (skips(next->boxes)) {
      next = queue.pop();
      continue;
    }
    const bool ends_a = is_end_of_a(next->boxes.a), ends_b = is_end_of_b(next->boxes.b);
    if (ends_a && ends_b) {
      t_max = on_ends(*next);
      next = queue.pop();
    } else {
      next = queue.pop_after_adding(pairs.open(*next, ends_a, ends_b, t_max));
    }
  }
}

/// The same for triangles: on_pair(i, j, enter) -> double. Return the time passed in last to see all pairs, the earliest contact
/// found to see no later ones. Every pair whose exact first contact is not after the t_max of that moment is visited, once.
template <class OnPair, class Skips = SkipsNone>
void for_each_pair_by_time(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, const Vec3& velocity,
                           double t_max, OnPair&& on_pair, double clearance = 0, const Skips& skips = {}) {
  const NodesView nodes_a(a.wide()), nodes_b(b.wide());
  for_each_ends_by_time(
      a, pose_a, b, pose_b, velocity, t_max, [&](BoxRef box) { return nodes_a.slot(box).is_leaf(); },
      [&](BoxRef box) { return nodes_b.slot(box).is_leaf(); },
      [&](const TimedPair& ends) {
        each_triangle_pair(a, nodes_a.slot(ends.boxes.a), b, nodes_b.slot(ends.boxes.b), [&](std::uint32_t i, std::uint32_t j) {
          t_max = on_pair(i, j, ends.enter);
          return true;
        });
        return t_max;
      },
      clearance, skips);
}

}  // namespace graze::tree
