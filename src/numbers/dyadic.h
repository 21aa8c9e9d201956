#pragma once
/// Exact sums and products of doubles: a long integer times a power of two.

#include <compare>
#include <cstdint>
#include <span>

#include "numbers/limbs.h"
#include "numbers/sign.h"

namespace graze {

/// sign * sum of limbs()[i] * 2^(64 * (limb_exponent() + i)). Every finite double is one, and +, -, * never round; there is no
/// division (see quotient_down). Exponents in whole limbs make sums need no shifts.
class Dyadic {
 public:
  Dyadic() = default;
  Dyadic(double finite);                                     // NOLINT: numbers convert as they do between built-in kinds
  Dyadic(int value) : Dyadic(static_cast<double>(value)) {}  // NOLINT: likewise

  Dyadic& operator+=(const Dyadic& other) { return *this = *this + other; }
  Dyadic& operator-=(const Dyadic& other) { return *this = *this - other; }
  Dyadic& operator*=(const Dyadic& other) { return *this = *this * other; }

  [[nodiscard]] friend Dyadic operator+(const Dyadic& a, const Dyadic& b) { return sum(a, b, b.sign_); }
  [[nodiscard]] friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return sum(a, b, -b.sign_); }
  [[nodiscard]] friend Dyadic operator*(const Dyadic& a, const Dyadic& b) { return product(a, b); }
  [[nodiscard]] friend Dyadic operator-(Dyadic a) {
    a.sign_ = -a.sign_;
    return a;
  }

  [[nodiscard]] int sign() const { return sign_; }
  [[nodiscard]] bool is_zero() const { return sign_ == 0; }

  [[nodiscard]] friend std::strong_ordering operator<=>(const Dyadic& a, const Dyadic& b) { return compare(a, b) <=> 0; }
  [[nodiscard]] friend bool operator==(const Dyadic& a, const Dyadic& b) { return compare(a, b) == 0; }

  /// The nearest double, ties to even; infinite beyond the largest.
  [[nodiscard]] double to_double() const;

  /// Of the magnitude, least first; neither the first nor the last is zero.
  [[nodiscard]] std::span<const std::uint64_t> limbs() const { return {limbs_.data(), static_cast<std::size_t>(limbs_.size())}; }
  [[nodiscard]] int limb_exponent() const { return exponent_; }

 private:
  Dyadic(int sign, int exponent, detail::Limbs limbs);

  /// a + b, where b counts as having sign_of_b.
  static Dyadic sum(const Dyadic& a, const Dyadic& b, int sign_of_b);
  static Dyadic product(const Dyadic& a, const Dyadic& b);
  static int compare(const Dyadic& a, const Dyadic& b);

  int sign_ = 0;
  int exponent_ = 0;
  detail::Limbs limbs_;
};

[[nodiscard]] inline Sign sign_of(const Dyadic& a) { return static_cast<Sign>(a.sign()); }
[[nodiscard]] inline Dyadic abs(const Dyadic& a) { return a.sign() < 0 ? -a : a; }

/// The largest double <= numerator / denominator: -infinity below the lowest finite one. The denominator must not be zero.
[[nodiscard]] double quotient_down(const Dyadic& numerator, const Dyadic& denominator);

/// The least double >= numerator / denominator.
[[nodiscard]] double quotient_up(const Dyadic& numerator, const Dyadic& denominator);

/// The double nearest to numerator / denominator, ties to even.
[[nodiscard]] double quotient_nearest(const Dyadic& numerator, const Dyadic& denominator);

}  // namespace graze
