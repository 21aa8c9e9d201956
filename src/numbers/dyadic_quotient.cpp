/// Quotients of long numbers, rounded once to a double in a stated direction.

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <limits>

#include "numbers/double_format.h"
#include "numbers/dyadic.h"
#include "numbers/magnitude.h"

namespace graze {
namespace {

/// How a magnitude that is not a double becomes one.
enum class Rounding { toward_zero, away_from_zero, to_nearest };

/// What is left below the last bit kept, in units of that bit.
enum class Rest { none, below_half, half, above_half };

/// 2^exponent
Dyadic power_of_two(int exponent) {
  constexpr int step = detail::greatest_exponent;
  Dyadic power(1);
  for (; exponent > step; exponent -= step) power *= Dyadic(std::ldexp(1.0, step));
  for (; exponent < -step; exponent += step) power *= Dyadic(std::ldexp(1.0, -step));
  return power * Dyadic(std::ldexp(1.0, exponent));
}

/// floor(log2 a) for positive a.
int floor_log2(const Dyadic& a) {
  return detail::limb_bits * (a.limb_exponent() + static_cast<int>(a.limbs().size())) - std::countl_zero(a.limbs().back()) - 1;
}

struct BinaryQuotient {
  std::uint64_t bits = 0;
  Rest rest = Rest::none;
};

Rest rest_of(const Dyadic& remainder, const Dyadic& divisor) {
  if (remainder.is_zero()) return Rest::none;
  const std::strong_ordering order = remainder + remainder <=> divisor;
  return order < 0 ? Rest::below_half : order > 0 ? Rest::above_half : Rest::half;
}

/// The first `count` bits of n / d, at most 53, where 1 <= n / d < 2: a double knows them but for a few units of the last, which
/// the remainder tells.
BinaryQuotient divide(const Dyadic& n, const Dyadic& d, int count) {
  if (count < 0) return {0, Rest::below_half};
  if (count == 0) return {0, n == d ? Rest::half : Rest::above_half};
  const double estimate = std::floor(std::ldexp((Magnitude(n) / Magnitude(d)).to_double(), count - 1));
  auto bits = static_cast<std::uint64_t>(estimate);
  Dyadic remainder = n * power_of_two(count - 1) - Dyadic(estimate) * d;
  for (; remainder.sign() < 0; --bits) remainder += d;
  for (; remainder >= d; ++bits) remainder -= d;
  return {bits, rest_of(remainder, d)};
}

bool rounds_up(const BinaryQuotient& quotient, Rounding rounding) {
  switch (rounding) {
    case Rounding::toward_zero: return false;
    case Rounding::away_from_zero: return quotient.rest != Rest::none;
    case Rounding::to_nearest: break;
  }
  return quotient.rest == Rest::above_half || (quotient.rest == Rest::half && quotient.bits % 2 == 1);
}

/// n / d for positive n and d.
double rounded_ratio(const Dyadic& n, const Dyadic& d, Rounding rounding) {
  int first_bit = floor_log2(n) - floor_log2(d);
  Dyadic aligned = d * power_of_two(first_bit);
  if (n < aligned) aligned = d * power_of_two(--first_bit);
  if (first_bit > detail::greatest_exponent) {
    return rounding == Rounding::toward_zero ? std::numeric_limits<double>::max() : std::numeric_limits<double>::infinity();
  }
  const int last_bit = std::max(first_bit - detail::fraction_bits, detail::least_exponent);
  const BinaryQuotient quotient = divide(n, aligned, first_bit - last_bit + 1);
  return std::ldexp(static_cast<double>(quotient.bits + (rounds_up(quotient, rounding) ? 1 : 0)), last_bit);
}

double rounded_quotient(const Dyadic& numerator, const Dyadic& denominator, Rounding when_positive, Rounding when_negative) {
  assert(!denominator.is_zero());
  if (numerator.is_zero()) return 0;
  const bool negative = numerator.sign() != denominator.sign();
  const double magnitude = rounded_ratio(abs(numerator), abs(denominator), negative ? when_negative : when_positive);
  return negative ? 0 - magnitude : magnitude;
}

}  // namespace

double quotient_down(const Dyadic& numerator, const Dyadic& denominator) {
  return rounded_quotient(numerator, denominator, Rounding::toward_zero, Rounding::away_from_zero);
}

double quotient_up(const Dyadic& numerator, const Dyadic& denominator) {
  return rounded_quotient(numerator, denominator, Rounding::away_from_zero, Rounding::toward_zero);
}

double quotient_nearest(const Dyadic& numerator, const Dyadic& denominator) {
  return rounded_quotient(numerator, denominator, Rounding::to_nearest, Rounding::to_nearest);
}

}  // namespace graze
