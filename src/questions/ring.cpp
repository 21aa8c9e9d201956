/// Distances of tori, and lines through them.

#include "questions/ring.h"

#include <algorithm>
#include <cmath>

#include <graze/distance.h>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "questions/ring_partner.h"
#include "ring/cast.h"
#include "ring/exact_point.h"
#include "ring/nearest.h"
#include "views/rounded_body.h"

namespace graze::query {
namespace {

using ring::PlacedRing;

ring::PosedTorus posed(const Body& body) { return {torus_of(body), body.pose}; }

/// A point of the plane in the tube of a ring that it meets: the foot of the point of the circle that is nearest to it.
Vec3 common_with_plane(const PlacedRing& ring, const FlatSide& plane) {
  const Vec2 slope(plane.normal.dot(ring.frame[1]), plane.normal.dot(ring.frame[2]));
  const double steepest = ring.major * slope.norm();
  const double height = plane.normal.dot(ring.center) - plane.level;
  const double turn = steepest > 0 ? std::acos(std::clamp(-height / steepest, -1.0, 1.0)) : 0;
  const Vec3 point = ring.at(std::atan2(slope.y(), slope.x()) + turn);
  return point - (plane.normal.dot(point) - plane.level) * plane.normal;
}

Closest common_point(const Vec3& point, const std::array<Feature, 2>& features) { return {0, {point, point}, features}; }

bool is_touching(double gap, const PlacedRing& ring, double coordinates) {
  return gap <= ring::touching_gap * (ring.reach() + coordinates);
}

Closest closest_to_ball(const Body& torus, const Body& other, const Ball& ball) {
  const PlacedRing ring = placed_ring(torus);
  const Vec3 center = other.pose.to_world(ball.center);
  const Vec3 on_circle = ring.nearest_on_circle(center);
  const double distance = (center - on_circle).stableNorm();
  const Vec3 way = distance > 0 ? Vec3((center - on_circle) / distance) : ring.frame[0];
  const Feature of_ball{std::holds_alternative<Point>(other.geometry.shape().value) ? FeatureKind::vertex : FeatureKind::face, 0};
  if (ring::is_within(posed(torus), ball.center, other.pose, ball.radius)) {
    const double radii = ring.minor + ball.radius;
    const double part = radii > 0 ? std::min(ring.minor, distance * (ring.minor / radii)) : 0;
    return common_point(on_circle + part * way, {ring_surface, of_ball});
  }
  const double gap = std::max(distance - ring.minor - ball.radius, std::numeric_limits<double>::denorm_min());
  return {gap, {on_circle + ring.minor * way, center - ball.radius * way}, {ring_surface, of_ball}};
}

Closest closest_to_flat(const PlacedRing& ring, const FlatSide& flat) {
  const double height = flat.normal.dot(ring.center) - flat.level;
  const bool is_above = flat.solid || height >= 0;
  const Vec3 down = is_above ? Vec3(-flat.normal) : flat.normal;
  const double gap = std::abs(height) - reach_along(ring, down);
  const Vec3 lowest = farthest(ring, down);
  if ((flat.solid && height <= 0) || is_touching(gap, ring, std::abs(flat.level)))
    return common_point(flat.solid ? lowest : common_with_plane(ring, flat), {ring_surface, ring_surface});
  return {gap, {lowest, lowest + gap * down}, {ring_surface, ring_surface}};
}

/// From the bounds of the circle to those of the tube around it and a ball of `radius` around the other points.
Closest closest_from(const ring::CircleGap& gap, const PlacedRing& ring, double radius, const std::array<Feature, 2>& features) {
  const double apart = gap.upper - ring.minor - radius;
  if (is_touching(apart, ring, gap.points[1].stableNorm())) {
    const double radii = ring.minor + radius;
    const double part = radius == 0 ? 1 : ring.minor / radii;
    return common_point(gap.points[0] + part * (gap.points[1] - gap.points[0]), features);
  }
  const Vec3 way = (gap.points[1] - gap.points[0]).stableNormalized();
  return {apart, {gap.points[0] + ring.minor * way, gap.points[1] - radius * way}, features};
}

Closest closest_to_ring(const PlacedRing& a, const PlacedRing& b) {
  PlacedRing thick = a;
  thick.minor += b.minor;
  const ring::CircleGap gap = ring::nearest_to_circle(thick, ring::circle_of(b));
  return closest_from(gap, a, b.minor, {ring_surface, ring_surface});
}

/// `torus` is one; the other is no ball, no plane and no torus.
Result<Closest> searched_closest(const Body& torus, const Body& other) {
  const PlacedRing ring = placed_ring(torus);
  const auto first = closest_points(point_body(ring.at(0)), other);  // solids with open edges are refused here
  if (!first || std::isinf(first->distance)) return first;
  const ring::CircleGap gap = ring::nearest_to_circle(ring, partner_of(other));
  const auto named = closest_points(point_body(gap.points[0]), other);
  if (!named) return named;
  return closest_from(gap, ring, 0, {ring_surface, named->features[1]});
}

/// How far the circle is from the body, less what touching it would be: not below 0 where the tube is not entered.
Result<double> gap_to_tube(const Body& torus, const Body& other) {
  const PlacedRing ring = placed_ring(torus);
  if (const auto flat = flat_side_of(other)) {
    const double height = flat->normal.dot(ring.center) - flat->level;
    return (flat->solid ? height : std::abs(height)) - reach_along(ring, flat->normal);
  }
  if (const auto ball = ball_of(other)) {
    const Vec3 center = other.pose.to_world(ball->center);
    return (center - ring.nearest_on_circle(center)).stableNorm() - ring.minor - ball->radius;
  }
  if (is_ring(other)) {
    PlacedRing thick = ring;
    thick.minor += placed_ring(other).minor;
    return ring::nearest_to_circle(thick, ring::circle_of(placed_ring(other))).upper - thick.minor;
  }
  const auto first = closest_points(point_body(ring.at(0)), other);  // solids with open edges are refused here
  if (!first) return tl::make_unexpected(first.error());
  return ring::nearest_to_circle(ring, partner_of(other)).upper - ring.minor;
}

}  // namespace

bool is_ring(const Body& body) { return std::holds_alternative<Torus>(body.geometry.shape().value); }

Result<bool> ring_overlap(const Body& a, const Body& b) {
  const Body &torus = is_ring(a) ? a : b, &other = is_ring(a) ? b : a;
  if (const auto ball = ball_of(other)) return ring::is_within(posed(torus), ball->center, other.pose, ball->radius);
  return ring_closest(a, b).map([](const Closest& closest) { return closest.distance == 0; });
}

Result<Closest> ring_closest(const Body& a, const Body& b) {
  if (!is_ring(a)) return ring_closest(b, a).map([](const Closest& closest) { return mirrored(closest); });
  if (is_ring(b)) return closest_to_ring(placed_ring(a), placed_ring(b));
  if (const auto ball = ball_of(b)) return closest_to_ball(a, b, *ball);
  if (const auto flat = flat_side_of(b)) return closest_to_flat(placed_ring(a), *flat);
  return searched_closest(a, b);
}

Result<bool> rings_only_touch(const Body& a, const Body& b) {
  const Body &torus = is_ring(a) ? a : b, &other = is_ring(a) ? b : a;
  const PlacedRing ring = placed_ring(torus);
  const auto gap = gap_to_tube(torus, other);
  if (!gap) return tl::make_unexpected(gap.error());
  return *gap >= -ring::touching_gap * (ring.reach() + ring.center.stableNorm());
}

Raycast ring_raycast(const distance::Probe& line, const Body& b) {
  const Vec3 origin = line.pose.to_world(line.origin);
  const Vec3 direction = line.end ? Vec3(line.pose.to_world(*line.end) - origin) : Vec3(line.pose.rotation * line.direction);
  const bool has_start = std::isfinite(line.t_min) || direction == Vec3::Zero();
  Raycast answer;
  if (has_start && ring::is_within(posed(b), line.origin, line.pose, 0)) {
    answer.intersect = true;
    answer.point = origin;
  }
  if (direction == Vec3::Zero()) return answer;
  const PlacedRing ring = placed_ring(b);
  KeptList<Crossing> crossings;
  for (const ring::RingCrossing& found : ring::crossings(ring, origin, direction)) {
    if (found.t < line.t_min || found.t > line.t_max) continue;
    const Vec3 point = origin + found.t * direction;
    crossings.push_back({found.t, point, ring.normal_at(point), found.entering, ring_surface});
  }
  answer.crossings.assign(crossings.begin(), crossings.end());
  if (answer.intersect || answer.crossings.empty()) return answer;
  answer.intersect = true;
  answer.t = answer.crossings.front().t;
  answer.point = answer.crossings.front().point;
  return answer;
}

}  // namespace graze::query
