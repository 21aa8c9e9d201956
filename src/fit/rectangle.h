#pragma once
/// The rectangle of least area around points of the plane.

#include <span>

#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze {

/// Does not depend on the order of the points and contains them in exact arithmetic. A side of the least rectangle lies along a
/// side of the hull [FreemanShapira75]: calipers turn once around it [Toussaint83]. Any finite points, at least one.
[[nodiscard]] Obb2 fit_min_area(std::span<const Vec2> points);

/// The direction of a side of the least rectangle, of unit length. The points should be of size about 1; at least one.
[[nodiscard]] Vec2 least_rectangle_direction(std::span<const Vec2> points);

}  // namespace graze
