/// Compares sums of roots by squaring, and rounds them with roots refined to as many digits as cancellation leaves needed.

#include "numbers/radical.h"

#include <bit>
#include <cmath>
#include <limits>

namespace graze {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Sign of whole + sqrt(root).
int sign_with_root(const Dyadic& whole, const Dyadic& root) {
  if (whole.sign() >= 0) return whole.sign() > 0 || root.sign() > 0 ? 1 : 0;
  return (root - whole * whole).sign();
}

/// Factors of a power of two that are doubles and normal.
constexpr int greatest_factor = 1000;

Dyadic exact_power_of_two(int exponent) {
  Dyadic power = 1;
  for (; exponent > greatest_factor; exponent -= greatest_factor) power *= Dyadic(std::ldexp(1.0, greatest_factor));
  for (; exponent < -greatest_factor; exponent += greatest_factor) power *= Dyadic(std::ldexp(1.0, -greatest_factor));
  return power * Dyadic(std::ldexp(1.0, exponent));
}

/// x < 2^exponent_above(x) <= 2 x, for x > 0.
int exponent_above(const Dyadic& x) {
  constexpr int bits_a_limb = 64;
  const auto limbs = x.limbs();
  return bits_a_limb * (x.limb_exponent() + static_cast<int>(limbs.size())) - std::countl_zero(limbs.back());
}

/// A root with a relative error below 2^(-50 terms): a sum of doubles, each found by a step of Newton's method from the exact
/// remainder of those before. Worked out near 1, where nothing overflows. Roots that few doubles can hold are exact.
Dyadic root_of(const Dyadic& x, int terms) {
  if (x.is_zero()) return 0;
  const int above = exponent_above(x);
  const int half = (above + (above & 1)) / 2;
  const Dyadic near_one = x * exact_power_of_two(-2 * half);
  Dyadic root = std::sqrt(near_one.to_double());
  for (int k = 1; k < terms; ++k) {
    const Dyadic rest = near_one - root * root;
    if (rest.is_zero()) break;
    const int size = exponent_above(rest.sign() < 0 ? -rest : rest);  // far below all doubles after some steps
    root += Dyadic(quotient_nearest(rest * exact_power_of_two(-size), root + root)) * exact_power_of_two(size);
  }
  return root * exact_power_of_two(half);
}

}  // namespace

int sign_of(const Radical& x) {
  if (x.whole.sign() >= 0) return x.whole.sign() > 0 || x.root_a.sign() > 0 || x.root_b.sign() > 0 ? 1 : 0;
  const Dyadic rest = x.root_a + x.root_b - x.whole * x.whole;  // (sqrt a + sqrt b)^2 - whole^2, without its mixed term
  return sign_with_root(rest, Dyadic(4) * x.root_a * x.root_b);
}

int compare(const Radical& x, double y) {
  const int sign_x = sign_with_root(x.whole, x.root_a);
  const int sign_y = (y > 0) - (y < 0);
  if (sign_x != sign_y) return sign_x > sign_y ? 1 : -1;
  if (sign_x == 0) return 0;
  const Dyadic squared = x.whole * x.whole;
  const Dyadic rest = squared + x.root_a - Dyadic(y) * Dyadic(y) * x.scale;
  const Dyadic mixed = Dyadic(4) * squared * x.root_a;  // the square of 2 whole sqrt(root)
  const int squares = x.whole.sign() >= 0 ? sign_with_root(rest, mixed) : -sign_with_root(-rest, mixed);
  return sign_x * squares;
}

double nearly(const Radical& x) {
  if (sign_of(x) == 0) return 0;
  constexpr int bits_a_term = 50;
  constexpr int wanted_bits = 60;  // of the sum, after cancellation: seven more than a double has
  for (int terms = 3;; terms *= 2) {
    const Dyadic roots = root_of(x.root_a, terms) + root_of(x.root_b, terms);
    const Dyadic sum = x.whole + roots;
    const bool is_sure =
        roots.is_zero() || (!sum.is_zero() && exponent_above(sum) - exponent_above(roots) >= wanted_bits - bits_a_term * terms);
    if (is_sure) return quotient_nearest(sum, root_of(x.scale, terms));
  }
}

double rounded_up(const Radical& x) {
  double y = nearly(x);
  if (y == -infinity) y = std::numeric_limits<double>::lowest();
  while (y < infinity && compare(x, y) > 0) y = std::nextafter(y, infinity);
  for (;;) {
    const double below = std::nextafter(y, -infinity);
    if (below == -infinity || compare(x, below) > 0) return y == 0 ? 0 : y;
    y = below;
  }
}

double rounded_down(const Radical& x) {
  double y = nearly(x);
  if (y == infinity) y = std::numeric_limits<double>::max();
  while (y > -infinity && compare(x, y) < 0) y = std::nextafter(y, -infinity);
  for (;;) {
    const double above = std::nextafter(y, infinity);
    if (above == infinity || compare(x, above) < 0) return y == 0 ? 0 : y;
    y = above;
  }
}

}  // namespace graze
