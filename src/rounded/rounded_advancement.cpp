/// Steps of exact conservative advancement: to the time of the separating plane or of the nearest features.

#include "rounded/rounded_advancement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numbers/magnitude.h"

namespace graze::distance {
namespace {

/// Steps are shortened by this part, more than a handful of operations on magnitudes can be off. No unit.
/// RoundedSweep.IsNeverLate
constexpr double step_margin = 64 * tolerance::rounding;

/// Steps double their right digits; a graze among changing features may halve the error only: 64 bits, and as many features.
constexpr int most_steps = 256;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// time + step, certainly not later.
double later(double time, const Magnitude& step) {
  const double sum = time + step.to_double() * (1 - step_margin);
  return std::nextafter(sum, -infinity);  // of an overflow the largest double, which is early enough
}

/// When the plane across the shortest connection would be reached: there is no contact before.
double plane_time(const RoundedMotion& motion, const MotionState& m) {
  const Dyadic& height = m.nearest.min_norm.height;
  if (motion.radii.is_zero()) return quotient_down(Dyadic(m.time) * m.speed + height, m.speed);
  const Magnitude reach = Magnitude(height) + Magnitude(motion.radii) * root(Magnitude(m.squared_normal));
  return later(m.time, Magnitude(m.excess) / (reach * Magnitude(m.speed)));
}

/// Squared speed of b across the flat that carries the nearest point, times min_norm.w: of a point or along a line.
Dyadic speed_across(const RoundedMotion& motion, const WolfeSet<Dyadic>& wolfe_set) {
  if (wolfe_set.size() == 1) return dot(motion.velocity, motion.velocity);
  const Vector3<Dyadic> along = wolfe_set[1].id.is_ray() ? wolfe_set[1].at : wolfe_set[1].at - wolfe_set[0].at;
  const Vector3<Dyadic> across = cross(motion.velocity, along);
  return dot(across, across);
}

/// When the nearest features would touch if they stayed the nearest: the smaller zero of
///   w |x - t v|^2 = height - 2 t speed + t^2 across = w radii^2.
/// Nothing where that is the plane's time, or where they pass each other.
std::optional<double> feature_time(const RoundedMotion& motion, const MotionState& m) {
  const MinNormPoint<Dyadic>& min_norm = m.nearest.min_norm;
  if (motion.radii.is_zero() || m.nearest.wolfe_set.size() > 2) return std::nullopt;
  const Dyadic excess = min_norm.height - motion.radii * motion.radii * min_norm.w;
  const Dyadic discriminant = m.speed * m.speed - speed_across(motion, m.nearest.wolfe_set) * excess;
  if (discriminant.sign() < 0) return std::nullopt;
  return later(m.time, Magnitude(excess) / (Magnitude(m.speed) + root(Magnitude(discriminant))));
}

/// Whether the plane across the shortest connection at m still separates the bodies at a time.
bool separates_until(const RoundedMotion& motion, const MotionState& m, double time) {
  const Dyadic left = m.nearest.min_norm.height - (Dyadic(time) - Dyadic(m.time)) * m.speed;
  if (left.sign() < 0) return false;
  return (left * left - motion.radii * motion.radii * m.squared_normal).sign() >= 0;
}

/// The latest time up to which the plane at m separates the bodies.
double rounded_down(const RoundedMotion& motion, const MotionState& m) {
  double time = std::max(m.time, plane_time(motion, m));
  for (double next = time; next < infinity && separates_until(motion, m, next); next = std::nextafter(time, infinity)) time = next;
  return time;
}

/// The next state without contact before it. The features' own time is right when nothing came between: still apart, and still
/// approaching, since the distance is convex.
std::optional<MotionState> advanced(const RoundedMotion& motion, const MotionState& m, double limit) {
  if (const auto time = feature_time(motion, m); time && *time > m.time && *time <= limit) {
    MotionState next = state_at(motion, *time);
    if (next.apart() && next.speed.sign() > 0) return next;
  }
  const double time = plane_time(motion, m);
  if (!(time > m.time) || time > limit) return std::nullopt;
  MotionState next = state_at(motion, time);
  return next.apart() && next.speed.sign() > 0 ? std::optional(std::move(next)) : std::nullopt;
}

}  // namespace

MotionState state_at(const RoundedMotion& motion, double time) {
  const MinkowskiDifference d = motion.start->moved(time, motion.velocity);
  MotionState m{time, nearest_exact(d, nearest_bounds(d).generators), 0, 0, 0};
  const MinNormPoint<Dyadic>& min_norm = m.nearest.min_norm;
  m.squared_normal = dot(min_norm.normal, min_norm.normal);
  m.speed = dot(min_norm.normal, motion.velocity);
  m.excess = min_norm.height * min_norm.height - motion.radii * motion.radii * m.squared_normal;
  if (m.nearest.meets() && !motion.radii.is_zero()) m.excess = -1;
  return m;
}

bool ever_meets(const RoundedMotion& motion) {
  MinkowskiDifference swept = *motion.start;
  swept.sweep(motion.velocity);
  const MinNormPoint<Dyadic> min_norm = nearest_exact(swept, nearest_bounds(swept).generators).min_norm;
  const Dyadic limit = motion.radii * motion.radii * dot(min_norm.normal, min_norm.normal);
  return min_norm.height.is_zero() || min_norm.height * min_norm.height <= limit;
}

bool never_leaves(const RoundedMotion& motion) {
  const MinkowskiDifference& start = *motion.start;
  for (unsigned mask = 1; mask < 1U << start.rays.size(); ++mask) {
    WolfeSet<Dyadic> wolfe_set{{{0, 0}, -motion.velocity}};
    for (std::size_t k = 0; k < start.rays.size() && wolfe_set.size() < 4; ++k) {
      if ((mask >> k & 1) != 0) wolfe_set.push_back({{static_cast<std::int32_t>(k), -1}, start.exact_ray(k)});
    }
    const auto min_norm = min_norm_point(wolfe_set);
    if (min_norm && min_norm->height.is_zero() && is_inside(wolfe_set, *min_norm)) return true;
  }
  return false;
}

std::optional<RoundedArrival> rounded_advancement(const RoundedMotion& motion, const MotionState& from, double limit) {
  MotionState m = from;
  for (int step = 0; step < most_steps; ++step) {
    if (m.speed.sign() <= 0) return std::nullopt;
    auto next = advanced(motion, m, limit);
    if (!next) break;
    m = *std::move(next);
  }
  const double time = rounded_down(motion, m);
  if (time > limit) return std::nullopt;
  return RoundedArrival{std::move(m), time};
}

}  // namespace graze::distance
