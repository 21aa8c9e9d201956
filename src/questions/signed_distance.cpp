/// Signed distances: to planes by exact heights, to convex bodies by distance and depth, to meshes by the side of the surface.

#include <graze/distance.h>

#include <cmath>
#include <limits>

#include "body/pair.h"
#include "mesh/inside.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "polytope/contact/contact_set.h"
#include "questions/body_end.h"
#include "questions/depth_alone.h"
#include "questions/ring.h"

namespace graze {
namespace {

using namespace query;

bool is_triangle_mesh(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }

bool is_point(const Body& body) { return std::holds_alternative<Point>(body.geometry.shape().value); }

SignedDistance exchanged(SignedDistance found) {
  if (found.points) std::swap((*found.points)[0], (*found.points)[1]);
  if (found.normal) found.normal = Vec3(Vec3::Zero() - *found.normal);
  return found;
}

/// A point, or a ball by its middle.
struct Middle {
  Vec3 in_body = Vec3::Zero();
  double radius = 0;
};

std::optional<Middle> middle_of(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&shape)) return Middle{point->p, 0};
  if (const auto* ball = std::get_if<Sphere>(&shape)) return Middle{ball->center, ball->radius};
  return std::nullopt;
}

/// The height of the lowest point of a body over a plane.
SignedDistance from_plane(const Body& a, const WorldBoundary& plane) {
  SignedDistance found;
  const Vec3 unit = sat::length_along(plane.normal, 0).direction;
  found.normal = unit;
  found.distance = -std::numeric_limits<double>::infinity();
  const auto lowest = query::far_end(a, -plane.normal);
  if (!lowest) return found;
  found.distance = 0.0 - nearly(distance::beyond(*lowest, -plane.offset, dot(plane.normal, plane.normal)));
  if (!lowest->point) return found;
  const Vec3& at = *lowest->point;
  // the foot from the exact height of the rounded point: right to its last digits wherever the plane is
  const Vector3<Dyadic> exact = lifted<Dyadic>(at);
  const Dyadic squared = dot(plane.normal, plane.normal);
  const Vector3<Dyadic> foot = squared * exact - (dot(plane.normal, exact) - plane.offset) * plane.normal;
  found.points = {at,
                  Vec3(quotient_nearest(foot.x, squared), quotient_nearest(foot.y, squared), quotient_nearest(foot.z, squared))};
  return found;
}

SignedDistance apart(const Closest& closest) {
  SignedDistance found;
  found.distance = closest.distance;
  if (!std::isfinite(closest.distance)) return found;
  found.points = closest.points;
  const Vec3 way = closest.points[0] - closest.points[1];
  if (way != Vec3::Zero()) found.normal = way.stableNormalized();
  return found;
}

/// Of a point or ball a, as far inside b as it is; `out` is the way out, of unit length.
SignedDistance inside(const Body& a, const Middle& middle, double depth, const Vec3& out) {
  const Vec3 deepest = a.pose.to_world(middle.in_body) - middle.radius * out;
  return {0.0 - depth, std::array{deepest, Vec3(deepest + depth * out)}, out};
}

Result<SignedDistance> from_convex(const Body& a, const Body& b) {
  const auto closest = closest_points(a, b);
  if (!closest) return tl::make_unexpected(closest.error());
  if (closest->distance > 0) return apart(*closest);
  const auto depth = depth_alone(a, b);
  if (!depth) return tl::make_unexpected(depth.error());
  if (!*depth || (*depth)->depth == 0) return apart(*closest);
  const Vec3 out = Vec3::Zero() - (*depth)->normal;
  if (const auto middle = middle_of(a)) return inside(a, *middle, (*depth)->depth, out);
  if (const auto middle = middle_of(b)) return exchanged(inside(b, *middle, (*depth)->depth, -out));
  return SignedDistance{0.0 - (*depth)->depth, {}, out};
}

/// A plane counts as what lies behind it.
Body solid_behind(const Body& body) {
  const auto* plane = std::get_if<Plane>(&body.geometry.shape().value);
  return plane == nullptr ? body : Body{*Geometry::make(Shape{HalfSpace{plane->normal, plane->offset}}), body.pose, {}};
}

/// The middle of a against the surface; what is left of a ball's radius is added.
SignedDistance middle_from_surface(const Body& a, const Middle& middle, const SolidMesh& solid, const PlacedMesh& mesh) {
  const Body point{*Geometry::make(Shape{Point{middle.in_body}}), a.pose, {}};
  const auto nearest = nearest_to_surface(mesh, point);
  if (!nearest) return {std::numeric_limits<double>::infinity(), {}, {}};
  const Vec3 on_surface = nearest->points[0];
  const Vec3 at = nearest->points[1];
  const auto location = location_of(solid, distance::placed<Dyadic>(a.pose, middle.in_body, Vec3::Zero()));
  const double height = location == PointLocation::inside ? -nearest->distance : nearest->distance;
  SignedDistance found{height - middle.radius, std::array{at, on_surface}, {}};
  const Vec3 way = location == PointLocation::inside ? Vec3(on_surface - at) : Vec3(at - on_surface);
  if (way == Vec3::Zero()) return found;
  found.normal = way.stableNormalized();
  found.points = {Vec3(at - middle.radius * *found.normal), on_surface};
  return found;
}

/// Of a mesh b.
Result<SignedDistance> from_mesh(const Body& a, const Body& b) {
  const auto solid = as_solid(b);
  if (!solid) return tl::make_unexpected(at("b", solid.error()));
  if (const auto middle = middle_of(a)) return middle_from_surface(a, *middle, **solid, *as_mesh(b));
  Body solid_a = a, solid_b = b;
  solid_a.solid = is_triangle_mesh(a);
  solid_b.solid = true;
  const auto closest = closest_points(solid_a, solid_b);
  if (!closest) return tl::make_unexpected(closest.error());
  if (closest->distance == 0) return unsupported("signed distance of bodies that meet", a, b);
  return apart(*closest);
}

}  // namespace

Result<SignedDistance> signed_distance(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  for (const Body* body : {&a, &b}) {
    if (has_no_points(*body)) return SignedDistance{std::numeric_limits<double>::infinity(), {}, {}};
  }
  if (any_is_ring(a, b)) return from_convex(solid_behind(a), solid_behind(b));
  if (const auto plane = boundary_of(b)) return from_plane(a, *plane);
  if (const auto plane = boundary_of(a)) return exchanged(from_plane(b, *plane));
  if (is_triangle_mesh(b)) return from_mesh(a, b);
  if (is_triangle_mesh(a))
    return from_mesh(b, a).map(exchanged).map_error([](Error error) {
      if (error.message.starts_with("b: ")) error.message[0] = 'a';
      return error;
    });
  if (is_mesh(a) || is_mesh(b)) return closest_points(a, b).map(apart);
  if (is_point(b) && !is_point(a)) return from_convex(b, a).map(exchanged);  // the same digits either way round
  return from_convex(a, b);
}

}  // namespace graze
