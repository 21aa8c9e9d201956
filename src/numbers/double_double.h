#pragma once
/// Numbers of about 106 bits as unevaluated sums of two doubles [Dekker71]: for answers that doubles give with too few digits, at a
/// fraction of the cost of exact arithmetic. Same bits on every machine, unlike long double.
/// Every operation must round where it is written, so this is only used in sources compiled with -ffp-contract=off.

#include <cmath>
#include <compare>

namespace graze {

/// Operations are within `unit` of the right result, relative to the operands for sums and to the result for the others. Nothing
/// may overflow; what underflow loses is the caller's.
struct DoubleDouble {
  double hi = 0;  ///< the number rounded to double
  double lo = 0;  ///< what rounding left over: at most half a unit in the last place of hi

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double exact) : hi(exact) {}  // NOLINT: a double is a number without error, as for Bounded and Dyadic
  constexpr DoubleDouble(double high, double low) : hi(high), lo(low) {}

  explicit operator double() const { return hi; }

  friend auto operator<=>(const DoubleDouble&, const DoubleDouble&) = default;  // right because |lo| <= ulp(hi) / 2

  /// Relative error of one operation, generously. No unit. DoubleDoubleNumbers.AgreeWithRationals
  static constexpr double unit = 0x1p-102;
};

/// The exact sum, whichever is larger. [Shewchuk97]
[[nodiscard]] inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  return {sum, (a - (sum - part)) + (b - part)};
}

/// The same where |a| >= |b|, or a is 0.
[[nodiscard]] inline DoubleDouble renormalized(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// The exact product, each factor cut into halves of 26 bits [Dekker71]: std::fma is a call on processors that may lack it, and is
/// left to numbers that cannot be cut without overflow.
[[nodiscard]] inline DoubleDouble exact_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1, largest_cut = 0x1p990;
  const double product = a * b;
  if (!(std::abs(a) < largest_cut && std::abs(b) < largest_cut)) return {product, std::fma(a, b, -product)};
  const double big_a = splitter * a;
  const double big_b = splitter * b;
  const double high_a = big_a - (big_a - a);
  const double high_b = big_b - (big_b - b);
  const double low_a = a - high_a;
  const double low_b = b - high_b;
  return {product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

[[nodiscard]] inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }

[[nodiscard]] inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_sum(a.hi, b.hi);
  const DoubleDouble low = exact_sum(a.lo, b.lo);
  const DoubleDouble middle = renormalized(high.hi, high.lo + low.hi);
  return renormalized(middle.hi, middle.lo + low.lo);
}

[[nodiscard]] inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

[[nodiscard]] inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_product(a.hi, b.hi);
  return renormalized(high.hi, high.lo + (a.hi * b.lo + a.lo * b.hi));
}

[[nodiscard]] inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.hi / b.hi;
  DoubleDouble rest = a - DoubleDouble(first) * b;
  const double second = rest.hi / b.hi;
  rest = rest - DoubleDouble(second) * b;
  return renormalized(first, second) + DoubleDouble(rest.hi / b.hi);
}

/// One Newton step from the root of the leading part; 0 for numbers that are not positive.
[[nodiscard]] inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0)) return {};
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - exact_product(root, root);
  return renormalized(root, rest.hi / (2 * root));
}

[[nodiscard]] inline DoubleDouble abs(const DoubleDouble& a) { return a.hi < 0 ? -a : a; }

}  // namespace graze
