#pragma once
/// Pairs of boxes for timing, with a wanted share of hits.

#include <vector>

#include "box/eight_lanes.h"
#include "box/time_window.h"

namespace graze::bench {

struct BoxPairs {
  const char* name;
  sat::RelativePose b_in_a;
  sat::PairMargin margin;
  sat::PairMotion motion;  ///< brings most pairs closer within a unit of time
  std::vector<Obb> a, b;
  std::vector<bool> meet;  ///< by exact arithmetic
};

/// One box and eight others of the other body, in single precision.
struct LaneCases {
  std::vector<sat::OneBox> one;
  std::vector<sat::EightBoxes> eight;
  sat::LaneMargin margin;
  sat::LaneMotion motion;
};

inline constexpr std::size_t pair_count = 1024;  ///< fits the second-level cache; a multiple of 8

/// all_hit, half_separated, mostly_separated.
[[nodiscard]] const std::vector<BoxPairs>& box_pairs();

/// Every eighth a of the pairs, against eight b's put where the pairs have them.
[[nodiscard]] LaneCases lane_cases(const BoxPairs& pairs);

}  // namespace graze::bench
