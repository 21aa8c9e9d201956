/// Other bodies as the methods for tori see them.

#include "questions/ring_partner.h"

#include <cmath>
#include <limits>

#include <graze/distance.h>

#include "body/pair.h"
#include "curved/distance.h"
#include "mesh/distance.h"
#include "mesh/solid.h"
#include "methods/rounded_closest.h"
#include "questions/ring.h"
#include "views/rounded_body.h"

namespace graze::query {
namespace {

bool is_convex_shape(const Body& body) { return !is_mesh(body) && !is_ring(body); }

/// What distances of linear bodies, meshes and balls from points may be off by, relative: 1e-12, rounded up. No unit.
/// Torus.DistanceAgreesWithAFineSampling
constexpr double linear_error = 0x1p-39;

/// The same of curved bodies: 1e-9, rounded up. No unit. Torus.DistanceAgreesWithAFineSampling
constexpr double curved_error = 0x1p-29;

}  // namespace

const Torus& torus_of(const Body& body) { return std::get<Torus>(body.geometry.shape().value); }

ring::PlacedRing placed_ring(const Body& body) { return ring::placed(torus_of(body), body.pose); }

std::optional<Ball> ball_of(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&shape)) return Ball{point->p, 0};
  if (const auto* ball = std::get_if<Sphere>(&shape)) return Ball{ball->center, ball->radius};
  return std::nullopt;
}

std::optional<FlatSide> flat_side_of(const Body& body) {
  const auto plane = distance::boundary_plane_of(body.geometry.shape());
  if (!plane) return std::nullopt;
  const double length = plane->normal.stableNorm();
  const Vec3 normal = (body.pose.rotation * (plane->normal / length)).normalized();
  return FlatSide{normal, plane->offset / length + normal.dot(body.pose.translation), plane->solid};
}

double reach_along(const ring::PlacedRing& ring, const Vec3& direction) {
  return ring.major * std::hypot(direction.dot(ring.frame[1]), direction.dot(ring.frame[2])) + ring.minor;
}

Vec3 farthest(const ring::PlacedRing& ring, const Vec3& direction) {
  const Vec3 across = direction.dot(ring.frame[1]) * ring.frame[1] + direction.dot(ring.frame[2]) * ring.frame[2];
  const Vec3 way = across == Vec3::Zero() ? ring.frame[1] : Vec3(across.stableNormalized());
  return ring.center + ring.major * way + ring.minor * direction;
}

/// The same geometry each time, one for each thread: none is made, and threads do not pass its count to and fro.
Body point_body(const Vec3& point) {
  thread_local const Geometry origin = *Geometry::make(Shape{Point{Vec3::Zero()}});
  return {origin, {Mat3::Identity(), point}, {}};
}

namespace {

/// closest_points() of a point that needs no geometry, and a body that has been asked about before, so that nothing is wrong with
/// it.
ring::NearestPoint nearest_of_convex(const Body& body, const Vec3& point) {
  const Shape as_shape{Point{point}};
  const Shape& shape = body.geometry.shape();
  const auto linear = distance::closest_points(as_shape, Pose{}, shape, body.pose);
  const Closest found =
      linear ? *linear : distance::closest_points(*distance::as_curved(as_shape, Pose{}), *distance::as_curved(shape, body.pose));
  return {found.points[1], found.distance};
}

/// The same of a mesh or cloud, and of a corner of what is asked about: where its surface is not met, all of that is inside or
/// none.
ring::NearestPoint nearest_of_surface(const Body& body, const distance::PlacedSimplex& simplex, const Vec3& corner) {
  const auto found = closest_points(simplex, *as_mesh(body));
  if (!found) return {corner, std::numeric_limits<double>::infinity()};
  if (found->distance > 0 && body.solid) {
    const auto solid = as_solid(body);
    if (solid && *solid && contains(**solid, corner, Pose{})) return {corner, 0};
  }
  return {found->points[1], found->distance};
}

}  // namespace

ring::Partner partner_of(const Body& body) {
  ring::Partner partner;
  if (is_convex_shape(body)) {
    partner.nearest = [&body](const Vec3& point) { return nearest_of_convex(body, point); };
    partner.bends_down = [](const Vec3&, double) { return 0.0; };
  } else {
    partner.nearest = [&body](const Vec3& point) { return nearest_of_surface(body, distance::placed_point(point, Pose{}), point); };
    partner.least_distance = [&body](const Triangle& triangle) {
      return nearest_of_surface(body, distance::placed_triangle(triangle, Pose{}), triangle.v[0]).distance;
    };
  }
  partner.distance_error = distance::is_rounded(body.geometry.shape()) || is_mesh(body) ? linear_error : curved_error;
  return partner;
}

}  // namespace graze::query
