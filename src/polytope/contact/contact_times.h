#pragma once
/// The times at which projections on one axis meet: as ranges from the filter, as fractions from exact numbers.

#include <cmath>
#include <limits>

#include "numbers/magnitude.h"
#include "polytope/contact/sweep.h"
#include "polytope/convex_pair.h"

namespace graze::sat {

/// A number known to lie in [lo, hi].
struct Range {
  double lo = -std::numeric_limits<double>::infinity();
  double hi = std::numeric_limits<double>::infinity();
};

/// Relative margin for the roundings of one difference and one quotient: 2u to first order, doubled. No unit.
/// ConvexSweep.AgreesWithAnExactLinearProgramOnBooleanAndBothTimes
inline constexpr double quotient_margin = 4 * tolerance::rounding;

[[nodiscard]] inline double rounded_down(double x) {
  return x - (quotient_margin * std::fabs(x) + std::numeric_limits<double>::denorm_min());
}
[[nodiscard]] inline double rounded_up(double x) {
  return x + (quotient_margin * std::fabs(x) + std::numeric_limits<double>::denorm_min());
}

/// numerator / denominator for a denominator that is certainly positive.
[[nodiscard]] inline Range quotient_range(const Bounded& numerator, const Bounded& denominator) {
  const double low = numerator.value - numerator.error;
  const double high = numerator.value + numerator.error;
  const double small = denominator.value - denominator.error;
  const double large = denominator.value + denominator.error;
  const Range range{rounded_down(low >= 0 ? low / large : low / small), rounded_up(high >= 0 ? high / small : high / large)};
  return std::isnan(range.lo) || std::isnan(range.hi) ? Range{} : range;
}

/// Along one axis the bodies meet while numerators[0] <= t * speed <= numerators[1], speed > 0; at speed 0 always or never.
template <class N>
struct AxisTimes {
  N first_numerator{};
  N last_numerator{};
  N speed{};           ///< absolute
  Sign direction{};    ///< of b along the axis, as seen from a
  bool apart = false;  ///< at speed 0: they never meet
};

/// The times of contact along an axis with meeting m, when b moves along it with the signed speed s. With a direction that is
/// unknown only `direction` means anything.
template <class N>
[[nodiscard]] AxisTimes<N> axis_times(const Meeting<N>& m, const N& s) {
  const Sign direction = sign_of(s);
  if (direction == Sign::positive) return {-m.above, m.below, s, direction};
  if (direction == Sign::negative) return {-m.below, m.above, -s, direction};
  const bool apart = sign_of(m.below) == Sign::negative || sign_of(m.above) == Sign::negative;
  return {N(0.0), N(0.0), N(0.0), direction, apart};
}

/// Not below the time, and above it by a few roundings only; many times quicker than quotient_up(). A Magnitude is rounded once, a
/// quotient of two three times: 3 u, of the 8 u that are added here.
[[nodiscard]] inline double barely_after(const ExactTime& time) {
  return rounded_up(rounded_up((Magnitude(time.numerator) / Magnitude(time.denominator)).to_double()));
}

/// Likewise not above the time.
[[nodiscard]] inline double barely_before(const ExactTime& time) {
  return rounded_down(rounded_down((Magnitude(time.numerator) / Magnitude(time.denominator)).to_double()));
}

}  // namespace graze::sat
