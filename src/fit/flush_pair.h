#pragma once
/// Boxes with two neighbouring faces that each hold an edge of the hull. Internal to fit.

#include <array>
#include <cstddef>
#include <span>

#include "fit/arc_tree.h"
#include "fit/flush_patch.h"

namespace graze {

/// Boxes from one at s = 0 to one at s = 1, their normals moving along chords.
using FlushFamily = FlushPatch<2>;

/// The parts before and after s.
[[nodiscard]] std::array<FlushFamily, 2> split(const FlushFamily& family, double s);

/// Where one normal moves by less than this all boxes of a family turn about it. No unit, an angle. The least of them has an edge
/// in a third face, and that edge makes a family through the same box: this one need not be searched. Each edge around a base makes
/// such a family with each edge at a right angle to the base. MinVolume.IsQuickOnSymmetricAndOnLargeHulls
inline constexpr double standing = 0x1p-40;

/// All boxes with one face normal on each of two arcs, but for those that turn about a standing normal. Four families at most, were
/// it not for rounding; five from either arc even so.
struct FlushFamilies {
  std::array<FlushFamily, 10> family;
  std::size_t count = 0;

  [[nodiscard]] std::span<const FlushFamily> all() const { return std::span(family).first(count); }
};

[[nodiscard]] FlushFamilies flush_families(const GaussArc& first, const GaussArc& second);

/// Where in the middle half of the family to split it, given spans from a box of its first and one of its second half: where the
/// latter take over from the former, because there the volume has a kink, or simply in the middle.
[[nodiscard]] double take_over(const FlushFamily& family, const Spans& early, const Spans& late);

}  // namespace graze
