#pragma once
/// Boxes with two neighbouring faces that each hold an edge of the hull. Internal to fit.

#include <array>
#include <cstddef>
#include <span>

#include <graze/core/export.h>
#include <graze/fit/arc_tree.h>

namespace graze {

/// A family of boxes, from one at s = 0 to one at s = 1: the normals of its first two faces move along chords, at a right angle to
/// each other. They are not of unit length, the third is their cross product.
struct FlushFamily {
  std::array<Vec3, 2> first;   ///< normal of the first face at both ends of the family
  std::array<Vec3, 2> second;  ///< normal of the second face

  [[nodiscard]] GRAZE_API std::array<FlushFamily, 2> split(double s) const;
};

/// All boxes with one face normal on each of two arcs. Four families at most, were it not for rounding; five from either arc even
/// so.
struct FlushFamilies {
  std::array<FlushFamily, 10> family;
  std::size_t count = 0;

  [[nodiscard]] std::span<const FlushFamily> all() const { return std::span(family).first(count); }
};

[[nodiscard]] GRAZE_API FlushFamilies flush_families(const GaussArc& first, const GaussArc& second);

/// Vectors between opposite corners that a box has to hold apart, for each of its three directions.
using Spans = std::array<Vec3, 3>;

/// Do all boxes of the family that hold these spans have at least the volume? True is certain up to rounding, false may be caution.
/// The volume is N(s) / Q(s) with polynomials of degree four; N - volume Q is not negative where its coefficients in Bernstein's
/// basis are not.
[[nodiscard]] GRAZE_API bool has_at_least(const FlushFamily& family, const Spans& spans, double volume);

/// Where in the middle half of the family to split it, given spans from a box of its first and one of its second half: where the
/// latter take over from the former, because there the volume has a kink, or simply in the middle.
[[nodiscard]] GRAZE_API double take_over(const FlushFamily& family, const Spans& early, const Spans& late);

}  // namespace graze
