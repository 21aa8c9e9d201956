#pragma once
/// A quotient of exact numbers that is compared without dividing.

#include "numbers/dyadic.h"

namespace graze {

/// The denominator is positive.
struct Fraction {
  Dyadic numerator = 0;
  Dyadic denominator = 1;

  [[nodiscard]] friend bool operator<(const Fraction& x, const Fraction& y) {
    return x.numerator * y.denominator < y.numerator * x.denominator;
  }
};

/// Ties to even.
[[nodiscard]] inline double nearest_double(const Fraction& x) { return quotient_nearest(x.numerator, x.denominator); }

}  // namespace graze
