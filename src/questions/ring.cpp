/// Distances, containment and depth of tori.

#include "questions/ring.h"

#include <algorithm>
#include <cmath>

#include <graze/contains.h>
#include <graze/distance.h>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "questions/body_end.h"
#include "ring/cast.h"
#include "ring/exact_point.h"
#include "ring/nearest.h"
#include "views/implicit_form.h"
#include "views/rounded_body.h"

namespace graze::query {
namespace {

using ring::PlacedRing;

const Torus& torus_of(const Body& body) { return std::get<Torus>(body.geometry.shape().value); }
PlacedRing placed(const Body& body) { return ring::placed(torus_of(body), body.pose); }
ring::PosedTorus posed(const Body& body) { return {torus_of(body), body.pose}; }

constexpr Feature surface{FeatureKind::face, 0};

/// A point, or a ball by its middle.
struct Ball {
  Vec3 center = Vec3::Zero();  ///< in body coordinates
  double radius = 0;
};

std::optional<Ball> as_ball(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&shape)) return Ball{point->p, 0};
  if (const auto* ball = std::get_if<Sphere>(&shape)) return Ball{ball->center, ball->radius};
  return std::nullopt;
}

/// A plane or half-space in the world, in doubles.
struct FlatSide {
  Vec3 normal = Vec3::UnitZ();  ///< unit
  double level = 0;
  bool solid = false;
};

std::optional<FlatSide> as_flat(const Body& body) {
  const auto plane = distance::boundary_plane_of(body.geometry.shape());
  if (!plane) return std::nullopt;
  const double length = plane->normal.stableNorm();
  const Vec3 normal = (body.pose.rotation * (plane->normal / length)).normalized();
  return FlatSide{normal, plane->offset / length + normal.dot(body.pose.translation), plane->solid};
}

/// How far the ring reaches to either side of the plane through its centre across a unit direction.
double reach_along(const PlacedRing& ring, const Vec3& direction) {
  return ring.major * std::hypot(direction.dot(ring.frame[1]), direction.dot(ring.frame[2])) + ring.minor;
}

/// The point of the ring that is farthest along a unit direction.
Vec3 farthest(const PlacedRing& ring, const Vec3& direction) {
  const Vec3 across = direction.dot(ring.frame[1]) * ring.frame[1] + direction.dot(ring.frame[2]) * ring.frame[2];
  const Vec3 way = across == Vec3::Zero() ? ring.frame[1] : Vec3(across.stableNormalized());
  return ring.center + ring.major * way + ring.minor * direction;
}

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
  const PlacedRing ring = placed(torus);
  const Vec3 center = other.pose.to_world(ball.center);
  const Vec3 on_circle = ring.nearest_on_circle(center);
  const double distance = (center - on_circle).stableNorm();
  const Vec3 way = distance > 0 ? Vec3((center - on_circle) / distance) : ring.frame[0];
  const Feature of_ball{std::holds_alternative<Point>(other.geometry.shape().value) ? FeatureKind::vertex : FeatureKind::face, 0};
  if (ring::is_within(posed(torus), ball.center, other.pose, ball.radius)) {
    const double radii = ring.minor + ball.radius;
    const double part = radii > 0 ? std::min(ring.minor, distance * (ring.minor / radii)) : 0;
    return common_point(on_circle + part * way, {surface, of_ball});
  }
  const double gap = std::max(distance - ring.minor - ball.radius, std::numeric_limits<double>::denorm_min());
  return {gap, {on_circle + ring.minor * way, center - ball.radius * way}, {surface, of_ball}};
}

Closest closest_to_flat(const PlacedRing& ring, const FlatSide& flat) {
  const double height = flat.normal.dot(ring.center) - flat.level;
  const bool is_above = flat.solid || height >= 0;
  const Vec3 down = is_above ? Vec3(-flat.normal) : flat.normal;
  const double gap = std::abs(height) - reach_along(ring, down);
  const Vec3 lowest = farthest(ring, down);
  if ((flat.solid && height <= 0) || is_touching(gap, ring, std::abs(flat.level)))
    return common_point(flat.solid ? lowest : common_with_plane(ring, flat), {surface, surface});
  return {gap, {lowest, lowest + gap * down}, {surface, surface}};
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
  return closest_from(gap, a, b.minor, {surface, surface});
}

Body point_body(const Vec3& point) { return {*Geometry::make(Shape{Point{point}}), {}, {}}; }

bool is_convex_shape(const Body& body) { return !is_mesh(body) && !is_ring(body); }

/// What distances of linear bodies, meshes and balls from points may be off by, relative: 1e-12, rounded up. No unit.
/// Torus.DistanceAgreesWithAFineSampling
constexpr double linear_error = 0x1p-39;

/// The same of curved bodies: 1e-9, rounded up. No unit. Torus.DistanceAgreesWithAFineSampling
constexpr double curved_error = 0x1p-29;

/// Any body whose distance from points and triangles is answered.
ring::Partner partner_of(const Body& body) {
  ring::Partner partner;
  partner.nearest = [body](const Vec3& point) {
    const auto found = closest_points(point_body(point), body);
    return found ? ring::NearestPoint{found->points[1], found->distance} : ring::NearestPoint{point, 0};  // interrupted
  };
  if (is_convex_shape(body)) {
    partner.bends_down = [](const Vec3&, double) { return 0.0; };
  } else {
    partner.least_distance = [body](const Triangle& triangle) {
      const auto found = closest_points({*Geometry::make(Shape{triangle}), {}, {}}, body);
      return found ? found->distance : 0;  // interrupted
    };
  }
  partner.distance_error = distance::is_rounded(body.geometry.shape()) || is_mesh(body) ? linear_error : curved_error;
  return partner;
}

/// `torus` is one; the other is no ball, no plane and no torus.
Result<Closest> searched_closest(const Body& torus, const Body& other) {
  const PlacedRing ring = placed(torus);
  const auto first = closest_points(point_body(ring.at(0)), other);  // solids with open edges are refused here
  if (!first || std::isinf(first->distance)) return first;
  const ring::CircleGap gap = ring::nearest_to_circle(ring, partner_of(other));
  const auto named = closest_points(point_body(gap.points[0]), other);
  if (!named) return named;
  return closest_from(gap, ring, 0, {surface, named->features[1]});
}

/// Directions in which bodies are looked at for points that stick out.
std::vector<Vec3> probe_directions() {
  std::vector<Vec3> all;
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 0.0, 1.0}) {
      for (const double z : {-1.0, 0.0, 1.0}) {
        if (x != 0 || y != 0 || z != 0) all.emplace_back(x, y, z);
      }
    }
  }
  return all;
}

/// Whether a far end of the inner body is certainly outside of the other one: of two bodies of which one is a torus.
bool sticks_out_of(const Body& outer, const Body& inner) {
  for (const Vec3& direction : probe_directions()) {
    const auto end = far_end(inner, lifted<Dyadic>(direction));
    if (!end || !end->point) return true;  // without end, which no torus holds, and a torus has ends
    const auto apart = closest_points(point_body(*end->point), outer);
    if (apart && apart->distance > ring::touching_gap * (end->point->stableNorm() + outer.pose.translation.stableNorm()))
      return true;
  }
  return false;
}

/// A torus in a half-space n.x <= d, up to touching_gap.
bool is_below(const PlacedRing& ring, const Vec3& normal, double offset) {
  const double length = normal.stableNorm();
  const Vec3 unit = normal / length;
  const double over = unit.dot(ring.center) + reach_along(ring, unit) - offset / length;
  return is_touching(over, ring, std::abs(offset / length));
}

/// In all slabs of a body without a curved side; nothing of other bodies.
std::optional<bool> is_between_planes(const PlacedRing& ring, const Body& outer) {
  const Shape& shape = outer.geometry.shape();
  if (!distance::has_conditions(shape)) return std::nullopt;
  const auto body = distance::conditions<Dyadic>(distance::PlacedShape(shape, outer.pose), Vec3::Zero());
  if (!body || body->pieces.size() != 1 || body->pieces[0].quadric) return std::nullopt;
  for (const auto& slab : body->pieces[0].slabs) {
    const Vec3 axis(slab.axis.x.to_double(), slab.axis.y.to_double(), slab.axis.z.to_double());
    if (slab.upper && !is_below(ring, axis, slab.upper->to_double())) return false;
    if (slab.lower && !is_below(ring, -axis, -slab.lower->to_double())) return false;
  }
  return true;
}

/// The surface of a mesh that counts as a solid stays outside of the tube, whose circle is inside.
Result<bool> is_in_mesh(const Body& torus, const Body& mesh) {
  const PlacedRing ring = placed(torus);
  const auto circle = contains(mesh, point_body(ring.at(0)));
  if (!circle || !*circle) return circle;
  Body as_surface = mesh;
  as_surface.solid = false;
  const ring::CircleGap gap = ring::nearest_to_circle({ring.center, ring.frame, ring.major, 0}, partner_of(as_surface));
  return gap.upper >= ring.minor - ring::touching_gap * ring.reach();
}

Result<bool> contains_ring(const Body& outer, const Body& torus) {
  if (std::holds_alternative<TriangleMesh>(outer.geometry.shape().value)) return is_in_mesh(torus, outer);
  if (const auto ball = as_ball(outer)) return ring::is_in_ball(posed(torus), ball->center, outer.pose, ball->radius);
  if (const auto answer = is_between_planes(placed(torus), outer)) return *answer;
  if (sticks_out_of(outer, torus)) return false;
  return unsupported("contains", outer, torus);
}

/// How far the circle is from the body, less what touching it would be: not below 0 where the tube is not entered.
Result<double> gap_to_tube(const Body& torus, const Body& other) {
  const PlacedRing ring = placed(torus);
  if (const auto flat = as_flat(other)) {
    const double height = flat->normal.dot(ring.center) - flat->level;
    return (flat->solid ? height : std::abs(height)) - reach_along(ring, flat->normal);
  }
  if (const auto ball = as_ball(other)) {
    const Vec3 center = other.pose.to_world(ball->center);
    return (center - ring.nearest_on_circle(center)).stableNorm() - ring.minor - ball->radius;
  }
  if (is_ring(other)) {
    PlacedRing thick = ring;
    thick.minor += placed(other).minor;
    return ring::nearest_to_circle(thick, ring::circle_of(placed(other))).upper - thick.minor;
  }
  const auto first = closest_points(point_body(ring.at(0)), other);  // solids with open edges are refused here
  if (!first) return tl::make_unexpected(first.error());
  return ring::nearest_to_circle(ring, partner_of(other)).upper - ring.minor;
}

/// A point or ball that leaves a torus in which it is: the way out of a torus that is thicker by its radius.
Result<std::optional<Penetration>> ball_depth_along(const Body& torus, const Body& other, const Ball& ball, const Vec3& direction) {
  PlacedRing thick = placed(torus);
  thick.minor += ball.radius;
  const Vec3 start = other.pose.to_world(ball.center);
  Penetration out;
  out.normal = direction;
  for (const ring::RingCrossing& found : ring::crossings(thick, start, direction)) {
    if (found.t < 0 || found.entering) continue;
    const Vec3 center = start + found.t * direction;
    out.depth = found.t;
    out.features = {surface, surface};
    out.manifold = {{center - ball.radius * thick.normal_at(center), found.t}};
    break;
  }
  return std::optional(out);
}

/// As depth_along of a torus and a body that moves.
Result<std::optional<Penetration>> ring_left_along(const Body& torus, const Body& other, const Vec3& direction) {
  const auto meet = ring_overlap(torus, other);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return std::optional<Penetration>();
  if (const auto ball = as_ball(other)) return ball_depth_along(torus, other, *ball, direction);
  const auto flat = as_flat(other);
  if (!flat) return unsupported("penetration along a direction", torus, other);
  const PlacedRing ring = placed(torus);
  const double height = flat->normal.dot(ring.center) - flat->level, reach = reach_along(ring, flat->normal);
  const double speed = flat->normal.dot(direction);  // of the plane along its own normal
  Penetration out;
  out.normal = direction;
  out.features = {surface, surface};
  const bool parts = flat->solid ? speed < 0 : speed != 0;
  if (!parts) {
    out.depth = std::numeric_limits<double>::infinity();
    return std::optional(out);
  }
  out.depth = std::max(0.0, (speed < 0 ? reach - height : reach + height) / std::abs(speed));
  out.manifold = {{farthest(ring, speed < 0 ? Vec3(-flat->normal) : flat->normal), out.depth}};
  return std::optional(out);
}

Penetration depth_in_flat(const PlacedRing& ring, const FlatSide& flat) {
  const double height = flat.normal.dot(ring.center) - flat.level;
  const bool upward = flat.solid || height >= 0;
  Penetration out;
  out.depth = std::max(0.0, reach_along(ring, flat.normal) - (upward ? height : -height));
  out.normal = upward ? Vec3(-flat.normal) : flat.normal;
  out.features = {surface, surface};
  return out;
}

Result<std::optional<Penetration>> depth_of(const Body& torus, const Body& other) {
  const PlacedRing ring = placed(torus);
  const auto closest = ring_closest(torus, other);
  if (!closest) return tl::make_unexpected(closest.error());
  if (closest->distance > 0) return std::optional<Penetration>();
  if (const auto flat = as_flat(other)) return std::optional(depth_in_flat(ring, *flat));
  const auto ball = as_ball(other);
  const double radii = ball ? ring.minor + ball->radius : 0;
  if (!ball || radii > ring.major) return unsupported("penetration", torus, other);
  const Vec3 center = other.pose.to_world(ball->center);
  const Vec3 way = center - ring.nearest_on_circle(center);
  Penetration out;
  out.depth = std::max(0.0, radii - way.stableNorm());
  out.normal = way == Vec3::Zero() ? ring.frame[0] : Vec3(way.stableNormalized());
  out.features = closest->features;
  return std::optional(out);
}

}  // namespace

bool is_ring(const Body& body) { return std::holds_alternative<Torus>(body.geometry.shape().value); }

Result<bool> ring_overlap(const Body& a, const Body& b) {
  const Body &torus = is_ring(a) ? a : b, &other = is_ring(a) ? b : a;
  if (const auto ball = as_ball(other)) return ring::is_within(posed(torus), ball->center, other.pose, ball->radius);
  return ring_closest(a, b).map([](const Closest& closest) { return closest.distance == 0; });
}

Result<Closest> ring_closest(const Body& a, const Body& b) {
  if (!is_ring(a)) return ring_closest(b, a).map([](const Closest& closest) { return mirrored(closest); });
  if (is_ring(b)) return closest_to_ring(placed(a), placed(b));
  if (const auto ball = as_ball(b)) return closest_to_ball(a, b, *ball);
  if (const auto flat = as_flat(b)) return closest_to_flat(placed(a), *flat);
  return searched_closest(a, b);
}

Result<bool> ring_contains(const Body& outer, const Body& inner) {
  if (!is_ring(outer)) return contains_ring(outer, inner);
  const auto holds = [&](const Vec3& point, double radius) { return ring::is_within(posed(outer), point, inner.pose, -radius); };
  if (const auto ball = as_ball(inner)) return holds(ball->center, ball->radius);
  const auto* cloud = std::get_if<PointCloud>(&inner.geometry.shape().value);
  if (cloud == nullptr) {
    if (sticks_out_of(outer, inner)) return false;
    return unsupported("contains", outer, inner);
  }
  return std::all_of(cloud->points.begin(), cloud->points.end(), [&](const Vec3& p) { return holds(p, 0); });
}

Result<std::optional<Penetration>> ring_penetration(const Body& a, const Body& b) {
  if (is_ring(a)) return is_ring(b) ? unsupported("penetration", a, b) : depth_of(a, b);
  return depth_of(b, a).map([](std::optional<Penetration> depth) {
    if (depth) depth = mirrored(*depth);
    return depth;
  });
}

Result<bool> rings_only_touch(const Body& a, const Body& b) {
  const Body &torus = is_ring(a) ? a : b, &other = is_ring(a) ? b : a;
  const PlacedRing ring = placed(torus);
  const auto gap = gap_to_tube(torus, other);
  if (!gap) return tl::make_unexpected(gap.error());
  return *gap >= -ring::touching_gap * (ring.reach() + ring.center.stableNorm());
}

Result<std::optional<Penetration>> ring_depth_along(const Body& a, const Body& b, const Vec3& direction) {
  if (is_ring(a)) return ring_left_along(a, b, direction);
  // The torus moves: the other body goes the opposite way, and what touches goes along with it.
  return ring_left_along(b, a, Vec3(-direction)).map([&](std::optional<Penetration> depth) {
    if (!depth) return depth;
    depth->normal = direction;
    std::swap(depth->features[0], depth->features[1]);
    for (ManifoldPoint& point : depth->manifold) point.point += depth->depth * direction;
    return depth;
  });
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
  const PlacedRing ring = placed(b);
  for (const ring::RingCrossing& found : ring::crossings(ring, origin, direction)) {
    if (found.t < line.t_min || found.t > line.t_max) continue;
    const Vec3 point = origin + found.t * direction;
    answer.crossings.push_back({found.t, point, ring.normal_at(point), found.entering, surface});
  }
  if (answer.intersect || answer.crossings.empty()) return answer;
  answer.intersect = true;
  answer.t = answer.crossings.front().t;
  answer.point = answer.crossings.front().point;
  return answer;
}

}  // namespace graze::query
