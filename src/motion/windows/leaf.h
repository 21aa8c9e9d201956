#pragma once
/// What is in the leaves of two trees, throughout a window of time: triangles, or a convex shape.

#include <array>
#include <cstdint>

#include <graze/answers.h>

#include "motion/windows/pair_window.h"

namespace graze::windows {

enum class LeafStatus : std::uint8_t {
  free,     ///< certainly apart throughout the window
  open,     ///< not known
  meeting,  ///< in contact at the middle, certainly
  near,     ///< the window moves them by less than half the tolerance, and they are within the tolerance
};

struct LeafAnswer {
  LeafStatus status = LeafStatus::open;
  double distance = -1;     ///< at the middle, where it was measured
  std::uint8_t sleeps = 0;  ///< of what is open: so many times windows may be halved, about, before one is free
};

/// What is to be found out, beside whether they stay apart.
struct LeafTask {
  bool is_last = false;   ///< time cannot be halved any more: what is not free is near
  bool measures = false;  ///< the distance at the middle of what is not free at once
};

/// Triangles i of a and j of b; any number for a convex shape.
[[nodiscard]] LeafAnswer look_at(const PairWindow& window, std::uint32_t i, std::uint32_t j, const LeafTask& task);

/// Their nearest points at the middle of the window, in the world.
[[nodiscard]] Closest closest_at_middle(const PairWindow& window, std::uint32_t i, std::uint32_t j);

}  // namespace graze::windows
