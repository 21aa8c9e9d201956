#pragma once
/// Where to cut a set of triangles in two: the surface-area heuristic, in the axes of the set's own box.

#include <array>
#include <cstdint>
#include <span>

#include <graze/core/vec.h>

namespace graze::tree {

/// A triangle as the splitter sees it: its ranges along the axes of the node's box.
struct SplitItem {
  Vec3 lo = Vec3::Zero();
  Vec3 hi = Vec3::Zero();
  std::uint32_t triangle = 0;

  [[nodiscard]] double middle(int axis) const { return 0.5 * lo[axis] + 0.5 * hi[axis]; }
};

/// Reorders the items and returns how many belong to the first child, in [1, size - 1]. Of at least two items.
/// Cost of a cut: surface times count, summed over both sides [Goldsmith87]; sixteen bins an axis, or every position when there are
/// few. Identical middles, and nodes deeper than `balance_depth`, are cut in half, so the depth is bounded whatever the input.
[[nodiscard]] std::size_t split(std::span<SplitItem> items, std::size_t depth);

/// Below this depth every cut is a half: 2^32 triangles then need 32 more levels. Levels.
inline constexpr std::size_t balance_depth = 63;

}  // namespace graze::tree
