#pragma once
/// Is a point in a triangle? Exact for all finite doubles.

#include <graze/shapes.h>

namespace graze::distance {

/// As overlap() of triangle/overlap.h decides, sooner for triangles that are square to an axis.
[[nodiscard]] bool holds(const Triangle& triangle, const Vec3& point);

}  // namespace graze::distance
