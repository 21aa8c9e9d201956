#pragma once
/// A double-double together with a bound of its error: for answers to the last bit of a double at a small part of the price of
/// exact arithmetic. Where the bound does not decide a rounding there is no answer, and exact arithmetic must follow.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "numbers/bounded.h"
#include "numbers/double_double.h"

namespace graze {

/// The true number lies within `error` of `value`. After an overflow either is infinite or NaN, and nothing is certain.
struct BoundedDoubleDouble {
  DoubleDouble value;
  double error = 0;  ///< same unit as value, >= 0

  constexpr BoundedDoubleDouble() = default;
  constexpr BoundedDoubleDouble(double exact) : value(exact) {}  // NOLINT: a double is a number without error, as for Bounded
  constexpr BoundedDoubleDouble(const DoubleDouble& approximate, double error_bound) : value(approximate), error(error_bound) {}
};

namespace detail {

[[nodiscard]] inline bool is_exact_zero(const BoundedDoubleDouble& a) { return a.value.hi == 0 && a.error == 0; }

/// Not below the magnitude of the value, whose low part is at most half a unit in the last place of the high one.
[[nodiscard]] inline double size_of(const BoundedDoubleDouble& a) { return std::fabs(a.value.hi) * (1 + 2 * tolerance::rounding); }

/// Numbers that are doubles, as most are that people write, are added without error, and so are opposite ones.
[[nodiscard]] inline bool is_sum_exact(const DoubleDouble& a, const DoubleDouble& b) {
  return (a.lo == 0 && b.lo == 0) || (a.hi == -b.hi && a.lo == -b.lo);
}

[[nodiscard]] inline bool is_power_of_two(const DoubleDouble& a) {
  constexpr std::uint64_t fraction = (std::uint64_t{1} << 52U) - 1;
  return a.lo == 0 && (std::bit_cast<std::uint64_t>(a.hi) & fraction) == 0;
}

/// Below this the low part of a product of doubles may be lost. Unit of the product.
/// BoundedDoubleDouble.StaysUncertainWhenALowPartUnderflows
inline constexpr double least_product = 0x1p-960;

/// The same for products, also with powers of two.
[[nodiscard]] inline bool is_product_exact(const DoubleDouble& a, const DoubleDouble& b, const DoubleDouble& product) {
  const bool has_all_parts = (a.lo == 0 && b.lo == 0) || is_power_of_two(a) || is_power_of_two(b);
  return has_all_parts && std::fabs(product.hi) >= least_product;
}

}  // namespace detail

[[nodiscard]] inline BoundedDoubleDouble operator-(const BoundedDoubleDouble& a) { return {-a.value, a.error}; }

[[nodiscard]] inline BoundedDoubleDouble operator+(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
  if (detail::is_exact_zero(a)) return b;
  if (detail::is_exact_zero(b)) return a;
  const bool is_exact = detail::is_sum_exact(a.value, b.value);
  const double rounded = is_exact ? 0 : DoubleDouble::unit * (detail::size_of(a) + detail::size_of(b));
  return {a.value + b.value, (a.error + b.error + rounded) * detail::bound_inflation};
}

[[nodiscard]] inline BoundedDoubleDouble operator-(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) { return a + -b; }

/// As for Bounded: zero times anything stays exactly zero, and what low parts lose to underflow is added.
[[nodiscard]] inline BoundedDoubleDouble operator*(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
  if (detail::is_exact_zero(a) || detail::is_exact_zero(b)) return {};
  const DoubleDouble value = a.value * b.value;
  const double inherited = detail::size_of(a) * b.error + (detail::size_of(b) + b.error) * a.error;
  if (a.error == 0 && b.error == 0 && detail::is_product_exact(a.value, b.value, value)) return {value, 0};
  return {value, (inherited + 2 * DoubleDouble::unit * std::fabs(value.hi)) * detail::bound_inflation + detail::underflow_bound};
}

/// |a/b - (a + da)/(b + db)| <= (|da| + |a/b| |db|) / (|b| - |db|). Nothing is known of the quotient by what may be zero.
[[nodiscard]] inline BoundedDoubleDouble operator/(const BoundedDoubleDouble& a, const BoundedDoubleDouble& b) {
  const double least = (std::fabs(b.value.hi) - b.error) * (1 - 4 * tolerance::rounding);
  if (!(least > 0)) return {0.0, std::numeric_limits<double>::infinity()};
  if (detail::is_exact_zero(a)) return {};
  const DoubleDouble value = a.value / b.value;
  const double size = std::fabs(value.hi) * (1 + 4 * tolerance::rounding);
  const double inherited = (a.error + size * b.error + 4 * detail::underflow_bound) / least;
  return {value, (inherited + 2 * DoubleDouble::unit * size) * detail::bound_inflation + detail::underflow_bound};
}

[[nodiscard]] inline Sign sign_of(const BoundedDoubleDouble& a) {
  return sign_of(Bounded(a.value.hi, (a.error + std::fabs(a.value.lo)) * detail::bound_inflation));
}

namespace detail {

/// The true number minus the high part of its value, as a range.
struct Remainder {
  double low, high;
};
[[nodiscard]] inline Remainder remainder_of(const BoundedDoubleDouble& a) {
  const double slack = a.error + 2 * tolerance::rounding * (std::fabs(a.value.lo) + a.error);
  return {a.value.lo - slack, a.value.lo + slack};
}

}  // namespace detail

/// The double nearest to the true number, ties to even; nothing where the bound leaves that open.
[[nodiscard]] inline std::optional<double> nearest(const BoundedDoubleDouble& a) {
  const double high = a.value.hi;
  const detail::Remainder rest = detail::remainder_of(a);
  if (!std::isfinite(high) || high + rest.low != high || high + rest.high != high) return std::nullopt;
  return high == 0 ? 0 : high;
}

/// The largest double that is not above the true number, or nothing. Numbers that are doubles themselves are open but for exact
/// ones.
[[nodiscard]] inline std::optional<double> rounded_down(const BoundedDoubleDouble& a) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double high = a.value.hi, above = std::nextafter(high, infinity), below = std::nextafter(high, -infinity);
  const detail::Remainder rest = detail::remainder_of(a);
  if (!std::isfinite(high)) return std::nullopt;
  if (rest.low >= 0 && rest.high < above - high) return high;
  if (rest.high < 0 && rest.low >= below - high) return below;
  return std::nullopt;
}

}  // namespace graze
