/// One function a shape: a new one does not compile until it says where it is at most.

#include "views/bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"
#include "numbers/bounded.h"
#include "numbers/tolerance.h"

namespace graze::query {
namespace {

Vec3 value_of(const Vector3<Bounded>& v) { return {v.x.value, v.y.value, v.z.value}; }
Vec3 error_of(const Vector3<Bounded>& v) { return {v.x.error, v.y.error, v.z.error}; }

/// What bounds in doubles give away for their roundings, relative to the coordinates involved. No unit. A dozen operations of 2^-53
/// each, with room to spare: looser boxes cost time, never an answer. ShapeBound.NeverExceedsTheDistance
constexpr double bound_slack = 0x1p-44;

/// The hull that the ball of a rounded shape rolls along, or one that holds a curved shape, and the radius around it.
struct Skeleton {
  std::optional<Shape> hull;  ///< absent: the shape itself, which may have many corners and is not copied
  double radius = 0;
};

struct ToSkeleton {
  Skeleton operator()(const Sphere& s) const { return Skeleton{Shape{Point{s.center}}, s.radius}; }
  Skeleton operator()(const Capsule& s) const { return Skeleton{Shape{Segment{s.v}}, s.radius}; }
  Skeleton operator()(const Cylinder& s) const { return Skeleton{Shape{Segment{s.v}}, s.radius}; }
  Skeleton operator()(const Cone& s) const { return Skeleton{Shape{Segment{{s.base, s.apex}}}, s.radius}; }
  Skeleton operator()(const Ellipsoid& s) const { return Skeleton{Shape{Obb{s.center, s.axes, s.half_extents}}, 0}; }
  Skeleton operator()(const Torus& s) const {
    const Frame frame = orthonormal_frame(s.axis, any_perpendicular(s.axis)).value_or(world_frame());
    return Skeleton{Shape{Obb{s.center, frame, Vec3(0, s.major, s.major)}}, s.minor};
  }
  template <class Linear>
    requires PolytopeShape<Linear> || UnboundedShape<Linear> || ManyPieces<Linear>
  Skeleton operator()(const Linear&) const {
    return {};
  }
};

Obb grown(Obb box, double radius) {
  for (int i = 0; i < 3 && radius > 0; ++i) {
    box.half_extents[i] = std::nextafter(box.half_extents[i] + radius, std::numeric_limits<double>::infinity());
  }
  return box;
}

/// How far the box lies at least from where it would be if it had no size.
double less_size(double distance_of_center, double reach, double size_of_numbers) {
  return std::max(0.0, distance_of_center - reach - bound_slack * size_of_numbers);
}

double line_bound(const Vec3& origin, const Vec3& direction, double least, const Obb& box) {
  const double square = direction.squaredNorm();
  const Vec3 to_center = box.center - origin;
  const double t = square > 0 ? std::max(least, to_center.dot(direction) / square) : 0;
  const Vec3 nearest = std::isfinite(t) ? Vec3(origin + t * direction) : box.center;
  return less_size((box.center - nearest).norm(), box.half_extents.norm(), box.center.norm() + origin.norm() + nearest.norm());
}

/// The least and greatest of normal.x - offset over the box, over the length of the normal.
std::array<double, 2> heights(const Vec3& normal, double offset, const Pose& pose, const Obb& box) {
  const double length = normal.stableNorm();
  const Vec3 unit = pose.rotation * (normal / length);
  const double level = offset / length + unit.dot(pose.translation);
  const double middle = unit.dot(box.center) - level;
  double reach = bound_slack * (box.center.norm() + std::abs(level) + pose.translation.norm());
  for (int i = 0; i < 3; ++i) reach += std::abs(unit.dot(box.axes[i])) * box.half_extents[i] * (1 + bound_slack);
  return {middle - reach, middle + reach};
}

struct UnboundedDistance {
  const Pose& pose;
  const Obb& box;

  double operator()(const Line& s) const {
    return line_bound(pose.to_world(s.origin), pose.rotation * s.direction, -std::numeric_limits<double>::infinity(), box);
  }
  double operator()(const Ray& s) const { return line_bound(pose.to_world(s.origin), pose.rotation * s.direction, 0, box); }
  double operator()(const Plane& s) const {
    const auto [low, high] = heights(s.normal, s.offset, pose, box);
    return std::max({0.0, low, -high});
  }
  double operator()(const HalfSpace& s) const { return std::max(0.0, heights(s.normal, s.offset, pose, box)[0]); }
  template <class Bounded>
    requires PolytopeShape<Bounded> || RoundShape<Bounded> || ManyPieces<Bounded> || RingShape<Bounded>
  double operator()(const Bounded&) const {
    return 0;
  }
};

struct SomePoint {
  Vec3 operator()(const Point& s) const { return s.p; }
  Vec3 operator()(const Line& s) const { return s.origin; }
  Vec3 operator()(const Ray& s) const { return s.origin; }
  Vec3 operator()(const Plane& s) const { return s.normal * (s.offset / s.normal.squaredNorm()); }
  Vec3 operator()(const HalfSpace& s) const { return s.normal * (s.offset / s.normal.squaredNorm()); }
  Vec3 operator()(const Sphere& s) const { return s.center; }
  Vec3 operator()(const Cone& s) const { return s.base; }
  Vec3 operator()(const Ellipsoid& s) const { return s.center; }
  Vec3 operator()(const Torus& s) const { return s.center + s.major * any_perpendicular(s.axis).stableNormalized(); }
  Vec3 operator()(const Aabb& s) const { return s.min; }
  Vec3 operator()(const Obb& s) const { return s.center; }
  Vec3 operator()(const ConvexPolygon& s) const { return s.vertices[0]; }
  Vec3 operator()(const ConvexPolyhedron& s) const { return s.vertices[0]; }
  Vec3 operator()(const PointCloud& s) const { return s.points[0]; }
  Vec3 operator()(const TriangleMesh& s) const { return s.vertices[0]; }
  template <OneOf<Segment, Capsule, Cylinder, Triangle, Tetrahedron> WithCorners>
  Vec3 operator()(const WithCorners& s) const {
    return s.v[0];
  }
};

}  // namespace

Obb box_around(const sat::Convex& convex) {
  const sat::Corners<Bounded> body = sat::corners_in<Bounded>(convex, Vec3::Zero());
  Vec3 reach = Vec3::Zero();  // of a box beyond its centre
  for (const Vector3<Bounded>& half : body.halves) reach += value_of(half).cwiseAbs() + error_of(half);
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const Vector3<Bounded>& v : body.vertices) {
    low = low.cwiseMin(value_of(v) - error_of(v));
    high = high.cwiseMax(value_of(v) + error_of(v));
  }
  const Vec3 half = (high - low) / 2 + reach;
  // The rounding of the sums above and of the centre.
  const double slack = 8 * tolerance::rounding * (low.cwiseAbs() + high.cwiseAbs() + reach).sum();
  return {(low + high) / 2, world_frame(), half.array() + slack};
}

std::optional<Obb> box_around(const Shape& shape, const Pose& pose) {
  const auto skeleton = std::visit(ToSkeleton{}, shape.value);
  const auto hull = sat::as_convex(skeleton.hull ? *skeleton.hull : shape, pose);
  if (!hull) return std::nullopt;
  return grown(box_around(*hull), skeleton.radius);
}

bool is_bounded(const Shape& shape) {
  if (const auto* line = std::get_if<Line>(&shape.value)) return line->direction == Vec3::Zero();
  if (const auto* ray = std::get_if<Ray>(&shape.value)) return ray->direction == Vec3::Zero();
  return box_around(shape, {}).has_value();
}

double unbounded_distance_bound(const Shape& shape, const Pose& pose, const Obb& box) {
  return std::visit(UnboundedDistance{pose, box}, shape.value);
}

Vec3 some_point(const Shape& shape) { return std::visit(SomePoint{}, shape.value); }

}  // namespace graze::query
