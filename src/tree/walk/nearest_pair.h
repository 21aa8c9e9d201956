#pragma once
/// Walks two mesh trees at once, nearest boxes first. Never misses a pair of triangles within the limit of that moment.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include <graze/pose.h>

#include "geometry/interrupted.h"
#include "tree/nodes/box_ref.h"
#include "tree/walk/kernels.h"
#include "tree/walk/nearest_bounds.h"
#include "tree/walk/nearest_one.h"
#include "tree/walk/wide_placement.h"

namespace graze::tree {

/// The pairs that opening a node led to: its eight boxes, each against the same box of the other tree.
struct Brood {
  float bound[8];      ///< of each, squared; infinite for those that are done or of no interest
  int nearest = 0;     ///< its lane
  std::uint32_t node;  ///< the opened one
  BoxRef other;
  bool of_a;  ///< the opened node is one of tree a

  void find_nearest() { nearest = static_cast<int>(std::min_element(bound, bound + 8) - bound); }
  [[nodiscard]] float least() const { return bound[nearest]; }
  [[nodiscard]] BoxRefPair nearest_pair() const {
    const BoxRef child(node, nearest);
    return of_a ? BoxRefPair{child, other} : BoxRefPair{other, child};
  }
};

/// Broods by the nearest of their pairs: most pairs are never examined, and these take no slot of the heap. A heap of numbers of
/// 64 bits, the bound above the number of the brood: entries that carry more cost as much as the order saves.
class NearestFirst {
 public:
  [[nodiscard]] static NearestFirst& of_this_thread() {
    thread_local NearestFirst scratch;
    return scratch;
  }

  void clear() {
    heap_.clear();
    broods_.clear();
  }
  [[nodiscard]] bool empty() const { return heap_.empty(); }

  /// Bounds must be numbers and not negative: then their bits sort like them.
  void push(Brood& brood) {
    brood.find_nearest();
    if (brood.least() == std::numeric_limits<float>::infinity()) return;
    heap_.push_back(entry(brood.least(), static_cast<std::uint32_t>(broods_.size())));
    broods_.push_back(brood);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>());
  }

  struct Nearest {
    float bound;
    BoxRefPair pair;
  };
  [[nodiscard]] Nearest pop() {
    const auto number = static_cast<std::uint32_t>(heap_.front());
    Brood& brood = broods_[number];
    const Nearest result{brood.least(), brood.nearest_pair()};
    brood.bound[brood.nearest] = std::numeric_limits<float>::infinity();
    brood.find_nearest();
    if (brood.least() < std::numeric_limits<float>::infinity())
      replace_first(entry(brood.least(), number));
    else
      remove_first();
    return result;
  }

 private:
  static std::uint64_t entry(float bound, std::uint32_t number) {
    return std::uint64_t{std::bit_cast<std::uint32_t>(bound)} << 32U | number;
  }
  void remove_first() {
    std::pop_heap(heap_.begin(), heap_.end(), std::greater<>());
    heap_.pop_back();
  }
  /// The next of a brood is seldom much farther than the one before, so that it sinks a level or two.
  void replace_first(std::uint64_t sinking) {
    std::size_t hole = 0;
    for (std::size_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
      if (child + 1 < heap_.size() && heap_[child + 1] < heap_[child]) ++child;
      if (sinking <= heap_[child]) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = sinking;
  }

  std::vector<std::uint64_t> heap_;
  std::vector<Brood> broods_;
};

/// Two wide trees and their placements in each other's frames; bounds are squared lengths of tree a.
class WideBounds {
 public:
  WideBounds(const WideTree& a, const Pose& pose_a, const WideTree& b, const Pose& pose_b)
      : a_(a), b_(b), a_in_b_(a, pose_a, b, pose_b, 0), b_in_a_(b, pose_b, a, pose_a, 0), kernel_(walk_kernels().box_bounds) {
    const double scale = b_in_a_.scale();
    squared_scale_ = static_cast<float>(scale * scale);
  }

  [[nodiscard]] const NodesView& nodes_a() const { return a_; }
  [[nodiscard]] const NodesView& nodes_b() const { return b_; }
  [[nodiscard]] bool opens_a(BoxRefPair pair, SlotPair slots) const { return opens_first(a_, b_, pair, slots, a_in_b_.scale()); }

  void in_a(BoxRef box_b, std::uint32_t node_a, float limit, float (&squared)[8]) const {
    sat::EightBoxes buffer_a, buffer_b;
    kernel_(b_in_a_.place(b_.open(box_b, buffer_b), box_b.lane()), a_.open(node_a, buffer_a), b_in_a_.margin(), limit, squared);
  }
  void in_b(BoxRef box_a, std::uint32_t node_b, float limit, float (&squared)[8]) const {
    sat::EightBoxes buffer_a, buffer_b;
    kernel_(a_in_b_.place(a_.open(box_a, buffer_a), box_a.lane()), b_.open(node_b, buffer_b), a_in_b_.margin(),
            limit / squared_scale_, squared);
    for (float& s : squared) s *= squared_scale_;
  }

 private:
  NodesView a_, b_;
  WidePlacement a_in_b_, b_in_a_;
  BoxBounds kernel_;
  float squared_scale_;
};

/// Whether single precision can distinguish the boxes of the two trees: neither is far from, nor far larger than, the other.
[[nodiscard]] bool are_comparable(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b);

struct NeverHopeless {
  bool operator()(BoxRefPair) const { return false; }
};

template <class OnPair, class IsHopeless = NeverHopeless>
void for_each_pair_by_distance_wide(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double limit,
                                    OnPair&& on_pair, IsHopeless&& is_hopeless = {}) {
  const WideBounds bounds(a.wide(), pose_a, b.wide(), pose_b);
  const TreeLengths lengths(a.wide(), sat::relative_pose_with_errors(pose_a, pose_b).shear);
  NearestFirst& queue = NearestFirst::of_this_thread();
  queue.clear();
  float nearer_than = lengths.limit(limit);
  const auto open = [&](BoxRefPair pair, SlotPair slots, float bound) {
    Brood brood;
    brood.of_a = bounds.opens_a(pair, slots);
    brood.node = (brood.of_a ? slots.a : slots.b).node();
    brood.other = brood.of_a ? pair.b : pair.a;
    brood.of_a ? bounds.in_a(pair.b, brood.node, nearer_than, brood.bound)
               : bounds.in_b(pair.a, brood.node, nearer_than, brood.bound);
    for (float& child : brood.bound) child = child < nearer_than ? std::max(child, bound) : std::numeric_limits<float>::infinity();
    queue.push(brood);
  };
  const auto look_at = [&](BoxRefPair pair, float bound) {
    const Slot slot_a = bounds.nodes_a().slot(pair.a), slot_b = bounds.nodes_b().slot(pair.b);
    if (!slot_a.is_leaf() || !slot_b.is_leaf()) return open(pair, {slot_a, slot_b}, bound);
    each_triangle_pair(a, slot_a, b, slot_b, [&](std::uint32_t i, std::uint32_t j) {
      nearer_than = lengths.limit(on_pair(i, j));
      return true;
    });
  };
  look_at({}, 0);
  Lookout lookout;
  while (!queue.empty() && !lookout.is_called_off()) {
    const auto [bound, pair] = queue.pop();
    if (!(bound < nearer_than)) return;
    if (!is_hopeless(pair)) look_at(pair, bound);
  }
}

/// In double: for meshes that are not comparable in single precision, and as a reference.
template <class OnPair, class IsHopeless = NeverHopeless>
void for_each_pair_by_distance_in_double(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double limit,
                                         OnPair&& on_pair, IsHopeless&& is_hopeless = {}) {
  struct PendingPair {
    double bound;
    BoxRefPair pair;
  };
  const auto farther = [](const PendingPair& x, const PendingPair& y) { return x.bound > y.bound; };
  const auto placed = [](const MeshTree& mesh, const Pose& pose, BoxRef box) {
    return placed_outward(box_in_mesh(mesh.wide(), box.node(), box.lane()), pose);
  };
  const auto bound_of = [&](BoxRefPair pair) { return distance_bound(placed(a, pose_a, pair.a), placed(b, pose_b, pair.b)); };
  const double scale = std::ldexp(1.0, b.wide().exponent - a.wide().exponent);
  std::vector<PendingPair> heap{{bound_of({}), {}}};
  Lookout lookout;
  while (!heap.empty() && !lookout.is_called_off()) {
    std::pop_heap(heap.begin(), heap.end(), farther);
    const PendingPair entry = heap.back();
    heap.pop_back();
    if (entry.bound > limit) return;
    if (is_hopeless(entry.pair)) continue;
    const Slot slot_a = slot_of(a.wide(), entry.pair.a), slot_b = slot_of(b.wide(), entry.pair.b);
    if (slot_a.is_leaf() && slot_b.is_leaf()) {
      each_triangle_pair(a, slot_a, b, slot_b, [&](std::uint32_t i, std::uint32_t j) {
        limit = on_pair(i, j);
        return true;
      });
      continue;
    }
    const bool opens_a = opens_first(a.wide(), entry.pair.a, b.wide(), entry.pair.b, scale);
    const std::uint32_t node = opens_a ? slot_a.node() : slot_b.node();
    for (int lane = 0; lane < 8; ++lane) {
      const BoxRef child(node, lane);
      if (slot_of(opens_a ? a.wide() : b.wide(), child).is_empty()) continue;
      const BoxRefPair next = opens_a ? BoxRefPair{child, entry.pair.b} : BoxRefPair{entry.pair.a, child};
      const double bound = std::max(bound_of(next), entry.bound);
      if (bound > limit) continue;
      heap.push_back({bound, next});
      std::push_heap(heap.begin(), heap.end(), farther);
    }
  }
}

/// Calls on_pair(i, j) -> limit, a length of the world, for triangles i of a and j of b that may be within the limit of that
/// moment: every pair that is, as placed by the stored numbers of the poses in real arithmetic, each once, about nearest first.
/// It must not start another such walk: walks of a thread share their queue, so that they allocate nothing once it has grown. What
/// is_hopeless(pair of boxes) refuses is not looked into.
template <class OnPair, class IsHopeless = NeverHopeless>
void for_each_pair_by_distance(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double limit,
                               OnPair&& on_pair, IsHopeless&& is_hopeless = {}) {
  if (a.empty() || b.empty()) return;
  if (are_comparable(a, pose_a, b, pose_b)) {
    for_each_pair_by_distance_wide(a, pose_a, b, pose_b, limit, on_pair, is_hopeless);
  } else {
    for_each_pair_by_distance_in_double(a, pose_a, b, pose_b, limit, on_pair, is_hopeless);
  }
}

}  // namespace graze::tree
