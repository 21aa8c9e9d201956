#pragma once
/// What a search in time has still to look at, soonest first: groups of boxes, and pairs of triangles.

#include <cstdint>
#include <optional>
#include <vector>

#include <graze/tree/soonest_first.h>

namespace graze::query {

/// Either a pair of boxes or a pair of triangles.
struct TurningItem {
  double enter = 0;  ///< they do not meet before
  bool is_triangles = false;
  tree::BoxRefPair boxes{};
  std::uint32_t i = 0, j = 0;  ///< triangles of a and of b
};

class TurningQueue {
 public:
  /// Empty, but with the room it once needed: queries of a thread allocate nothing once it has grown.
  [[nodiscard]] static TurningQueue& of_this_thread() {
    thread_local TurningQueue scratch;
    scratch.heap_.clear();
    scratch.groups_.clear();
    scratch.unused_.clear();
    return scratch;
  }

  void push_triangles(double enter, std::uint32_t i, std::uint32_t j) { push({enter, i, j}); }

  /// The soonest of all, once these siblings have joined.
  [[nodiscard]] std::optional<TurningItem> pop_after_adding(tree::Siblings fresh) {
    if (fresh.left == 0) return pop();
    const int lane = fresh.soonest();
    if (!heap_.empty() && heap_.front().enter < fresh.enter[lane]) {
      push_group(fresh, fresh.enter[lane]);
      return pop();
    }
    const TurningItem soonest = item_of(fresh.take(lane));
    if (fresh.left != 0) push_group(fresh, fresh.enter[fresh.soonest()]);
    return soonest;
  }

  [[nodiscard]] std::optional<TurningItem> pop() {
    if (heap_.empty()) return std::nullopt;
    const Entry top = heap_.front();
    if (top.j != group_mark) {
      remove_top();
      return TurningItem{top.enter, true, {}, top.i, top.j};
    }
    tree::Siblings& siblings = groups_[top.i];
    const TurningItem soonest = item_of(siblings.take(siblings.soonest()));
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

  struct Entry {
    double enter;
    std::uint32_t i, j;  ///< triangles, or the number of a group and the mark

    /// Ties by number, so that the order is the same in every run; triangles before groups.
    [[nodiscard]] bool is_before(const Entry& other) const {
      if (enter != other.enter) return enter < other.enter;
      return j != other.j ? j < other.j : i < other.i;
    }
  };

  static TurningItem item_of(const tree::TimedPair& pair) { return {pair.enter, false, pair.boxes, 0, 0}; }

  void push_group(const tree::Siblings& siblings, double enter) {
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

  void push(const Entry& entry) {
    std::size_t hole = heap_.size();
    heap_.push_back(entry);
    for (; hole > 0 && entry.is_before(heap_[(hole - 1) / 2]); hole = (hole - 1) / 2) heap_[hole] = heap_[(hole - 1) / 2];
    heap_[hole] = entry;
  }

  void remove_top() {
    const Entry last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) replace_top(last);
  }

  void replace_top(const Entry& entry) {
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

  std::vector<Entry> heap_;
  std::vector<tree::Siblings> groups_;
  std::vector<std::uint32_t> unused_;
};

}  // namespace graze::query
