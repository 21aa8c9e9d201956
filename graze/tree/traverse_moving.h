#pragma once
/// Walks two mesh trees of which one moves at constant velocity, soonest pairs first. Never misses a pair that meets in time.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <queue>
#include <vector>

#include <graze/tree/traverse_binary.h>

namespace graze::tree {

/// The times in which pairs of boxes of two placed trees may meet.
class MovingPlacement {
 public:
  /// `velocity` is b's relative to a's, along the axes of the world.
  MovingPlacement(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, const Vec3& velocity)
      : a_(a),
        b_(b),
        placement_(a, pose_a, b, pose_b, 0),
        velocity_(placement_.b_in_a.to_a * velocity),
        speed_margin_(sat::speed_margin_of(velocity)) {}

  [[nodiscard]] std::optional<sat::TimeWindow> window(NodePair pair, double t_max) const {
    const Obb& box_a = a_.nodes()[pair.a].box;
    const sat::BoxPair<double> boxes = sat::box_pair(box_a, b_.nodes()[pair.b].box, placement_.b_in_a);
    const double velocity[3] = {box_a.axes[0].dot(velocity_), box_a.axes[1].dot(velocity_), box_a.axes[2].dot(velocity_)};
    return sat::may_overlap_during(boxes, velocity, sat::room(placement_.margin, boxes), speed_margin_, t_max);
  }

 private:
  const MeshTree& a_;
  const MeshTree& b_;
  Placement placement_;
  Vec3 velocity_;  ///< along the axes of a's body
  double speed_margin_;
};

struct TimedPair {
  double enter;
  NodePair nodes;

  /// Soonest first in a heap; ties by node, so that the order is the same in every run.
  friend bool operator<(const TimedPair& x, const TimedPair& y) {
    if (x.enter != y.enter) return x.enter > y.enter;
    return x.nodes.a != y.nodes.a ? x.nodes.a > y.nodes.a : x.nodes.b > y.nodes.b;
  }
};

/// Calls on_pair(i, j, enter) -> double for triangles i of a and j of b that may meet within [0, t_max] while b moves by `velocity`
/// a unit of time relative to a. `enter` is not after their exact first contact, and never falls from call to call. The returned
/// time replaces t_max: return the one passed in last to see all pairs, the earliest contact found to see no later ones.
/// Every pair whose exact first contact is not after the t_max of that moment is visited, once.
template <class OnPair>
void for_each_pair_by_time(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, const Vec3& velocity,
                           double t_max, OnPair&& on_pair) {
  if (a.nodes().empty() || b.nodes().empty()) return;
  const MovingPlacement placement(a, pose_a, b, pose_b, velocity);
  std::priority_queue<TimedPair> queue;
  if (const auto window = placement.window({0, 0}, t_max)) queue.push({window->enter, {0, 0}});
  while (!queue.empty() && queue.top().enter <= t_max) {
    const TimedPair next = queue.top();
    queue.pop();
    if (a.nodes()[next.nodes.a].is_leaf() && b.nodes()[next.nodes.b].is_leaf()) {
      each_triangle_pair(a, b, next.nodes, [&](std::uint32_t i, std::uint32_t j) {
        t_max = on_pair(i, j, next.enter);
        return true;
      });
      continue;
    }
    for (const NodePair& pair : opened(a, b, next.nodes)) {
      if (const auto window = placement.window(pair, t_max)) queue.push({std::max(next.enter, window->enter), pair});
    }
  }
}

}  // namespace graze::tree
