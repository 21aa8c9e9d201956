/// Depths of tori by formulas, along directions, and between a cover of all short ways and the best direction found.

#include "questions/ring_depth.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "questions/ring.h"
#include "questions/ring_cover.h"
#include "questions/ring_partner.h"
#include "questions/ring_way.h"
#include "questions/solid_depth.h"
#include "ring/cast.h"

namespace graze::query {
namespace {

using ring::PlacedRing;

/// A point or ball that leaves a torus in which it is: the way out of a torus that is thicker by its radius.
Penetration ball_depth_along(const Body& torus, const Body& other, const Ball& ball, const Vec3& direction) {
  PlacedRing thick = placed_ring(torus);
  thick.minor += ball.radius;
  const Vec3 start = other.pose.to_world(ball.center);
  Penetration out;
  out.normal = direction;
  for (const ring::RingCrossing& found : ring::crossings(thick, start, direction)) {
    if (found.t < 0 || found.entering) continue;
    const Vec3 center = start + found.t * direction;
    out.depth = found.t;
    out.features = {ring_surface, ring_surface};
    out.manifold = {{center - ball.radius * thick.normal_at(center), found.t}};
    break;
  }
  return out;
}

Penetration flat_depth_along(const PlacedRing& ring, const FlatSide& flat, const Vec3& direction) {
  const double height = flat.normal.dot(ring.center) - flat.level, reach = reach_along(ring, flat.normal);
  const double speed = flat.normal.dot(direction);  // of the plane along its own normal
  Penetration out;
  out.normal = direction;
  out.features = {ring_surface, ring_surface};
  const bool parts = flat.solid ? speed < 0 : speed != 0;
  if (!parts) {
    out.depth = std::numeric_limits<double>::infinity();
    return out;
  }
  out.depth = std::max(0.0, (speed < 0 ? reach - height : reach + height) / std::abs(speed));
  out.manifold = {{farthest(ring, speed < 0 ? Vec3(-flat.normal) : flat.normal), out.depth}};
  return out;
}

Penetration depth_in_flat(const PlacedRing& ring, const FlatSide& flat) {
  const double height = flat.normal.dot(ring.center) - flat.level;
  const bool upward = flat.solid || height >= 0;
  Penetration out;
  out.depth = std::max(0.0, reach_along(ring, flat.normal) - (upward ? height : -height));
  out.normal = upward ? Vec3(-flat.normal) : flat.normal;
  out.features = {ring_surface, ring_surface};
  return out;
}

/// The way of a point out of a torus: away from the circle or, where that leads across the axis, into the tip on the axis in which
/// a tube that is thicker than its circle ends.
Vec3 way_out_of(const PlacedRing& ring, const Vec3& point) {
  const Vec3 from_circle = point - ring.nearest_on_circle(point);
  const double inside = std::max(0.0, ring.minor - from_circle.stableNorm());
  const Vec3 away = from_circle == Vec3::Zero() ? ring.frame[0] : Vec3(from_circle.stableNormalized());
  const Vec3 outward = (ring.nearest_on_circle(point) - ring.center).stableNormalized();
  const bool crosses_axis = ring.major + ring.minor * away.dot(outward) < 0;
  if (!crosses_axis) return inside * away;
  const double tip = std::sqrt(ring.minor - ring.major) * std::sqrt(ring.minor + ring.major);
  const double side = ring.frame[0].dot(point - ring.center) < 0 ? -1 : 1;
  return ring.center + side * tip * ring.frame[0] - point;
}

Penetration depth_of_ball(const PlacedRing& ring, const Body& other, const Ball& ball) {
  PlacedRing thick = ring;
  thick.minor += ball.radius;
  const Vec3 center = other.pose.to_world(ball.center);
  const Vec3 way = way_out_of(thick, center);
  const Vec3 from_circle = center - ring.nearest_on_circle(center);
  const FeatureKind kind = std::holds_alternative<Point>(other.geometry.shape().value) ? FeatureKind::vertex : FeatureKind::face;
  Penetration out;
  out.depth = way.stableNorm();
  out.normal = way != Vec3::Zero()           ? Vec3(way.stableNormalized())
               : from_circle == Vec3::Zero() ? ring.frame[0]
                                             : Vec3(from_circle.stableNormalized());
  out.features = {ring_surface, {kind, 0}};
  return out;
}

Result<SolidPenetration> searched_depth(const Body& torus, const Body& other) {
  RingWay way(torus, other);
  way.look_around();
  way.improve();
  const double before = way.best().depth;
  const double at_least = RingCover(way).prove();
  if (way.best().depth < before) way.improve();
  if (const auto& error = way.error()) return tl::make_unexpected(*error);
  return SolidPenetration{way.best(), std::min(at_least, way.best().depth)};
}

/// Of two tori always the same one comes first, so that both orders have the same answer.
bool is_second(const Body& a, const Body& b) {
  const auto numbers = [](const PlacedRing& r) {
    return std::tuple(r.major, r.minor, r.center.x(), r.center.y(), r.center.z(), r.frame[0].x(), r.frame[0].y(), r.frame[0].z());
  };
  return is_ring(b) && (!is_ring(a) || numbers(placed_ring(b)) < numbers(placed_ring(a)));
}

Result<std::optional<SolidPenetration>> depth_of(const Body& torus, const Body& other) {
  const auto meet = ring_overlap(torus, other);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return std::optional<SolidPenetration>();
  const PlacedRing ring = placed_ring(torus);
  std::optional<Penetration> known;
  if (const auto flat = flat_side_of(other)) known = depth_in_flat(ring, *flat);
  if (const auto ball = ball_of(other)) known = depth_of_ball(ring, other, *ball);
  if (known) return std::optional(SolidPenetration{*known, known->depth});
  const auto solids = solids_of(torus, other);
  if (!solids) return tl::make_unexpected(solids.error());
  return searched_depth(solids->a, solids->b).map([](const SolidPenetration& found) { return std::optional(found); });
}

Result<std::optional<Penetration>> left_along(const Body& torus, const Body& other, const Vec3& direction) {
  const auto meet = ring_overlap(torus, other);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return std::optional<Penetration>();
  if (const auto ball = ball_of(other)) return std::optional(ball_depth_along(torus, other, *ball, direction));
  if (const auto flat = flat_side_of(other)) return std::optional(flat_depth_along(placed_ring(torus), *flat, direction));
  const auto solids = solids_of(torus, other);
  if (!solids) return tl::make_unexpected(solids.error());
  RingWay way(solids->a, solids->b);
  Penetration found = way.along(direction, std::numeric_limits<double>::infinity());
  if (const auto& error = way.error()) return tl::make_unexpected(*error);
  return std::optional(std::move(found));
}

}  // namespace

bool has_depth_formula(const Body& a, const Body& b) {
  const Body& other = is_ring(a) ? b : a;
  return flat_side_of(other) || ball_of(other);
}

Result<std::optional<SolidPenetration>> ring_penetration(const Body& a, const Body& b) {
  if (!is_second(a, b)) return depth_of(a, b);
  return depth_of(b, a).map([](std::optional<SolidPenetration> depth) {
    if (depth) depth->found = mirrored(depth->found);
    return depth;
  });
}

Result<std::optional<Penetration>> ring_depth_along(const Body& a, const Body& b, const Vec3& direction) {
  if (!is_second(a, b)) return left_along(a, b, direction);
  // The torus moves: the other body goes the opposite way, and what touches goes along with it.
  return left_along(b, a, Vec3(-direction)).map([&](std::optional<Penetration> depth) {
    if (!depth) return depth;
    depth->normal = direction;
    std::swap(depth->features[0], depth->features[1]);
    for (ManifoldPoint& point : depth->manifold) point.point += depth->depth * direction;
    return depth;
  });
}

}  // namespace graze::query
