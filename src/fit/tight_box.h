#pragma once
/// The box with given axes around points that is larger than it must be by rounding only once.

#include <span>

#include <graze/shapes.h>

namespace graze {

/// Contains every point in exact arithmetic on the stored numbers, like enclosing_box(), but with half extents that are right to
/// the last place for the stored centre: thin boxes stay thin, points in a plane at a right angle to an axis get thickness 0.
/// Contains them also by the scalar products with the axes, which differ from coordinates as much as the axes from orthonormal
/// ones. About ten times the work. Of at least one point, with coordinates as scale_to_unit() leaves them.
[[nodiscard]] Obb tightest_box(const Frame& axes, std::span<const Vec3> points);
/// The same around a given centre.
[[nodiscard]] Obb tightest_box(const Frame& axes, const Vec3& center, std::span<const Vec3> points);

}  // namespace graze
