#pragma once
/// A rounded number whose exponent cannot overflow: the step from a long exact number to a double.
/// Each operation is off by a few times 2^-53 relative, and many times quicker than a quotient rounded to the last bit.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "numbers/dyadic.h"

namespace graze {

/// mantissa * 2^exponent
class Magnitude {
 public:
  Magnitude(double value) : mantissa_(value) { normalise(); }  // NOLINT: numbers convert as between built-in kinds
  /// Rounded once, however the limbs are aligned: answers scale with powers of two bit by bit.
  Magnitude(const Dyadic& value) {  // NOLINT: likewise
    const auto limbs = value.limbs();
    if (limbs.empty()) return;
    constexpr int limb_bits = 64;
    const std::size_t n = limbs.size();
    const int shift = std::countl_zero(limbs[n - 1]);
    const std::uint64_t next = n > 1 ? limbs[n - 2] : 0;
    std::uint64_t bits = limbs[n - 1] << shift;
    if (shift > 0) bits |= next >> (limb_bits - shift);
    if (n > 2 || next << shift != 0) bits |= 1;  // whatever follows only has to break ties
    mantissa_ = static_cast<double>(bits) * value.sign();
    exponent_ = limb_bits * (value.limb_exponent() + static_cast<int>(n) - 1) - shift;
    normalise();
  }

  [[nodiscard]] friend Magnitude operator*(const Magnitude& a, const Magnitude& b) {
    return {a.mantissa_ * b.mantissa_, a.exponent_ + b.exponent_};
  }
  /// The divisor must not be zero.
  [[nodiscard]] friend Magnitude operator/(const Magnitude& a, const Magnitude& b) {
    return {a.mantissa_ / b.mantissa_, a.exponent_ - b.exponent_};
  }
  /// Of numbers of one sign: nothing cancels.
  [[nodiscard]] friend Magnitude operator+(const Magnitude& a, const Magnitude& b) {
    if (a.mantissa_ == 0) return b;
    if (b.mantissa_ == 0) return a;
    if (a.exponent_ < b.exponent_) return b + a;
    return {a.mantissa_ + std::ldexp(b.mantissa_, b.exponent_ - a.exponent_), a.exponent_};
  }
  [[nodiscard]] friend Magnitude root(const Magnitude& a) {
    const int odd = a.exponent_ & 1;
    return {std::sqrt(std::ldexp(a.mantissa_, odd)), (a.exponent_ - odd) / 2};
  }

  [[nodiscard]] double to_double() const { return std::ldexp(mantissa_, exponent_); }
  /// Of a distance: 0 says that bodies meet, so what is not 0 does not become it.
  [[nodiscard]] double to_distance() const {
    const double rounded = to_double();
    return rounded == 0 && mantissa_ != 0 ? std::copysign(std::numeric_limits<double>::denorm_min(), mantissa_) : rounded;
  }

 private:
  Magnitude(double mantissa, int exponent) : mantissa_(mantissa), exponent_(exponent) { normalise(); }

  void normalise() {
    int shift = 0;
    mantissa_ = std::frexp(mantissa_, &shift);
    exponent_ = mantissa_ == 0 ? 0 : exponent_ + shift;
  }

  double mantissa_ = 0;  ///< zero, or of absolute value in [1/2, 1)
  int exponent_ = 0;
};

}  // namespace graze
