#pragma once
/// Shapes of the plane as shapes of space.

#include <graze/shapes.h>

namespace graze {

/// The same set in the plane z = 0, or one of space whose section with it that is and which meets other embedded shapes at the same
/// points of the plane: of a disc the ball, of an ellipse an ellipsoid, of a line n.x = d a plane, of a half-plane a half-space.
/// Boxes get half extent 0 along z.
[[nodiscard]] Shape embedded(const Shape2& shape);

/// (x, y, 0).
[[nodiscard]] inline Vec3 embedded(const Vec2& v) { return {v.x(), v.y(), 0.0}; }

}  // namespace graze
