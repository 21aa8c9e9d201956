/// One function a shape: a new one does not compile until it says what its core and its radius are.

#include "views/curved_body.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "geometry/frame.h"

namespace graze::distance {
namespace {

/// R v in about 106 bits.
Vector3<DoubleDouble> rotated(const Mat3& rotation, const Vec3& v) {
  const Vector3<DoubleDouble> wide = lifted<DoubleDouble>(v);
  return {dot(lifted<DoubleDouble>(rotation.row(0)), wide), dot(lifted<DoubleDouble>(rotation.row(1)), wide),
          dot(lifted<DoubleDouble>(rotation.row(2)), wide)};
}

Curved body_at(CurvedCore core, const Vec3& anchor, const Pose& pose) {
  Curved body;
  body.core = core;
  body.rotation = pose.rotation;
  body.anchor = anchor;
  body.position = rotated(pose.rotation, anchor) + lifted<DoubleDouble>(pose.translation);
  return body;
}

/// Does not overflow where the sum would.
Vec3 middle(const Vec3& p, const Vec3& q) { return 0.5 * p + 0.5 * q; }

/// Hull, segment, cylinder, cone, least and greatest corner: whatever is described by points, anchored amid them.
Curved through(CurvedCore core, std::span<const Vec3> points, const Pose& pose) {
  Vec3 low = points[0];
  Vec3 high = points[0];
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  Curved body = body_at(core, middle(low, high), pose);
  body.points.assign(points.begin(), points.end());
  for (const Vec3& p : points) body.reach = std::max(body.reach, (p - body.anchor).stableNorm());
  return body;
}

Curved ball(const Vec3& center, double radius, const Pose& pose) {
  Curved body = through(CurvedCore::segment, std::array{center, center}, pose);
  body.radius = radius;
  body.reach = radius;
  return body;
}

Curved round(CurvedCore core, const std::array<Vec3, 2>& v, double radius, const Pose& pose) {
  if (v[0] == v[1]) return ball(v[0], radius, pose);
  Curved body = through(core, v, pose);
  body.cap_radius = radius;
  body.reach = std::hypot(body.reach, radius);
  return body;
}

/// How far a frame in a pose may be from an orthonormal one.
double defect(const Frame& axes, const Pose& pose) {
  return orthonormality_defect(axes) + orthonormality_defect({pose.rotation.col(0), pose.rotation.col(1), pose.rotation.col(2)});
}

Curved framed(CurvedCore core, const Vec3& center, const Frame& axes, const Vec3& half_extents, const Pose& pose) {
  Curved body = body_at(core, center, pose);
  body.axes = axes;
  body.half_extents = half_extents;
  body.reach = core == CurvedCore::ellipsoid ? half_extents.maxCoeff() : half_extents.stableNorm();
  return body;
}

/// The direction times a power of two that makes it about unit long, and that power.
struct AboutUnit {
  Vec3 direction;
  int exponent = 0;
};

AboutUnit about_unit(const Vec3& v) {
  int exponent = 0;
  static_cast<void>(std::frexp(v.cwiseAbs().maxCoeff(), &exponent));
  return {{std::ldexp(v.x(), -exponent), std::ldexp(v.y(), -exponent), std::ldexp(v.z(), -exponent)}, -exponent};
}

Curved straight(CurvedCore core, const Vec3& origin, const Vec3& direction, const Pose& pose) {
  if (direction == Vec3::Zero()) return ball(origin, 0, pose);
  Curved body = body_at(core, origin, pose);
  body.direction = about_unit(direction).direction;
  return body;
}

Curved flat(CurvedCore core, const Vec3& normal, double offset, const Pose& pose) {
  const AboutUnit n = about_unit(normal);
  Curved body = body_at(core, Vec3::Zero(), pose);
  body.direction = n.direction;
  constexpr double farthest = 0x1p1020;  // what lies beyond is on the same side of everything
  body.level = DoubleDouble(std::clamp(std::ldexp(offset, n.exponent), -farthest, farthest)) +
               dot(rotated(pose.rotation, n.direction), lifted<DoubleDouble>(pose.translation));
  return body;
}

struct Describe {
  const Pose& pose;

  Curved operator()(const Point& s) const { return ball(s.p, 0, pose); }
  Curved operator()(const Line& s) const { return straight(CurvedCore::line, s.origin, s.direction, pose); }
  Curved operator()(const Ray& s) const { return straight(CurvedCore::ray, s.origin, s.direction, pose); }
  Curved operator()(const Segment& s) const { return through(CurvedCore::segment, s.v, pose); }
  Curved operator()(const Plane& s) const { return flat(CurvedCore::plane, s.normal, s.offset, pose); }
  Curved operator()(const HalfSpace& s) const { return flat(CurvedCore::half_space, s.normal, s.offset, pose); }
  Curved operator()(const Sphere& s) const { return ball(s.center, s.radius, pose); }
  Curved operator()(const Capsule& s) const {
    Curved body = through(CurvedCore::segment, s.v, pose);
    body.radius = s.radius;
    body.reach += s.radius;
    return body;
  }
  Curved operator()(const Cylinder& s) const { return round(CurvedCore::cylinder, s.v, s.radius, pose); }
  Curved operator()(const Cone& s) const { return round(CurvedCore::cone, {s.base, s.apex}, s.radius, pose); }
  Curved operator()(const Ellipsoid& s) const {
    Curved body = framed(CurvedCore::ellipsoid, s.center, s.axes, s.half_extents, pose);
    const double least = s.half_extents.minCoeff();  // the least radius of curvature is least^2 / greatest
    const double slack = 1 - 4 * defect(s.axes, pose);
    if (least > 0) body.radius = slack * least * (least / s.half_extents.maxCoeff());
    return body;
  }
  Curved operator()(const Aabb& s) const { return through(CurvedCore::aabb, std::array{s.min, s.max}, pose); }
  Curved operator()(const Obb& s) const { return framed(CurvedCore::box, s.center, s.axes, s.half_extents, pose); }
  Curved operator()(const Triangle& s) const { return through(CurvedCore::hull, s.v, pose); }
  Curved operator()(const Tetrahedron& s) const { return through(CurvedCore::hull, s.v, pose); }
  Curved operator()(const ConvexPolygon& s) const { return through(CurvedCore::hull, s.vertices, pose); }
  Curved operator()(const ConvexPolyhedron& s) const { return through(CurvedCore::hull, s.vertices, pose); }
  std::optional<Curved> operator()(const PointCloud&) const { return std::nullopt; }
  std::optional<Curved> operator()(const TriangleMesh&) const { return std::nullopt; }
  std::optional<Curved> operator()(const Torus&) const { return std::nullopt; }
};

}  // namespace

std::optional<Curved> as_curved(const Shape& shape, const Pose& pose) {
  return std::visit([&](const auto& s) -> std::optional<Curved> { return Describe{pose}(s); }, shape.value);
}

}  // namespace graze::distance
