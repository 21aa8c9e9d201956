#pragma once
/// Numbers kept as the unevaluated sum of two doubles: about 106 bits, enough to round boxes and spheres outwards by one unit.
/// [Dekker71] Needs that the compiler neither fuses nor reorders operations. Internal to the sources of fit.

#include <cmath>

namespace graze {

struct TwoDoubles {
  double high = 0;
  double low = 0;  ///< at most half a unit in the last place of `high`
};

/// Relative to the sum of the absolute values of what was added: the error of a dozen operations below. No unit. Each loses
/// less than 2^-103. FitMethods.ContainTheirInputInExactArithmetic
inline constexpr double two_doubles_error = 0x1p-98;

[[nodiscard]] inline TwoDoubles exact_sum(double a, double b) {
  const double sum = a + b;
  const double from_b = sum - a;
  return {sum, (a - (sum - from_b)) + (b - from_b)};
}

/// Exact unless it underflows.
[[nodiscard]] inline TwoDoubles exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

[[nodiscard]] inline TwoDoubles operator-(const TwoDoubles& a) { return {-a.high, -a.low}; }

[[nodiscard]] inline TwoDoubles operator+(const TwoDoubles& a, const TwoDoubles& b) {
  const TwoDoubles high = exact_sum(a.high, b.high), low = exact_sum(a.low, b.low);
  const TwoDoubles sum = exact_sum(high.high, high.low + low.high);
  return exact_sum(sum.high, sum.low + low.low);
}

[[nodiscard]] inline TwoDoubles operator-(const TwoDoubles& a, const TwoDoubles& b) { return a + -b; }

[[nodiscard]] inline TwoDoubles operator*(const TwoDoubles& a, const TwoDoubles& b) {
  const TwoDoubles product = exact_product(a.high, b.high);
  return exact_sum(product.high, product.low + (a.high * b.low + a.low * b.high));
}

[[nodiscard]] inline TwoDoubles operator/(const TwoDoubles& a, const TwoDoubles& b) {
  const double first = a.high / b.high;
  const TwoDoubles rest = a - b * TwoDoubles{first, 0};
  return exact_sum(first, rest.high / b.high);
}

[[nodiscard]] inline TwoDoubles absolute(const TwoDoubles& a) { return a.high < 0 ? -a : a; }

[[nodiscard]] inline bool operator<(const TwoDoubles& a, const TwoDoubles& b) {
  return a.high < b.high || (a.high == b.high && a.low < b.low);
}

}  // namespace graze
