#pragma once
/// The least value of a convex function of time: lines that it is nowhere below, cut with each other until they leave no room.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

namespace graze::distance {

/// What is known at one time of a distance that is a convex function of time.
struct DistanceAtTime {
  double time = 0;
  double distance = 0;  ///< attained
  double bound = 0;     ///< of the line at this time: the function is nowhere below bound + (t - time) * slope
  double slope = 0;
};

struct LeastOverTime {
  double time = 0;
  double distance = 0;  ///< at that time
  double least = 0;     ///< the function is nowhere below, as far as the lines are right
  bool finished = true;
};

/// When to stop.
struct LeastOverTimeLimits {
  double tolerance = 0;                                     ///< between the distance found and the bound, same unit
  double beyond = std::numeric_limits<double>::infinity();  ///< a least distance above this is of no interest
  std::size_t max_evaluations = 0;
  std::optional<double> guess{};  ///< a time to look at first, within the interval
};

namespace detail {

/// Where two lines cross of which the left one falls and the right one rises; in the middle where rounding says otherwise, and not
/// too close to either end, so that every step takes something off.
[[nodiscard]] inline double crossing_time(const DistanceAtTime& left, const DistanceAtTime& right) {
  const double duration = right.time - left.time;
  const double steepness = right.slope - left.slope;
  const double fraction = (left.bound - right.bound + right.slope * duration) / (steepness * duration);
  /// Of the time between two lines: a step takes off at least a thousandth of it, so that steps end. No unit.
  constexpr double least_share = 0x1p-10;
  return left.time + (std::isfinite(fraction) ? std::clamp(fraction, least_share, 1 - least_share) : 0.5) * duration;
}

/// The least value that two such lines leave for the function between their times.
[[nodiscard]] inline double value_at_crossing(const DistanceAtTime& left, const DistanceAtTime& right) {
  const double duration = right.time - left.time;
  const double fraction = (left.bound - right.bound + right.slope * duration) / ((right.slope - left.slope) * duration);
  if (!(fraction >= 0 && fraction <= 1)) return std::min(left.bound + left.slope * duration, right.bound - right.slope * duration);
  return left.bound + left.slope * fraction * duration;
}

}  // namespace detail

/// Over [0, t_max], which must be finite. evaluate(t) -> DistanceAtTime.
template <class Evaluate>
[[nodiscard]] LeastOverTime least_over_time(Evaluate&& evaluate, double t_max, const LeastOverTimeLimits& limits) {
  const DistanceAtTime first = evaluate(limits.guess.value_or(0));
  LeastOverTime best{first.time, first.distance, first.bound, true};
  const double lowest = std::min(first.bound - first.time * first.slope, first.bound + (t_max - first.time) * first.slope);
  if (first.slope == 0 || !(t_max > 0) || first.distance == 0) return best;
  if (lowest > limits.beyond) {
    best.least = lowest;
    return best;
  }
  const auto keep = [&](const DistanceAtTime& found) {
    if (found.distance < best.distance) best = {found.time, found.distance, best.least, true};
  };
  // The end towards which the function falls; where it falls there still, that is the answer.
  const bool falls = first.slope < 0;
  if (first.time == (falls ? t_max : 0)) return best;
  const DistanceAtTime other = evaluate(falls ? t_max : 0.0);
  keep(other);
  best.least = other.bound;
  if (falls ? other.slope <= 0 : other.slope >= 0) return best;
  DistanceAtTime left = falls ? first : other, right = falls ? other : first;
  for (std::size_t i = 2; i < limits.max_evaluations; ++i) {
    best.least = detail::value_at_crossing(left, right);
    if (best.distance - best.least <= limits.tolerance || best.least > limits.beyond) return best;
    const double t = detail::crossing_time(left, right);
    if (!(t > left.time && t < right.time)) return best;
    const DistanceAtTime found = evaluate(t);
    keep(found);
    if (found.slope == 0) {
      best.least = found.bound;
      return best;
    }
    (found.slope < 0 ? left : right) = found;
  }
  best.finished = false;
  return best;
}

}  // namespace graze::distance
