#pragma once
/// A double together with a bound of its error: the number that answers most sign questions without exact arithmetic.
/// The bound holds in round-to-nearest, with or without fused multiply-add, through underflow and overflow.

#include <cmath>
#include <limits>

#include "numbers/sign.h"
#include "numbers/tolerance.h"

namespace graze {

/// The true number lies within `error` of `value`. After an overflow the error is infinite or NaN, and the sign is unknown.
struct Bounded {
  double value = 0;
  double error = 0;  ///< same unit as value, >= 0

  constexpr Bounded() = default;
  constexpr Bounded(double exact) : value(exact) {}  // NOLINT: a double is a number without error, as for Dyadic
  constexpr Bounded(double approximate, double error_bound) : value(approximate), error(error_bound) {}
};

namespace detail {

/// Makes a bound that was itself computed with at most 12 roundings safe: (1 + 16u)(1 - u)^13 > 1, u = 2^-53. No unit.
/// Bounded.HoldsTheTrueValueOfRandomExpressions
inline constexpr double bound_inflation = 1 + 16 * tolerance::rounding;

/// What a product and the three products inside its error bound can lose to underflow, 4 * 2^-1075, rounded up to the least normal
/// number so that no subnormal slows the sum down. Unit of the product. Bounded.StaysUncertainWhenAProductUnderflows
inline constexpr double underflow_bound = std::numeric_limits<double>::min();

[[nodiscard]] constexpr bool is_exact_zero(const Bounded& a) { return a.value == 0 && a.error == 0; }

}  // namespace detail

[[nodiscard]] constexpr Bounded operator-(const Bounded& a) { return {-a.value, a.error}; }

/// A rounded sum of doubles is off by at most u times itself, exact when zero and, being a multiple of the least subnormal, never
/// hurt by underflow.
[[nodiscard]] inline Bounded operator+(const Bounded& a, const Bounded& b) {
  const double value = a.value + b.value;
  const double error = a.error + b.error + tolerance::rounding * std::fabs(value);
  return {value, error * detail::bound_inflation};
}

[[nodiscard]] inline Bounded operator-(const Bounded& a, const Bounded& b) { return a + -b; }

/// |(a + da)(b + db) - fl(ab)| <= |a||db| + |b||da| + |da||db| + u|fl(ab)| + underflow. Zero times anything stays exactly zero.
[[nodiscard]] inline Bounded operator*(const Bounded& a, const Bounded& b) {
  const double value = a.value * b.value;
  const double size_a = std::fabs(a.value);
  const double size_b = std::fabs(b.value);
  const double error = size_a * b.error + (size_b + b.error) * a.error + tolerance::rounding * std::fabs(value);
  const bool zero = detail::is_exact_zero(a) || detail::is_exact_zero(b);
  return {value, error * detail::bound_inflation + (zero ? 0 : detail::underflow_bound)};
}

inline Bounded& operator+=(Bounded& a, const Bounded& b) { return a = a + b; }
inline Bounded& operator-=(Bounded& a, const Bounded& b) { return a = a - b; }
inline Bounded& operator*=(Bounded& a, const Bounded& b) { return a = a * b; }

[[nodiscard]] inline Bounded abs(const Bounded& a) { return {std::fabs(a.value), a.error}; }

[[nodiscard]] inline Sign sign_of(const Bounded& a) {
  if (a.value > a.error) return Sign::positive;
  if (-a.value > a.error) return Sign::negative;
  return detail::is_exact_zero(a) ? Sign::zero : Sign::unknown;
}

}  // namespace graze
