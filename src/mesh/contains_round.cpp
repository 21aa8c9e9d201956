/// Decides whether a closed mesh contains a ball, capsule, cylinder, cone or ellipsoid.

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <variant>

#include "contains/convex.h"
#include "curved/distance.h"
#include "geometry/shape_kinds.h"
#include "mesh/contains.h"
#include "mesh/convex.h"
#include "mesh/inside.h"
#include "polytope/contact/contact_set.h"
#include "rounded/plane/plane_support.h"
#include "triangle/closest_exact.h"
#include "triangle/enters_round.h"
#include "views/bound.h"

namespace graze::query {
namespace {

using Vector = Vector3<Dyadic>;
using Generators = distance::SpanningPoints<Dyadic>;

/// The half axes of an ellipsoid that have a length.
std::vector<Vector> extents_of(const Generators& body) {
  std::vector<Vector> extents;
  for (const Vector& half : body.round.half_axes) {
    if (!half.x.is_zero() || !half.y.is_zero() || !half.z.is_zero()) extents.push_back(half);
  }
  return extents;
}

/// The mean of all points that span a body: an inner point if it has an interior.
Vector middle_of(const Generators& body) {
  sat::Vectors<Dyadic> points(body.points.begin(), body.points.end());
  points.insert(points.end(), body.rounded.begin(), body.rounded.end());
  return inner_point(points);
}

/// The axis or centre of a round body, where it is thickest.
struct MedialAxis {
  Shape operator()(const Sphere& s) const { return {Point{s.center}}; }
  Shape operator()(const Ellipsoid& s) const { return {Point{s.center}}; }
  Shape operator()(const Cone& s) const { return {Segment{{s.base, s.apex}}}; }
  Shape operator()(const Capsule& s) const { return {Segment{s.v}}; }
  Shape operator()(const Cylinder& s) const { return {Segment{s.v}}; }
  template <class Other>
    requires PolytopeShape<Other> || UnboundedShape<Other> || ManyPieces<Other> || RingShape<Other>
  Shape operator()(const Other& s) const {
    return {s};
  }
};

/// Of a triangle that runs through a round body, a position within both and not on the rim of the triangle, as far as it is found
/// easily: near where it comes nearest to the axis.
Vec3 common_position(const Shape& shape, const Pose& pose, const PosedTriangle& t,
                     const std::function<bool(const Vec3&)>& contains_point) {
  constexpr int halvings = 30;
  const auto axis = *distance::as_curved(std::visit(MedialAxis{}, shape.value), pose);
  const Vec3 nearest = distance::closest_points(axis, *distance::as_curved(Shape{t.local}, *t.pose)).points[1];
  const Vec3 middle = t.pose->to_world((t.local.v[0] + t.local.v[1] + t.local.v[2]) / 3);
  Vec3 position = middle;
  for (int k = 0; k < halvings && !contains_point(position); ++k) position = 0.5 * (position + nearest);
  return position;
}

/// The search for a distance leaves few triangles for exact numbers.
bool surface_enters(const SolidMesh& solid, const Shape& shape, const Pose& pose) {
  const Obb bound = *box_around(shape, pose);
  const auto body = *distance::conditions<Dyadic>(distance::PlacedShape(shape, pose), Vec3::Zero());
  const auto curved = *distance::as_curved(shape, pose);
  const double size = bound.half_extents.maxCoeff();
  const auto contains_point = [&](const Vec3& p) { return distance::contains(shape, pose, Shape{Point{p}}, {}).value_or(false); };
  return any_triangle(solid.surface, bound, [&](const PosedTriangle& t) {
    return distance::overlap(curved, *distance::as_curved(Shape{t.local}, *t.pose)) &&
           distance::enters(distance::exact_corners(t), body) &&
           shows_outside(solid, t, common_position(shape, pose, t, contains_point), size, contains_point);
  });
}

/// What the surface does not enter is all inside or all outside, but a point of its boundary, which may be on the surface, decides
/// nothing. A point within it is on the surface only where the surface enters.
bool contains_interior(const SolidMesh& solid, const Shape& shape, const Pose& pose, const Generators& body) {
  return is_enclosed(solid, middle_of(body)) && !surface_enters(solid, shape, pose);
}

/// Triangles around the centre that fill a flat ellipsoid but for slivers along its rim. They are decided exactly, so that cavities
/// far smaller than the roundings of chords are seen. Only across a coordinate axis, where rounded corners are in its plane.
bool contains_fan(const SolidMesh& solid, const Ellipsoid& shape, const Pose& pose) {
  constexpr int corners = 12;
  const int flat = shape.half_extents[0] == 0 ? 0 : shape.half_extents[1] == 0 ? 1 : 2;
  const int i = (flat + 1) % 3, j = (flat + 2) % 3;
  if ((shape.axes[flat].array() == 0).count() != 2) return true;
  // Corners stay short of the rim by more than their roundings: a few of the extents, and of the centre, which is added last. No
  // unit. MeshContains.DiscsThatTouchTheirWallsAtAnyAngle
  constexpr double of_extents = 0x1p-40, of_center = 0x1p-50;
  const double least = std::min(shape.half_extents[i], shape.half_extents[j]);
  const double scale = 1 - of_extents - of_center * shape.center.cwiseAbs().maxCoeff() / least;
  if (!(scale > 0)) return true;
  const auto corner = [&](int k) -> Vec3 {
    const double angle = 2 * std::numbers::pi * (k % corners) / corners;
    return shape.center + scale * (std::cos(angle) * shape.half_extents[i] * shape.axes[i] +
                                   std::sin(angle) * shape.half_extents[j] * shape.axes[j]);
  };
  for (int k = 0; k < corners; ++k) {
    if (!contains(solid, sat::as_convex(Triangle{{shape.center, corner(k), corner(k + 1)}}, pose))) return false;
  }
  return true;
}

bool contains_disc(const SolidMesh& solid, const Ellipsoid& shape, const Pose& pose, const Disc& disc) {
  const sat::Convex around = *sat::as_convex(Shape{Obb{shape.center, shape.axes, shape.half_extents}}, pose);
  const auto leaves = [&](const PosedTriangle& t) {
    const auto common = sat::flat_intersection({around, sat::as_convex(t.local, *t.pose)});
    return common && common->points.size() == 2 && !stays_inside_across(solid, disc, common->points[0], common->points[1]);
  };
  const auto [u, v] = disc.half_axes;
  return stays_inside(solid, disc.center - u, disc.center + u) && stays_inside(solid, disc.center - v, disc.center + v) &&
         !any_triangle(solid.surface, box_around(around), leaves) && contains_fan(solid, shape, pose);
}

bool contains_ellipsoid(const SolidMesh& solid, const Shape& shape, const Pose& pose, const Generators& body) {
  const std::vector<Vector> extents = extents_of(body);
  const Vector& center = body.rounded[0];
  if (extents.size() == 1) return stays_inside(solid, center - extents[0], center + extents[0]);
  if (extents.size() == 3) return contains_interior(solid, shape, pose, body);
  return contains_disc(solid, std::get<Ellipsoid>(shape.value), pose, {center, {extents[0], extents[1]}});
}

}  // namespace

bool contains(const SolidMesh& solid, const Shape& round, const Pose& pose) {
  const Generators body = distance::generators<Dyadic>(round, pose, Vec3::Zero());
  if (body.rounded.empty()) return stays_inside(solid, body.points.front(), body.points.back());
  if (body.round.kind == distance::RoundKind::ellipsoid) return contains_ellipsoid(solid, round, pose, body);
  return contains_interior(solid, round, pose, body);
}

}  // namespace graze::query
