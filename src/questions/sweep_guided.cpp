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
#include "questions/endless_part.h"
#include "questions/sweep_leg.h"
#include "questions/turning_set.h"

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
    return sum;
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
      const double step = fastest > 0 ? gap / fastest : std::numeric_limits<double>::infinity();
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
  auto impact = advance(pair, {0, tolerance, options.max_evaluations, options.margin});
  const bool meet = impact && impact->status == TurningStatus::contact && impact->closest.distance <= options.margin;
  if (meet) impact->t_hi = impact->t_lo;
  if (meet) impact->initial = impact->t_lo == 0;
  return impact;
}

Result<void> check(const GuidedPair& pair, const TurningOptions& options) {
  if (!(options.t_max >= 0 && std::isfinite(options.t_max))) return fail(ErrorCode::bad_option, "t_max: must be finite and >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (!(options.margin >= 0 && std::isfinite(options.margin)))
    return fail(ErrorCode::bad_option, "margin: must be finite and >= 0");
  if (options.sub_steps > max_sub_steps) return fail(ErrorCode::limit, "sub_steps: above the limit of a million");
  if (const auto ok = check_bodies(pair.at(0, 0), pair.at(1, 0)); !ok) return ok;
  for (int k = 0; k < 2 && std::isinf(pair.reach[0]) && std::isinf(pair.reach[1]); ++k) {
    if (pair.motion[k]->speed_bound(0, options.t_max).angular > 0)
      return unsupported("sweep of two unbounded shapes of which one turns", pair.at(0, 0), pair.at(1, 0));
  }
  return {};
}

/// By how much the points of a body can leave the straight way between its poses at both ends of a part of the time, [from, to].
/// The origin is within s u h of one end and s (1 - u) h of the other, where s bounds its speed, h is the duration and u the part
/// of it that is over; its image on the chord of length L is at u L. Both squared, and added with the weights 1 - u and u, leave u
/// (1 - u) (s^2 h^2 - L^2) for the square of their distance. Around it, body and image turn by at most w h away from each other.
double leaves_chord_by(const GuidedPair& pair, int k, double from, double to) {
  const SpeedBound bound = pair.motion[k]->speed_bound(from, to);
  const double way = bound.linear * (to - from);
  const double chord = (pair.motion[k]->pose_at(to).translation - pair.motion[k]->pose_at(from).translation).stableNorm();
  const double across = std::sqrt(std::max(0.0, way - chord)) * std::sqrt(way + chord) / 2;
  const double turned = bound.angular > 0 ? bound.angular * (to - from) * pair.reach[k] : 0;
  return (across + turned + advancement_margin * way) * (1 + advancement_margin);
}

/// Each part of the time with its end poses joined as keyframes are, and a margin for what the motion leaves that path by.
Result<TurningImpact> sweep_of_chords(const GuidedPair& pair, const TurningOptions& options) {
  const double step = options.t_max / static_cast<double>(options.sub_steps);
  TurningOptions of_leg = options;
  of_leg.sub_steps = 0;
  for (std::size_t i = 0; i < options.sub_steps; ++i) {
    const double from = static_cast<double>(i) * step, to = i + 1 == options.sub_steps ? options.t_max : from + step;
    std::array<Body, 2> bodies{pair.at(0, from), pair.at(1, from)};
    for (int k = 0; k < 2; ++k) {
      const auto path = Path::through({{0, bodies[k].pose}, {to - from, pair.at(k, to).pose}});
      if (!path) return tl::make_unexpected(path.error());
      bodies[k].motion = path->leg_at(0).motion;
    }
    of_leg.t_max = to - from;
    of_leg.margin = options.margin + leaves_chord_by(pair, 0, from, to) + leaves_chord_by(pair, 1, from, to);
    auto impact = sweep_leg(bodies[0], bodies[1], of_leg, i == 0);
    if (!impact) return impact;
    if (impact->status == TurningStatus::clear) continue;
    impact->t_hi.reset();  // the bodies are within the margin of the chords, which is not to meet
    impact->t_lo = std::max(from, std::nextafter(from + impact->t_lo, from));
    impact->initial = i == 0 && impact->initial && impact->closest.distance <= options.margin;
    return impact;
  }
  return TurningImpact{};
}

/// Which body turns and has no end, while the other one has: all of it that the other can come near to may take its place.
std::optional<int> turning_endless(const GuidedPair& pair, double t_max) {
  for (const int k : {0, 1}) {
    const bool is_endless = std::isinf(pair.reach[k]) && std::isfinite(pair.reach[1 - k]);
    if (is_endless && pair.motion[k]->speed_bound(0, t_max).angular > 0) return k;
  }
  return std::nullopt;
}

Result<Geometry> part_in_reach(const GuidedPair& pair, int k, const TurningOptions& options) {
  const Vec3 apart = pair.motion[1 - k]->pose_at(0).translation - pair.motion[k]->pose_at(0).translation;
  const double speed = pair.motion[0]->speed_bound(0, options.t_max).linear + pair.motion[1]->speed_bound(0, options.t_max).linear;
  constexpr double up = 1 + 0x1p-40;  // a dozen roundings of lengths
  const double reach = apart.stableNorm() + pair.reach[1 - k] + speed * options.t_max + options.margin;
  return part_near_center({*pair.geometry[k], {}, {}}, reach * up);
}

GuidedPair guided_pair(const std::array<const Geometry*, 2>& geometry, const std::array<const GuidedMotion*, 2>& motion,
                       double t_max) {
  return {geometry, motion, {reach_of({*geometry[0], {}, {}}).center, reach_of({*geometry[1], {}, {}}).center}, t_max};
}

}  // namespace

Result<TurningImpact> sweep_along(const Geometry& a, const GuidedMotion& motion_a, const Geometry& b, const GuidedMotion& motion_b,
                                  const TurningOptions& options) {
  GuidedPair pair = guided_pair({&a, &b}, {&motion_a, &motion_b}, options.t_max);
  if (const auto ok = check(pair, options); !ok) return tl::make_unexpected(ok.error());
  if (const auto k = turning_endless(pair, options.t_max)) {
    const auto part = part_in_reach(pair, *k, options);
    if (!part) return tl::make_unexpected(part.error());
    const Geometry& whole = *pair.geometry[*k];
    auto impact = *k == 0 ? sweep_along(*part, motion_a, b, motion_b, options) : sweep_along(a, motion_a, *part, motion_b, options);
    if (impact) impact->closest.features[*k] = feature_of_whole(whole.shape(), impact->closest.features[*k]);
    return impact;
  }
  if (options.sub_steps > 0) return sweep_of_chords(pair, options);
  double tolerance = options.tolerance.value_or(default_turning_tolerance * pair.size());
  auto impact = advanced(pair, options, tolerance);
  const auto beyond_margin = [&] { return impact->closest.distance - options.margin; };
  while (impact && impact->status == TurningStatus::contact && impact->t_lo == 0 &&
         beyond_margin() > 4 * (advancement_margin * pair.size() + advancement_distance_error * options.margin)) {
    tolerance = beyond_margin() / 2;
    impact = advanced(pair, options, tolerance);
  }
  if (impact && impact->status == TurningStatus::contact && !impact->initial)
    impact->set = turning_set(pair.at(0, impact->t_lo), pair.at(1, impact->t_lo), impact->closest, tolerance);
  return impact;
}

}  // namespace graze
