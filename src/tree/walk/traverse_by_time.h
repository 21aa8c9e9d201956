#pragma once
/// Walks one mesh tree, soonest boxes first: which triangles something that moves may meet, in the order of time. Never misses one
/// that it meets in time.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "geometry/interrupted.h"
#include "tree/nodes/box_ref.h"

namespace graze::tree {

/// Boxes of one tree still to be opened, soonest first.
class TimedBoxes {
 public:
  struct Entry {
    double enter;  ///< nothing in the box is met before
    BoxRef box;
  };

  /// Empty, but with the capacity it once needed: questions of a thread allocate nothing once it has grown.
  [[nodiscard]] static TimedBoxes& of_this_thread() {
    thread_local TimedBoxes scratch;
    scratch.heap_.clear();
    return scratch;
  }

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  void push(const Entry& entry) {
    heap_.push_back(entry);
    std::push_heap(heap_.begin(), heap_.end(), later);
  }
  Entry pop() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    const Entry soonest = heap_.back();
    heap_.pop_back();
    return soonest;
  }

 private:
  static bool later(const Entry& x, const Entry& y) { return x.enter > y.enter; }

  std::vector<Entry> heap_;
};

/// enter(const Obb& box, double t_max) -> std::optional<double>: for a box in the frame of the mesh a time that is not after the
/// first contact with anything in it, nothing when there is none by t_max. on_triangle(i) -> double returns the time that replaces
/// t_max: every triangle whose first contact is not after the t_max of that moment is visited, once. on_triangle must not start
/// another such walk: those of a thread share their queue. `earliest` is no later than any time.
template <class Enter, class OnTriangle>
void for_each_triangle_by_time(const MeshTree& mesh, const Enter& enter, double t_max, OnTriangle&& on_triangle,
                               double earliest = 0) {
  if (mesh.empty()) return;
  const WideTree& tree = mesh.wide();
  TimedBoxes& queue = TimedBoxes::of_this_thread();
  const auto open = [&](std::uint32_t node, double not_before) {
    for (int lane = 0; lane < 8; ++lane) {
      const BoxRef box(node, lane);
      if (slot_of(tree, box).is_empty()) continue;
      const std::optional<double> time = enter(box_in_mesh(tree, box.node(), box.lane()), t_max);
      if (time && *time <= t_max) queue.push({std::max(*time, not_before), box});
    }
  };
  open(0, earliest);
  Lookout lookout;
  while (!queue.empty() && !lookout.is_called_off()) {
    const TimedBoxes::Entry soonest = queue.pop();
    if (soonest.enter > t_max) return;
    const Slot slot = slot_of(tree, soonest.box);
    if (!slot.is_leaf()) {
      open(slot.node(), soonest.enter);
      continue;
    }
    for (const std::uint32_t i : mesh.order().subspan(slot.first(), slot.count())) t_max = on_triangle(i);
  }
}

}  // namespace graze::tree
