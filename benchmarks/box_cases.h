#pragma once
/// Pairs of boxes for timing, with a wanted share of hits.

#include <vector>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::bench {

struct BoxPairs {
  const char* name;
  Pose b_in_a;
  Vec3 velocity;  ///< of b: brings most pairs closer within a unit of time
  std::vector<Obb> a, b;
  std::vector<bool> meet;  ///< by exact arithmetic
};

inline constexpr std::size_t pair_count = 1024;  ///< fits the second-level cache

/// all_hit, half_separated, mostly_separated.
[[nodiscard]] const std::vector<BoxPairs>& box_pairs();

}  // namespace graze::bench
