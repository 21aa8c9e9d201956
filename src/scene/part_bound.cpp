/// What holds a shape in its own frame, and boxes of the world that follow from it.

#include "scene/part_bound.h"

#include <algorithm>
#include <cmath>
#include <span>

#include <Eigen/Geometry>

#include "body/view_of.h"
#include "geometry/shape_kinds.h"
#include "numbers/tolerance.h"
#include "tree/nodes/mesh_tree.h"
#include "views/bound.h"

namespace graze::scenes {
namespace {

/// Bounds the roundings of a dozen operations, relative to the sum of their terms. No unit. SceneBoxes.HoldEveryPoint
constexpr double box_slack = 0x1p-48;

/// By how much a pose that passes for a rotation may stretch: see tolerance::orthonormal_frame. No unit.
constexpr double stretch = 1 + 4 * tolerance::orthonormal_frame;

double length_up(const Vec3& v) { return v.stableNorm() * (1 + box_slack); }

/// A box without width along the segment, in the middle of which its centre is.
Obb box_along(const std::array<Vec3, 2>& v) {
  const Vec3 way = v[1] / 2 - v[0] / 2;
  const double half = way.stableNorm();
  Obb box{v[0] / 2 + v[1] / 2, world_frame(), Vec3::Zero()};
  if (!(half > 0)) return box;
  const Mat3 turn = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), way / half).toRotationMatrix();
  for (int i = 0; i < 3; ++i) box.axes[static_cast<std::size_t>(i)] = turn.col(i);
  const double slack = box_slack * (v[0].cwiseAbs() + v[1].cwiseAbs()).sum();
  box.half_extents = Vec3(half + slack, slack, slack);
  return box;
}

double ball_around(std::span<const Vec3> points, const Vec3& center) {
  double radius = 0;
  for (const Vec3& p : points) radius = std::max(radius, length_up(p - center));
  return radius;
}

Obb box_along_axes(std::span<const Vec3> points) {
  Vec3 low = Vec3::Constant(endless), high = -low;
  for (const Vec3& p : points) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vec3 half = high / 2 - low / 2;
  return {high / 2 + low / 2, world_frame(), half + box_slack * (low.cwiseAbs() + high.cwiseAbs())};
}

struct ToBound {
  PartBound operator()(const Sphere& s) const { return rolled({s.center, world_frame(), Vec3::Zero()}, s.radius); }
  PartBound operator()(const Capsule& s) const { return rolled(box_along(s.v), s.radius); }
  PartBound operator()(const Cylinder& s) const { return rolled(box_along(s.v), s.radius); }
  PartBound operator()(const Cone& s) const { return rolled(box_along({s.base, s.apex}), s.radius); }
  PartBound operator()(const Ellipsoid& s) const { return rolled({s.center, s.axes, s.half_extents}, 0); }
  PartBound operator()(const Obb& s) const { return rolled(s, 0); }
  PartBound operator()(const Segment& s) const { return rolled(box_along(s.v), 0); }
  PartBound operator()(const ConvexPolyhedron& s) const { return with_ball(s, s.vertices); }
  PartBound operator()(const ConvexPolygon& s) const { return with_ball(s, s.vertices); }
  template <OneOf<Point, Aabb, Triangle, Tetrahedron, Torus> Simple>
  PartBound operator()(const Simple& s) const {
    return rolled(*query::box_around({s}, {}), 0);
  }
  template <UnboundedShape Endless>
  PartBound operator()(const Endless&) const {
    PartBound bound;
    bound.is_endless = true;
    return bound;
  }
  template <ManyPieces Many>
  PartBound operator()(const Many&) const {
    return {};
  }

  static PartBound rolled(const Obb& box, double radius) {
    PartBound bound;
    bound.box = box;
    bound.radius = radius;
    bound.ball = endless;
    return bound;
  }
  template <class Hull>
  static PartBound with_ball(const Hull& s, const std::vector<Vec3>& corners) {
    PartBound bound = rolled(*query::box_around({s}, {}), 0);
    bound.ball = ball_around(corners, bound.box.center);
    return bound;
  }
};

PartBound bound_of_mesh(const Geometry& geometry) {
  const MeshView mesh = view_of(geometry);
  PartBound bound;
  bound.is_empty = mesh.triangles.empty();
  if (bound.is_empty) return bound;
  bound.along_axes = box_along_axes(mesh.vertices);
  bound.box = geometry.box_tree() != nullptr ? *bound.along_axes : geometry.tree()->root_box();
  bound.ball = ball_around(mesh.vertices, bound.box.center);
  return bound;
}

Aabb placed(const Obb& box, double radius, const Pose& pose) {
  const Vec3 center = pose.to_world(box.center);
  Vec3 reach = Vec3::Constant(radius * stretch);
  for (int i = 0; i < 3; ++i) reach += (pose.rotation * box.axes[static_cast<std::size_t>(i)]).cwiseAbs() * box.half_extents[i];
  // Where a product of rotations cancels, what is left is off by roundings of its terms, hence the sum of the half extents.
  const Vec3 terms =
      (pose.rotation.cwiseAbs() * box.center.cwiseAbs() + pose.translation.cwiseAbs() + reach).array() + box.half_extents.sum();
  reach += box_slack * terms;
  return {center - reach, center + reach};
}

/// A line goes on for ever along the axes along which it has a direction, a ray one way only.
Aabb box_of_line(const Vec3& origin, const Vec3& direction, bool is_ray, const Pose& pose) {
  Aabb box = placed({origin, world_frame(), Vec3::Zero()}, 0, pose);
  const Vec3 along = pose.rotation * direction;
  const Vec3 doubt = box_slack * (pose.rotation.cwiseAbs() * direction.cwiseAbs());  // of the sign of `along`
  for (int k = 0; k < 3; ++k) {
    if (doubt[k] == 0) continue;  // no direction along this axis, exactly
    if (!is_ray || along[k] > -doubt[k]) box.max[k] = endless;
    if (!is_ray || along[k] < doubt[k]) box.min[k] = -endless;
  }
  return box;
}

/// Bounded only along an axis of the world that is the normal exactly.
Aabb box_of_plane(const Vec3& normal, double offset, bool is_half_space, const Pose& pose) {
  Aabb box = endless_box();
  const Vec3 terms = pose.rotation.cwiseAbs() * normal.cwiseAbs();
  for (int k = 0; k < 3; ++k) {
    if (terms[(k + 1) % 3] != 0 || terms[(k + 2) % 3] != 0) continue;
    const double across = pose.rotation.row(k).dot(normal);
    const double level = offset / across;
    const double slack =
        4 * tolerance::orthonormal_frame * std::abs(level) + box_slack * (std::abs(level) + std::abs(pose.translation[k]));
    const double low = pose.translation[k] + level - slack, high = pose.translation[k] + level + slack;
    if (!(std::isfinite(low) && std::isfinite(high))) continue;
    if (!is_half_space || across < 0) box.min[k] = low;
    if (!is_half_space || across > 0) box.max[k] = high;
  }
  return box;
}

struct EndlessBox {
  const Pose& pose;
  Aabb operator()(const Line& s) const { return box_of_line(s.origin, s.direction, false, pose); }
  Aabb operator()(const Ray& s) const { return box_of_line(s.origin, s.direction, true, pose); }
  Aabb operator()(const Plane& s) const { return box_of_plane(s.normal, s.offset, false, pose); }
  Aabb operator()(const HalfSpace& s) const { return box_of_plane(s.normal, s.offset, true, pose); }
  template <class Bounded>
    requires PolytopeShape<Bounded> || RoundShape<Bounded> || ManyPieces<Bounded> || RingShape<Bounded>
  Aabb operator()(const Bounded&) const {
    return endless_box();
  }
};

}  // namespace

PartBound bound_of(const Geometry& geometry) {
  return geometry.is_mesh() ? bound_of_mesh(geometry) : std::visit(ToBound{}, geometry.shape().value);
}

Aabb world_box(const PartBound& bound, const Geometry& geometry, const Pose& pose) {
  if (bound.is_empty) return empty_box();
  if (bound.is_endless) return std::visit(EndlessBox{pose}, geometry.shape().value);
  Aabb box = placed(bound.box, bound.radius, pose);
  if (bound.along_axes) box = common(box, placed(*bound.along_axes, 0, pose));
  if (std::isfinite(bound.ball)) box = common(box, placed({bound.box.center, world_frame(), Vec3::Zero()}, bound.ball, pose));
  for (int k = 0; k < 3; ++k) {  // numbers too large for a double bound nothing
    if (!std::isfinite(box.min[k])) box.min[k] = -endless;
    if (!std::isfinite(box.max[k])) box.max[k] = endless;
  }
  return box;
}

}  // namespace graze::scenes
