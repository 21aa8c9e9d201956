#pragma once
/// Quotients, roots of quotients and roots of quadratics as doubles, from filtered or exact numbers.

#include <cmath>
#include <limits>
#include <optional>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/magnitude.h"

namespace graze::distance {

/// A filtered number whose error is below this part of it is as good as exact for a parameter. No unit. The parameter is then off
/// by a few 2^-42, against 2^-53 from exact numbers. Raycast.FindsParametersToTwelveDigitsFromFarAway fails at 2^-28.
inline constexpr double trusted_relative_error = 0x1p-42;

[[nodiscard]] inline bool is_trusted(const Bounded& a) { return a.error <= trusted_relative_error * std::fabs(a.value); }

[[nodiscard]] inline std::optional<double> normal_or_nothing(double x) {
  return x == 0 || std::isnormal(x) ? std::optional(x) : std::nullopt;
}

/// numerator / denominator; nothing when the filter is not sure of its digits.
[[nodiscard]] inline std::optional<double> ratio(const Bounded& numerator, const Bounded& denominator) {
  if (!is_trusted(numerator) || !is_trusted(denominator)) return std::nullopt;
  const double x = numerator.value / denominator.value;
  return x == 0 && numerator.value != 0 ? std::nullopt : normal_or_nothing(x);
}
[[nodiscard]] inline std::optional<double> ratio(const Dyadic& numerator, const Dyadic& denominator) {
  return quotient_nearest(numerator, denominator);
}

/// sqrt(numerator / denominator), both >= 0, good enough to be added to a number of size `beside`.
[[nodiscard]] inline std::optional<double> root_of_ratio(const Bounded& numerator, const Bounded& denominator, double beside) {
  if (sign_of(numerator) == Sign::zero) return 0.0;
  if (sign_of(numerator) != Sign::positive || !is_trusted(denominator)) return std::nullopt;
  const double x = numerator.value / denominator.value;
  if (!std::isnormal(x)) return std::nullopt;
  const double root = std::sqrt(x);
  const double error = numerator.error / denominator.value / root;  // twice what the root has of it
  return error <= trusted_relative_error * (beside + root) ? std::optional(root) : std::nullopt;
}
[[nodiscard]] inline std::optional<double> root_of_ratio(const Dyadic& numerator, const Dyadic& denominator, double /*beside*/) {
  const double x = quotient_nearest(numerator, denominator);
  if (x == 0 && numerator.is_zero()) return 0.0;
  if (std::isnormal(x)) return std::sqrt(x);
  return root(Magnitude(numerator) / Magnitude(denominator)).to_double();
}

/// a t^2 + 2 b t + c along a line.
template <class N>
struct Quadratic {
  N a{};
  N b{};
  N c{};

  [[nodiscard]] N discriminant() const { return b * b - a * c; }
};

/// The root (-b + side * sqrt(discriminant)) / a, side = -1 where the quadratic falls through zero, +1 where it rises; also for
/// a = 0 when it has such a root. The discriminant is >= 0. Of the two formulas for a root the one without cancellation is used
/// [Higham02 §1.8], in quotients that overflow only when the root does.
template <class N>
[[nodiscard]] std::optional<double> root(const Quadratic<N>& q, double side) {
  const N discriminant = q.discriminant();
  const Sign sign_a = sign_of(q.a);
  const Sign sign_b = sign_of(q.b);
  if (sign_a == Sign::unknown || sign_b == Sign::unknown) return std::nullopt;
  const N squared = q.b * q.b;
  const bool b_leads = sign_b != Sign::zero && sign_of(N(4.0) * squared - discriminant) != Sign::negative;
  if (!b_leads) {
    const auto middle = ratio(-q.b, q.a);
    const auto half_width = root_of_ratio(discriminant, q.a * q.a, 0);
    if (!middle || !half_width) return std::nullopt;
    return *middle + (sign_a == Sign::negative ? -side : side) * *half_width;
  }
  const auto part = root_of_ratio(discriminant, squared, 1);
  const bool adds_up = sign_a != Sign::zero && (sign_b == Sign::positive) == (side < 0);
  const auto lever = adds_up ? ratio(-q.b, q.a) : ratio(-q.c, q.b);
  if (!part || !lever) return std::nullopt;
  return adds_up ? *lever * (1 + *part) : *lever / (1 + *part);
}

}  // namespace graze::distance
