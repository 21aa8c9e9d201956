#pragma once
/// What a search in time has still to look at, soonest first: pairs of boxes, and of triangles that were put back. Sibling boxes
/// share one entry of the heap: eight pushes and pops would cost more than their box test.

#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "tree/nodes/box_ref.h"

namespace graze::tree {

/// A pair of boxes or, put back, of triangles.
struct TimedPair {
  double enter = 0;  ///< they do not meet before
  BoxRefPair boxes{};
  bool is_triangles = false;
  std::uint32_t i = 0, j = 0;  ///< triangles of a and of b
};

/// What opening one box of a pair gave: the box that stayed, and the lanes of the opened node that it may meet.
struct Siblings {
  BoxRef kept;
  std::uint32_t node = 0;
  bool opened_a = false;
  unsigned left = 0;  ///< lanes still to visit
  double enter[8];

  [[nodiscard]] int soonest() const {
    int best = std::countr_zero(left);
    for (unsigned rest = left & (left - 1); rest != 0; rest &= rest - 1) {
      if (enter[std::countr_zero(rest)] < enter[best]) best = std::countr_zero(rest);
    }
    return best;
  }

  TimedPair take(int lane) {
    left &= ~(1U << static_cast<unsigned>(lane));
    const BoxRef child(node, lane);
    return {enter[lane], opened_a ? BoxRefPair{child, kept} : BoxRefPair{kept, child}};
  }
};

class SoonestFirst {
 public:
  /// Empty, but with the capacity it once needed: queries of a thread allocate nothing once it has grown.
  [[nodiscard]] static SoonestFirst& of_this_thread() {
    thread_local SoonestFirst scratch;
    scratch.heap_.clear();
    scratch.groups_.clear();
    scratch.unused_.clear();
    return scratch;
  }

  void push_triangles(double enter, std::uint32_t i, std::uint32_t j) { push({enter, i, j}); }

  /// The soonest of all, once these siblings have joined.
  [[nodiscard]] std::optional<TimedPair> pop_after_adding(Siblings fresh) {
    if (fresh.left == 0) return pop();
    const int lane = fresh.soonest();
    if (!heap_.empty() && heap_.front().enter < fresh.enter[lane]) {
      push_group(fresh, fresh.enter[lane]);
      return pop();
    }
    const TimedPair soonest = fresh.take(lane);
    if (fresh.left != 0) push_group(fresh, fresh.enter[fresh.soonest()]);
    return soonest;
  }

  [[nodiscard]] std::optional<TimedPair> pop() {
    if (heap_.empty()) return std::nullopt;
    const PendingSiblings top = heap_.front();
    if (top.j != group_mark) {
      remove_top();
      return TimedPair{top.enter, {}, true, top.i, top.j};
    }
    Siblings& siblings = groups_[top.i];
    const TimedPair soonest = siblings.take(siblings.soonest());
    if (siblings.left != 0) {
      replace_top({siblings.enter[siblings.soonest()], top.i, group_mark});
    } else {
      unused_.push_back(top.i);
      remove_top();
    }
    return soonest;
  }

 private:
  /// Meshes have fewer triangles.
  static constexpr std::uint32_t group_mark = 0xffffffff;

  struct PendingSiblings {
    double enter;
    std::uint32_t i, j;  ///< triangles, or the number of a group and the mark

    /// Ties by number, so that the order is the same in every run; triangles before groups.
    [[nodiscard]] bool is_before(const PendingSiblings& other) const {
      if (enter != other.enter) return enter < other.enter;
      return j != other.j ? j < other.j : i < other.i;
    }
  };

  void push_group(const Siblings& siblings, double enter) {
    std::uint32_t group = static_cast<std::uint32_t>(groups_.size());
    if (unused_.empty()) {
      groups_.push_back(siblings);
    } else {
      group = unused_.back();
      unused_.pop_back();
      groups_[group] = siblings;
    }
    push({enter, group, group_mark});
  }

  void push(const PendingSiblings& entry) {
    std::size_t hole = heap_.size();
    heap_.push_back(entry);
    for (; hole > 0 && entry.is_before(heap_[(hole - 1) / 2]); hole = (hole - 1) / 2) heap_[hole] = heap_[(hole - 1) / 2];
    heap_[hole] = entry;
  }

  void remove_top() {
    const PendingSiblings last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) replace_top(last);
  }

  void replace_top(const PendingSiblings& entry) {
    std::size_t hole = 0;
    for (;;) {
      std::size_t child = 2 * hole + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && heap_[child + 1].is_before(heap_[child])) ++child;
      if (!heap_[child].is_before(entry)) break;
      heap_[hole] = heap_[child];
      hole = child;
    }
    heap_[hole] = entry;
  }

  std::vector<PendingSiblings> heap_;
  std::vector<Siblings> groups_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace graze::tree
