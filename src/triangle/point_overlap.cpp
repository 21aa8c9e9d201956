/// Decides axis-aligned triangles by signs of the plane, all others as a degenerate triangle against the triangle.

#include "triangle/point_overlap.h"

#include <optional>

#include "geometry/drop_coordinate.h"
#include "numbers/orient.h"
#include "triangle/overlap.h"

namespace graze::distance {
namespace {

/// Of a triangle and a point that share coordinate `axis`; nothing for triangles without area.
std::optional<bool> holds_in_plane(const Triangle& triangle, const Vec3& point, int axis) {
  const auto seen = [axis](const Vec3& p) { return drop_coordinate(p, axis); };
  const Vec2 v[3] = {seen(triangle.v[0]), seen(triangle.v[1]), seen(triangle.v[2])}, p = seen(point);
  const int inward = orient2d(v[0], v[1], v[2]);
  if (inward == 0) return std::nullopt;
  for (int i = 0; i < 3; ++i) {
    if (orient2d(v[i], v[(i + 1) % 3], p) * inward < 0) return false;
  }
  return true;
}

}  // namespace

bool holds(const Triangle& triangle, const Vec3& point) {
  for (int axis = 0; axis < 3; ++axis) {
    const auto is_level = [&](const Vec3& corner) { return corner[axis] == point[axis]; };
    if (!is_level(triangle.v[0]) || !is_level(triangle.v[1]) || !is_level(triangle.v[2])) continue;
    if (const auto in_plane = holds_in_plane(triangle, point, axis)) return *in_plane;
  }
  return overlap(triangle, {{point, point, point}});
}

}  // namespace graze::distance
