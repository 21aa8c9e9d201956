/// Conservative advancement along motions that are known by their poses and bounds of their speed. [Mirtich96]

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include <graze/distance.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "motion/turning/advancement.h"
#include "motion/turning/reach.h"
#include "questions/sweep_leg.h"

namespace graze {
namespace {

using namespace query;

/// A step shorter than this part of the window that the speeds were bounded over makes it worth bounding them over a shorter time.
constexpr double min_step_share = 0.25;

/// Two bodies and their motions, as advance() needs them.
struct GuidedPair {
  std::array<const Geometry*, 2> geometry;
  std::array<const GuidedMotion*, 2> motion;
  std::array<double, 2> reach;  ///< of points from the origin of the pose, length; infinite for unbounded shapes
  double end = 0;               ///< of the motion
  double window = end;          ///< the time over which speeds are bounded, adapted from step to step
  double largest = 0;           ///< of the coordinates so far: poses were computed from them, even where they have cancelled

  [[nodiscard]] Body at(int k, double t) const { return {*geometry[k], motion[k]->pose_at(t), {}}; }
  [[nodiscard]] double size() const {
    return std::isfinite(reach[0] + reach[1]) ? reach[0] + reach[1] : std::min(reach[0], reach[1]);
  }

  /// Bounds how fast their distance can shrink during [from, to].
  [[nodiscard]] double speed(double from, double to) const {
    double sum = 0;
    for (int k = 0; k < 2; ++k) {
      const SpeedBound bound = motion[k]->speed_bound(from, to);
      sum += bound.linear + (bound.angular > 0 ? bound.angular * reach[k] : 0);
    }
    return sum * (1 + advancement_margin);
  }

  [[nodiscard]] Result<Closest> closest_at(double t) const { return closest_points(at(0, t), at(1, t)); }
  [[nodiscard]] double coordinates(const Closest& closest, double /*t*/) {
    return largest = std::max(largest, closest.points[0].stableNorm() + closest.points[1].stableNorm() + size());
  }
  [[nodiscard]] std::optional<double> free_until(double gap, const Closest& /*closest*/, double t) {
    if (t >= end) return std::nullopt;
    const double next = t + free_time(gap, t);
    return next >= end ? end : std::max(t, std::nextafter(next, 0.0));
  }

  /// How long the bodies cannot cover the gap; at most until the end.
  [[nodiscard]] double free_time(double gap, double t) {
    for (;;) {
      window = std::min(window, end - t);
      const double fastest = speed(t, t + window);
      const double step = fastest > 0 ? gap / fastest * (1 - advancement_margin) : std::numeric_limits<double>::infinity();
      if (step >= window) {
        const double whole = window;
        window *= 2;
        return whole;
      }
      if (!(step < min_step_share * window)) return step;
      window = 2 * step;
    }
  }
};

/// Takes a copy, since a pair keeps state.
Result<TurningImpact> advanced(GuidedPair pair, const TurningOptions& options, double tolerance) {
  auto impact = advance(pair, {0, tolerance, options.max_evaluations});
  const bool meet = impact && impact->status == TurningStatus::contact && impact->closest.distance == 0;
  if (meet) impact->t_hi = impact->t_lo;
  if (meet) impact->initial = impact->t_lo == 0;
  return impact;
}

Result<void> check(const GuidedPair& pair, const TurningOptions& options) {
  if (!(options.t_max >= 0 && std::isfinite(options.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
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
  const GuidedPair pair{
      {&a, &b}, {&motion_a, &motion_b}, {reach_of({a, {}, {}}).center, reach_of({b, {}, {}}).center}, options.t_max};
  if (const auto ok = check(pair, options); !ok) return tl::make_unexpected(ok.error());
  double tolerance = options.tolerance.value_or(default_turning_tolerance * pair.size());
  auto impact = advanced(pair, options, tolerance);
  while (impact && impact->status == TurningStatus::contact && impact->t_lo == 0 &&
         impact->closest.distance > advancement_margin * pair.size()) {
    tolerance = impact->closest.distance / 2;
    impact = advanced(pair, options, tolerance);
  }
  return impact;
}

}  // namespace graze
