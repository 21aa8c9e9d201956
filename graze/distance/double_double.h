#pragma once
/// Numbers of about 106 bits as unevaluated sums of two doubles [Dekker71]: for distances that doubles settle but not to enough
/// digits, at a small part of the price of exact arithmetic. Every operation is within `unit` of its result, relative to the
/// operands for sums and to the result for products; nothing may overflow, lost underflows are the caller's.

#include <cmath>

namespace graze::distance {

struct DoubleDouble {
  double hi = 0;
  double lo = 0;  ///< at most half a unit in the last place of hi

  DoubleDouble() = default;
  explicit DoubleDouble(double value) : hi(value) {}
  DoubleDouble(double high, double low) : hi(high), lo(low) {}

  [[nodiscard]] double to_double() const { return hi; }
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

/// The exact product, each factor cut into halves of 26 bits. [Dekker71]
[[nodiscard]] inline DoubleDouble exact_product(double a, double b) {
  constexpr double splitter = 0x1p27 + 1;
  const double big_a = splitter * a;
  const double big_b = splitter * b;
  const double high_a = big_a - (big_a - a);
  const double high_b = big_b - (big_b - b);
  const double low_a = a - high_a;
  const double low_b = b - high_b;
  const double product = a * b;
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

/// Of a number that is not negative.
[[nodiscard]] inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0)) return {};
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - exact_product(root, root);
  return renormalized(root, rest.hi / (2 * root));
}

[[nodiscard]] inline DoubleDouble fabs(const DoubleDouble& a) { return a.hi < 0 ? -a : a; }

}  // namespace graze::distance
