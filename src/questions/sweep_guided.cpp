/// Conservative advancement along motions that are known by where they are and how fast they can be. [Mirtich96]

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "body/pair.h"
#include <graze/sweep_along.h>
#include "motion/turning/leg.h"
#include "motion/turning/reach.h"

namespace graze {
namespace {

using namespace query;
using motion::GuidedMotion;
using motion::SpeedBound;

/// Poses, distances and speeds are off by some dozen roundings of the coordinates they are made of. No unit.
/// SweepAlong.NeverReportsAContactLateForMotionsThatBoundThemselves
constexpr double slack = 0x1p-44;
/// What distances of curved bodies may be off by, relative, rounded up. No unit.
constexpr double distance_error = 0x1p-29;
/// A step shorter than this part of the time that the speeds were asked for makes it worth asking for a shorter time.
constexpr double wasteful = 0.25;

/// Two bodies on their way.
struct GuidedPair {
  std::array<const Geometry*, 2> geometry;
  std::array<const GuidedMotion*, 2> motion;
  std::array<double, 2> reach;  ///< of points from the origin of the pose, length; infinite for unbounded shapes

  [[nodiscard]] Body at(int k, double t) const { return {*geometry[k], motion[k]->pose_at(t), {}}; }

  /// Bounds how fast their distance can shrink during [from, to].
  [[nodiscard]] double speed(double from, double to) const {
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      const SpeedBound bound = motion[k]->speed_bound(from, to);
      sum += bound.linear + (bound.angular > 0 ? bound.angular * reach[k] : 0);
    }
    return sum * (1 + slack);
  }
  [[nodiscard]] double size() const {
    return std::isfinite(reach[0] + reach[1]) ? reach[0] + reach[1] : std::min(reach[0], reach[1]);
  }
};

/// How long the bodies cannot cover the gap; at most until `end`. `window` is the time that a bound of the speed is asked for, from
/// one step to the next.
double free_time(const GuidedPair& pair, double gap, double t, double end, double& window) {
  for (;;) {
    window = std::min(window, end - t);
    const double speed = pair.speed(t, t + window);
    const double step = speed > 0 ? gap / speed * (1 - slack) : std::numeric_limits<double>::infinity();
    if (step >= window) {
      const double whole = window;
      window *= 2;
      return whole;
    }
    if (!(step < wasteful * window)) return step;
    window = 2 * step;
  }
}

Result<TurningImpact> advance(const GuidedPair& pair, const TurningOptions& options, double tolerance) {
  TurningImpact impact;
  double window = options.t_max;
  double size = 0;
  for (std::size_t i = 0; i < options.max_evaluations; ++i) {
    const auto closest = closest_points(pair.at(0, impact.t_lo), pair.at(1, impact.t_lo));
    if (!closest) return tl::make_unexpected(closest.error());
    impact.closest = *closest;
    // Poses are made of coordinates that were there before, also where they have come to nothing.
    size = std::max(size, closest->points[0].stableNorm() + closest->points[1].stableNorm() + pair.size());
    if (closest->distance <= std::max(tolerance, 2 * slack * size)) {
      impact.status = TurningStatus::contact;
      if (closest->distance == 0) impact.t_hi = impact.t_lo;
      impact.initial = closest->distance == 0 && impact.t_lo == 0;
      return impact;
    }
    const double gap = std::max(0.0, closest->distance * (1 - distance_error) - slack * size);
    if (impact.t_lo >= options.t_max || !std::isfinite(closest->distance)) return TurningImpact{};
    const double next = impact.t_lo + free_time(pair, gap, impact.t_lo, options.t_max, window);
    impact.t_lo = next >= options.t_max ? options.t_max : std::max(impact.t_lo, std::nextafter(next, 0.0));
  }
  impact.status = TurningStatus::unfinished;
  return impact;
}

Result<void> check(const GuidedPair& pair, const TurningOptions& options) {
  if (!(options.t_max >= 0 && std::isfinite(options.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tol: must be > 0");
  if (const auto ok = check_bodies(pair.at(0, 0), pair.at(1, 0)); !ok) return ok;
  for (int k = 0; k < 2; ++k) {
    if (std::isinf(pair.reach[k]) && pair.motion[k]->speed_bound(0, options.t_max).angular > 0)
      return unsupported("sweep of a turning unbounded shape", pair.at(0, 0), pair.at(1, 0));
  }
  return {};
}

}  // namespace

Result<TurningImpact> sweep_along(const Geometry& a, const GuidedMotion& motion_a, const Geometry& b, const GuidedMotion& motion_b,
                                  const TurningOptions& options) {
  const GuidedPair pair{{&a, &b}, {&motion_a, &motion_b}, {reach_of({a, {}, {}}).center, reach_of({b, {}, {}}).center}};
  if (const auto ok = check(pair, options); !ok) return tl::make_unexpected(ok.error());
  double tolerance = options.tolerance.value_or(default_turning_tolerance * pair.size());
  auto impact = advance(pair, options, tolerance);
  while (impact && impact->status == TurningStatus::contact && impact->t_lo == 0 &&
         impact->closest.distance > slack * pair.size()) {
    tolerance = impact->closest.distance / 2;
    impact = advance(pair, options, tolerance);
  }
  return impact;
}

}  // namespace graze
