/// One function a shape: a new one does not compile until it says whether it is a plane, a rounded hull or neither.

#include "views/rounded_body.h"

#include "geometry/shape_kinds.h"

namespace graze::distance {
namespace {

BoundaryPlane as_boundary(const Plane& s) { return {s.normal, s.offset, false}; }
BoundaryPlane as_boundary(const HalfSpace& s) { return {s.normal, s.offset, true}; }

struct ToRounded {
  const Shape& shape;
  const Pose& pose;

  [[nodiscard]] Rounded around(const Shape& core, double radius) const { return {*sat::as_convex(core, pose), {}, radius, {}}; }

  /// A direction of zero adds nothing: the line is a point.
  [[nodiscard]] Rounded endless(const Vec3& origin, const Vec3& direction, bool both_ways) const {
    Rounded body = around({Point{origin}}, 0);
    if (direction == Vec3::Zero()) return body;
    body.rays.push_back(direction);
    if (both_ways) body.rays.emplace_back(-direction);
    return body;
  }

  [[nodiscard]] Rounded bounded_by(const BoundaryPlane& boundary) const {
    Rounded body = around({Point{}}, 0);
    body.boundary = boundary;
    return body;
  }

  std::optional<Rounded> operator()(const Line& s) const { return endless(s.origin, s.direction, true); }
  std::optional<Rounded> operator()(const Ray& s) const { return endless(s.origin, s.direction, false); }
  std::optional<Rounded> operator()(const Plane& s) const { return bounded_by(as_boundary(s)); }
  std::optional<Rounded> operator()(const HalfSpace& s) const { return bounded_by(as_boundary(s)); }
  std::optional<Rounded> operator()(const Sphere& s) const { return around({Point{s.center}}, s.radius); }
  std::optional<Rounded> operator()(const Capsule& s) const { return around({Segment{s.v}}, s.radius); }
  template <PolytopeShape Polytope>
  std::optional<Rounded> operator()(const Polytope&) const {
    return around(shape, 0);
  }
  template <class Other>
    requires OneOf<Other, Cylinder, Cone, Ellipsoid> || ManyPieces<Other> || RingShape<Other>
  std::optional<Rounded> operator()(const Other&) const {
    return std::nullopt;
  }
};

template <class... Kinds>
bool is_one_of(const Shape& shape) {
  return (std::holds_alternative<Kinds>(shape.value) || ...);
}

}  // namespace

std::optional<BoundaryPlane> boundary_plane_of(const Shape& shape) {
  if (const auto* plane = std::get_if<Plane>(&shape.value)) return as_boundary(*plane);
  if (const auto* half_space = std::get_if<HalfSpace>(&shape.value)) return as_boundary(*half_space);
  return std::nullopt;
}

bool is_rounded(const Shape& shape) { return !is_one_of<Cylinder, Cone, Ellipsoid, PointCloud, TriangleMesh, Torus>(shape); }

std::optional<Rounded> as_rounded(const Shape& shape, const Pose& pose) { return std::visit(ToRounded{shape, pose}, shape.value); }

}  // namespace graze::distance
