/// Descends the distance of two convex shapes over time, and proves how far down it can go.

#include "methods/convex_approach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "curved/distance.h"
#include "methods/rounded_closest.h"
#include "methods/swept_body.h"
#include "rounded/plane/far_end.h"
#include "views/ball_around.h"

namespace graze::query {
namespace {

using distance::DistanceAtTime;
using distance::LeastOverTime;
using distance::LeastOverTimeLimits;

/// What distances of curved bodies may be off by, relative, rounded up. No unit.
constexpr double distance_error = 0x1p-29;
/// Roundings of a product with a direction made unit, relative to its size. No unit.
constexpr double slope_error = 0x1p-48;

bool is_plane(const Shape& shape) { return distance::boundary_plane_of(shape).has_value(); }

/// Unit, from a to b.
Vec3 normal_of(const Closest& closest) { return (closest.points[1] - closest.points[0]).stableNormalized(); }

Pose moved(const Pose& pose, const Vec3& velocity, double t) { return {pose.rotation, pose.translation + t * velocity}; }

/// Of a ball around a shape, or the origin of a line or ray.
Vec3 middle_of(const std::optional<Sphere>& ball, const PosedShape& s) {
  if (ball) return s.pose.to_world(ball->center);
  if (const auto* line = std::get_if<Line>(&s.shape.value)) return s.pose.to_world(line->origin);
  if (const auto* ray = std::get_if<Ray>(&s.shape.value)) return s.pose.to_world(ray->origin);
  return s.pose.translation;
}

/// The part of a line or ray within a reach of its origin, and some more of it; other shapes as they are.
Shape part_within(const Shape& shape, double reach) {
  if (const auto* line = std::get_if<Line>(&shape.value); line != nullptr && line->direction != Vec3::Zero()) {
    const Vec3 way = 2 * reach * line->direction.stableNormalized();
    return {Segment{{line->origin - way, line->origin + way}}};
  }
  if (const auto* ray = std::get_if<Ray>(&shape.value); ray != nullptr && ray->direction != Vec3::Zero())
    return {Segment{{ray->origin, ray->origin + 2 * reach * ray->direction.stableNormalized()}}};
  return shape;
}

/// Refers to the shapes.
struct MovingShapes {
  const PosedShape& a;
  const PosedShape& b;
  const sat::Velocities& velocities;
  Vec3 velocity = velocities.b - velocities.a;

  [[nodiscard]] Closest closest_at(double t) const {
    const Pose pose_a = moved(a.pose, velocities.a, t), pose_b = moved(b.pose, velocities.b, t);
    return query::closest_points({a.shape, pose_a}, {b.shape, pose_b});
  }
  /// With the tangent that the direction between the nearest points makes, as far as it is right.
  [[nodiscard]] DistanceAtTime evaluate(double t) const {
    const Closest found = closest_at(t);
    return {t, found.distance, found.distance, normal_of(found).dot(velocity)};
  }
  /// With a line that is proven: the gap along a fixed direction, which changes at a constant speed.
  [[nodiscard]] DistanceAtTime evaluate_proven(double t) const {
    const Closest closest = closest_at(t);
    if (closest.distance == 0) return {t, 0, 0, 0};
    const Vec3 normal = normal_of(closest);
    const double at_start = gap_along(a, b, normal), slope = normal.dot(velocity);
    const double rounding = slope_error * (std::abs(at_start) + 2 * t * velocity.stableNorm());
    return {t, closest.distance, at_start + t * slope - rounding, slope};
  }
  /// A time after which they do not come closer any more than at `distance`, or not at all; infinite where none is known.
  [[nodiscard]] double horizon(double distance) const {
    Vec3 relevant = velocity;
    for (const PosedShape* s : {&a, &b}) {
      const Vec3* direction = nullptr;
      if (const auto* line = std::get_if<Line>(&s->shape.value)) direction = &line->direction;
      if (const auto* ray = std::get_if<Ray>(&s->shape.value)) direction = &ray->direction;
      if (direction == nullptr || *direction == Vec3::Zero()) continue;
      const Vec3 along = (s->pose.rotation * *direction).stableNormalized();
      const Vec3 across = relevant - relevant.dot(along) * along;
      if (across.stableNorm() > slope_error * relevant.stableNorm()) relevant = across;
    }
    return 2 * reach(distance) / relevant.stableNorm();
  }
  /// Nothing of a line or ray that is farther from its origin is within the distance of the other shape at time 0.
  [[nodiscard]] double reach(double distance) const {
    const auto ball_a = distance::ball_around(a.shape), ball_b = distance::ball_around(b.shape);
    const double radii = (ball_a ? ball_a->radius : 0) + (ball_b ? ball_b->radius : 0);
    return (middle_of(ball_b, b) - middle_of(ball_a, a)).stableNorm() + radii + distance;
  }
};

/// A plane and something on one side of it: the distance changes at a constant speed.
LeastOverTime approach_of_plane(const MovingShapes& moving, double t_max) {
  const double start = moving.closest_at(0).distance;
  const double end = std::isfinite(t_max) ? moving.closest_at(t_max).distance : start;
  const bool is_start = start <= end;
  return {is_start ? 0 : t_max, std::min(start, end), std::min(start, end) * (1 - distance_error), true};
}

}  // namespace

Closest closest_points(const PosedShape& a, const PosedShape& b) {
  if (const auto found = distance::closest_points(a.shape, a.pose, b.shape, b.pose)) return *found;
  return distance::closest_points(*distance::as_curved(a.shape, a.pose), *distance::as_curved(b.shape, b.pose));
}

double gap_along(const PosedShape& a, const PosedShape& b, const Vec3& direction) {
  const Vector3<Dyadic> along = lifted<Dyadic>(direction);
  const auto end_a = distance::far_end(a.shape, a.pose, along), end_b = distance::far_end(b.shape, b.pose, -along);
  if (!end_a || !end_b) return -std::numeric_limits<double>::infinity();
  const double passage = nearly(distance::sum(*end_a, *end_b, dot(along, along)));
  return -passage - slope_error * std::abs(passage);
}

LeastOverTime convex_approach(const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities, double t_max,
                              const LeastOverTimeLimits& limits) {
  const MovingShapes moving{a, b, velocities};
  const double start = moving.closest_at(0).distance;
  if (moving.velocity == Vec3::Zero() || t_max == 0) return {0, start, start * (1 - distance_error), true};
  if (is_plane(a.shape) || is_plane(b.shape)) return approach_of_plane(moving, t_max);
  const double end = std::min(t_max, moving.horizon(start));
  LeastOverTimeLimits fine = limits;
  fine.tolerance = 0;
  fine.max_evaluations = std::min<std::size_t>(limits.max_evaluations, 100);  // doubles have 53 bits to halve
  if (!distance::is_rounded(a.shape) || !distance::is_rounded(b.shape)) {
    const double reach = moving.reach(start) + moving.velocity.stableNorm() * end;
    const Shape part_a = part_within(a.shape, reach), part_b = part_within(b.shape, reach);
    const PosedShape bounded_a{part_a, a.pose}, bounded_b{part_b, b.pose};
    const MovingShapes bounded{bounded_a, bounded_b, velocities};
    LeastOverTime found = least_over_time([&](double t) { return bounded.evaluate_proven(t); }, end, fine);
    found.finished = found.distance - found.least <= limits.tolerance || found.least > limits.beyond;
    return found;
  }
  LeastOverTime found = least_over_time([&](double t) { return moving.evaluate(t); }, end, fine);
  const auto path = distance::swept(*distance::as_rounded(b.shape, b.pose), moving.velocity, t_max);
  found.least = std::min(found.distance, distance::distance_bound(*distance::as_rounded(a.shape, a.pose), path));
  found.finished = found.distance - found.least <= limits.tolerance + 2 * distance_error * found.distance + 4 * path.error;
  return found;
}

}  // namespace graze::query
