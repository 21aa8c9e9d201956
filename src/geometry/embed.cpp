/// Shapes of the plane as shapes of the plane z = 0 in space, one function a kind.

#include "geometry/embed.h"

#include <variant>

namespace graze {
namespace {

Shape in_space(const Point2& s) { return {Point{embedded(s.p)}}; }
Shape in_space(const Line2& s) { return {Line{embedded(s.origin), embedded(s.direction)}}; }
Shape in_space(const ImplicitLine2& s) { return {Plane{embedded(s.normal), s.offset}}; }
Shape in_space(const HalfPlane& s) { return {HalfSpace{embedded(s.normal), s.offset}}; }
Shape in_space(const Ray2& s) { return {Ray{embedded(s.origin), embedded(s.direction)}}; }
Shape in_space(const Segment2& s) { return {Segment{{embedded(s.v[0]), embedded(s.v[1])}}}; }
Shape in_space(const Circle& s) { return {Sphere{embedded(s.center), s.radius}}; }
Shape in_space(const Capsule2& s) { return {Capsule{{embedded(s.v[0]), embedded(s.v[1])}, s.radius}}; }
Shape in_space(const Aabb2& s) { return {Aabb{embedded(s.min), embedded(s.max)}}; }

Shape in_space(const Obb2& s) {
  return {Obb{embedded(s.center), {embedded(s.axes[0]), embedded(s.axes[1]), Vec3::UnitZ()}, embedded(s.half_extents)}};
}

/// As thick as it is narrow: what lies in the plane is nearest to it in the plane, and roundings lift it out of the plane least.
Shape in_space(const Ellipse& s) {
  const Vec3 half_extents(s.half_extents.x(), s.half_extents.y(), s.half_extents.minCoeff());
  return {Ellipsoid{embedded(s.center), {embedded(s.axes[0]), embedded(s.axes[1]), Vec3::UnitZ()}, half_extents}};
}

Shape in_space(const PointCloud2& s) {
  PointCloud cloud;
  cloud.points.reserve(s.points.size());
  for (const Vec2& p : s.points) cloud.points.push_back(embedded(p));
  return {std::move(cloud)};
}

Shape in_space(const ConvexPolygon2& s) {
  ConvexPolygon polygon;
  polygon.vertices.reserve(s.vertices.size());
  for (const Vec2& v : s.vertices) polygon.vertices.push_back(embedded(v));
  return {std::move(polygon)};
}

}  // namespace

Shape embedded(const Shape2& shape) {
  return std::visit([](const auto& s) { return in_space(s); }, shape.value);
}

}  // namespace graze
