#pragma once
/// Looks through the arrays of a stored tree, part by part and on several threads.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tree/nodes/build_tasks.h"
#include "tree/nodes/tree_parts.h"

namespace graze::tree {

/// What one thread looks at before it takes the next part. Bytes.
inline constexpr std::size_t part_bytes = std::size_t{1} << 22U;
/// Elements that are looked at together before anybody asks whether one was wrong.
inline constexpr std::size_t together = 256;

struct Part {
  std::size_t first, last;
};

template <class T>
std::vector<Part> parts_of(std::span<const T> all) {
  const std::size_t size = std::max<std::size_t>(1, part_bytes / sizeof(T));
  std::vector<Part> parts;
  for (std::size_t first = 0; first < all.size(); first += size) parts.push_back({first, std::min(all.size(), first + size)});
  return parts;
}

/// The first element that is_wrong(element); the number of all where none is.
template <class T, class IsWrong>
std::size_t first_wrong(std::span<const T> all, Part part, const IsWrong& is_wrong) {
  for (std::size_t i = part.first; i < part.last;) {
    const std::size_t end = std::min(i + together, part.last);
    bool is_any = false;
    for (std::size_t k = i; k < end; ++k) is_any |= is_wrong(all[k]);
    if (is_any) {
      while (!is_wrong(all[i])) ++i;
      return i;
    }
    i = end;
  }
  return all.size();
}

/// Runs over the arrays of one tree.
class ArrayCheck {
 public:
  ArrayCheck(Crew& crew, const DoneWith& done_with) : crew_(crew), done_with_(done_with) {}

  /// The first wrong element of an array, if there is one.
  template <class T, class IsWrong>
  std::optional<TreeDefect> look_through(std::span<const T> all, TreeArray array, const char* reason, const IsWrong& is_wrong) {
    const std::size_t wrong = least(all, [&](Part part, std::size_t) { return first_wrong(all, part, is_wrong); });
    return wrong < all.size() ? std::optional(TreeDefect{array, wrong, reason}) : std::nullopt;
  }

  /// Nodes with slots: children are numbered in the order in which they are found, so that every node is below one other and no
  /// way leads back. is_wrong(node) is about everything else.
  template <class Node, class IsWrong>
  std::optional<TreeDefect> look_through_nodes(std::span<const Node> all, std::size_t listed, TreeArray array,
                                               const IsWrong& is_wrong) {
    std::vector<ChildRun> runs(parts_of(all).size());
    const std::size_t wrong = least(all, [&](Part part, std::size_t number) {
      return std::min(first_wrong(all, part, is_wrong), first_wrong_slot(all, part, listed, runs[number]));
    });
    if (wrong < all.size()) return TreeDefect{array, wrong, "a slot or a box makes no sense"};
    std::uint32_t next = 1;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (runs[i].count != 0 && runs[i].first != next) return TreeDefect{array, parts_of(all)[i].first, "a child is not its own"};
      next += runs[i].count;
    }
    if (!all.empty() && next != all.size()) return TreeDefect{array, 0, "some nodes or triangles are not reached"};
    if (is_too_deep(all)) return TreeDefect{array, 0, "the tree is too deep"};
    return std::nullopt;
  }

 private:
  /// Of the nodes below a part: they follow each other.
  struct ChildRun {
    std::uint32_t first = 0, count = 0;
  };

  template <class T, class LookAt>
  std::size_t least(std::span<const T> all, const LookAt& look_at) {
    const std::vector<Part> parts = parts_of(all);
    std::vector<std::size_t> wrong(parts.size(), all.size());
    crew_.each(0, parts.size(), [&](std::size_t i) {
      wrong[i] = look_at(parts[i], i);
      if (done_with_) done_with_(all.data() + parts[i].first, (parts[i].last - parts[i].first) * sizeof(T));
    });
    return wrong.empty() ? all.size() : *std::min_element(wrong.begin(), wrong.end());
  }

  template <class Node>
  static std::size_t first_wrong_slot(std::span<const Node> all, Part part, std::size_t listed, ChildRun& run) {
    for (std::size_t i = part.first; i < part.last; ++i) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        const Slot slot = all[i].slots[lane];
        if (slot.is_empty()) continue;
        if (i == 0 && lane != 0) return i;  // the root is alone
        if (slot.is_leaf()) {
          if (std::size_t{slot.first()} + slot.count() > listed) return i;
          continue;
        }
        if (run.count == 0) run.first = slot.node();
        if (slot.node() <= i || slot.node() >= all.size() || slot.node() != run.first + run.count) return i;
        ++run.count;
      }
    }
    return all.size();
  }

  /// Levels follow each other: the children of one are the next.
  template <class Node>
  static bool is_too_deep(std::span<const Node> all) {
    std::size_t end = 1, depth = 0;  // where the level at this depth ends
    while (end < all.size()) {
      if (++depth > MeshTree::max_depth) return true;
      end = first_child_from(all, end);
    }
    return false;
  }
  template <class Node>
  static std::size_t first_child_from(std::span<const Node> all, std::size_t node) {
    for (; node < all.size(); ++node) {
      for (const Slot slot : all[node].slots) {
        if (!slot.is_empty() && !slot.is_leaf()) return slot.node();
      }
    }
    return all.size();
  }

  Crew& crew_;
  const DoneWith& done_with_;
};

}  // namespace graze::tree
