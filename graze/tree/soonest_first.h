#pragma once
/// Pairs of boxes, soonest first. Siblings share one place in the heap: eight pushes and pops would cost more than their box test.

#include <algorithm>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include <graze/tree/box_ref.h>

namespace graze::tree {

struct TimedPair {
  double enter;
  BoxRefPair boxes;
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
  /// The soonest of all pairs, once these have joined them.
  [[nodiscard]] std::optional<TimedPair> pop_after_adding(Siblings fresh) {
    if (fresh.left == 0) return pop();
    const int lane = fresh.soonest();
    if (!heap_.empty() && heap_.front().enter < fresh.enter[lane]) {
      push(fresh, fresh.enter[lane]);
      return pop();
    }
    const TimedPair soonest = fresh.take(lane);
    if (fresh.left != 0) push(fresh, fresh.enter[fresh.soonest()]);
    return soonest;
  }

  [[nodiscard]] std::optional<TimedPair> pop() {
    if (heap_.empty()) return std::nullopt;
    const std::uint32_t group = heap_.front().group;
    Siblings& siblings = groups_[group];
    const TimedPair soonest = siblings.take(siblings.soonest());
    std::pop_heap(heap_.begin(), heap_.end());
    if (siblings.left != 0) {
      heap_.back() = {siblings.enter[siblings.soonest()], group};
      std::push_heap(heap_.begin(), heap_.end());
    } else {
      heap_.pop_back();
      unused_.push_back(group);
    }
    return soonest;
  }

 private:
  struct Entry {
    double enter;  ///< of the soonest that is left
    std::uint32_t group;

    /// Ties by number, so that the order is the same in every run.
    friend bool operator<(const Entry& x, const Entry& y) { return x.enter != y.enter ? x.enter > y.enter : x.group > y.group; }
  };

  void push(const Siblings& siblings, double enter) {
    std::uint32_t group = static_cast<std::uint32_t>(groups_.size());
    if (unused_.empty()) {
      groups_.push_back(siblings);
    } else {
      group = unused_.back();
      unused_.pop_back();
      groups_[group] = siblings;
    }
    heap_.push_back({enter, group});
    std::push_heap(heap_.begin(), heap_.end());
  }

  std::vector<Entry> heap_;
  std::vector<Siblings> groups_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace graze::tree
