#pragma once
/// On which side is a point? Exact for all finite doubles, touching and subnormals included.

#include <graze/vec.h>

namespace graze {

/// Sign of the area of a, b, c: 1 when they turn counter-clockwise, 0 when they lie on a line, -1 otherwise.
[[nodiscard]] int orient2d(const Vec2& a, const Vec2& b, const Vec2& c);

/// Sign of ((b - a) x (c - a)) . (d - a): 1 when a, b, c appear counter-clockwise seen from d, 0 when all four share a plane.
[[nodiscard]] int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

namespace detail {

/// The same without the filter in front, for callers that have filtered already.
[[nodiscard]] int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c);
[[nodiscard]] int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

}  // namespace detail
}  // namespace graze
