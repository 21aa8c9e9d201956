#pragma once
/// What a search through windows has left to look at.

#include <cstdint>
#include <vector>

#include "motion/windows/frame.h"

namespace graze::windows {

/// Two whole shapes, one box of one tree against some of eight of the other, or two leaves.
struct Item {
  enum class Kind : std::uint8_t { whole, eight_of_a, eight_of_b, leaves };
  std::uint32_t pair;
  std::uint32_t first;   ///< the one box (BoxRef::of_number), or the triangle of a
  std::uint32_t second;  ///< the node of the eight, or the triangle of b
  Kind kind;
  std::uint8_t lanes;       ///< of the eight
  std::uint8_t sleeps = 0;  ///< so many windows, each in the one before, would leave it open: it is not looked at in them
};

/// What a thread keeps from search to search, so that none allocates once it is warm.
struct SearchRoom {
  WindowFrames frames;
  std::vector<Item> items, todo;

  [[nodiscard]] static SearchRoom& of_this_thread() {
    thread_local SearchRoom room;
    return room;
  }
};

}  // namespace graze::windows
