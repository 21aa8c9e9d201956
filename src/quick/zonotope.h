#pragma once
/// Closest points of the bodies that are most frequent: points, segments and boxes, perhaps posed and with radii. Where doubles
/// suffice without a search, closed_form.h has answered before.
///
/// Such a body is a zonotope {c + sum p_k g_k : |p_k| <= 1} with a ball. Parameters p found in closed form (or, of two boxes, by a
/// search) are proven to be good enough; where roundings are too large beside the gap, the offset between them is measured again in
/// double-doubles. What even these leave open is not answered here.

#include <optional>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "views/body_view.h"

namespace graze::distance {

/// A body by reference: its numbers as they are stored.
struct Zonotope {
  enum class Kind : std::uint8_t { point, segment, aligned_box, oriented_box };

  Kind kind = Kind::point;
  const Vec3* first = nullptr;  ///< body frame: the point, the start, the least corner, the centre
  const Vec3* last = nullptr;   ///< body frame: the end, the greatest corner
  const Frame* axes = nullptr;  ///< of an oriented box, with its half extents
  const Vec3* half_extents = nullptr;
  double radius = 0;
  const Pose* pose = nullptr;
};

/// Nothing for other shapes.
[[nodiscard]] std::optional<Zonotope> as_zonotope(const BodyView& c);

/// Boxes whose stored axes and rotations are the same numbers, as those of bodies that rest on each other often are: their edges
/// are parallel in exact arithmetic.
[[nodiscard]] inline bool have_equal_axes(const Zonotope& a, const Zonotope& b) {
  if (a.kind != b.kind || a.kind < Zonotope::Kind::aligned_box || a.pose->rotation != b.pose->rotation) return false;
  return a.kind == Zonotope::Kind::aligned_box || *a.axes == *b.axes;
}

/// Nothing where the last digits matter.
[[nodiscard]] std::optional<Closest> closest_points(const Zonotope& a, const Zonotope& b);
[[nodiscard]] std::optional<bool> overlap(const Zonotope& a, const Zonotope& b);

/// What the closed forms of closed_form.h certify at once, bit by bit, counted in units of a power of two; nothing otherwise.
[[nodiscard]] std::optional<Closest> certified_closest(const Zonotope& a, const Zonotope& b, double unit);

/// Refers to the shape and the pose.
[[nodiscard]] inline Zonotope as_zonotope(const Point& s, const Pose& pose) {
  return {Zonotope::Kind::point, &s.p, nullptr, nullptr, nullptr, 0, &pose};
}
[[nodiscard]] inline Zonotope as_zonotope(const Sphere& s, const Pose& pose) {
  return {Zonotope::Kind::point, &s.center, nullptr, nullptr, nullptr, s.radius, &pose};
}
[[nodiscard]] inline Zonotope as_zonotope(const Segment& s, const Pose& pose) {
  return {Zonotope::Kind::segment, &s.v[0], &s.v[1], nullptr, nullptr, 0, &pose};
}
[[nodiscard]] inline Zonotope as_zonotope(const Capsule& s, const Pose& pose) {
  return {Zonotope::Kind::segment, &s.v[0], &s.v[1], nullptr, nullptr, s.radius, &pose};
}
[[nodiscard]] inline Zonotope as_zonotope(const Aabb& s, const Pose& pose) {
  return {Zonotope::Kind::aligned_box, &s.min, &s.max, nullptr, nullptr, 0, &pose};
}
[[nodiscard]] inline Zonotope as_zonotope(const Obb& s, const Pose& pose) {
  return {Zonotope::Kind::oriented_box, &s.center, nullptr, &s.axes, &s.half_extents, 0, &pose};
}

/// Nothing for other shapes.
[[nodiscard]] inline std::optional<Zonotope> as_zonotope(const Shape& shape, const Pose& pose) {
  const auto& s = shape.value;
  if (const auto* x = std::get_if<Sphere>(&s)) return as_zonotope(*x, pose);
  if (const auto* x = std::get_if<Capsule>(&s)) return as_zonotope(*x, pose);
  if (const auto* x = std::get_if<Obb>(&s)) return as_zonotope(*x, pose);
  if (const auto* x = std::get_if<Aabb>(&s)) return as_zonotope(*x, pose);
  if (const auto* x = std::get_if<Segment>(&s)) return as_zonotope(*x, pose);
  if (const auto* x = std::get_if<Point>(&s)) return as_zonotope(*x, pose);
  return std::nullopt;
}

}  // namespace graze::distance
