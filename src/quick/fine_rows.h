#pragma once
/// Three coordinates side by side in twice the digits of a double: the operations of DoubleDouble lane by lane, in the widest
/// registers that this file is compiled for. Nothing may be so large that it overflows when it is cut.

#include <algorithm>
#include <limits>

#include <graze/vec.h>

#include "numbers/tolerance.h"
#include "simd/double_lanes.h"

namespace graze::distance::GRAZE_SIMD_TARGET {

/// The last lane is not used.
using Row = simd::GRAZE_SIMD_TARGET::DoubleRegister;

GRAZE_FORCE_INLINE Row all(double x) { return Row{x, x, x, x}; }
GRAZE_FORCE_INLINE Row row(const Vec3& v) { return Row{v[0], v[1], v[2], 0}; }

struct RowPair {
  Row hi;
  Row lo;
};

GRAZE_FORCE_INLINE RowPair exact_sum(const Row& a, const Row& b) {
  const Row total = a + b;
  const Row part = total - a;
  return {total, (a - (total - part)) + (b - part)};
}

GRAZE_FORCE_INLINE RowPair exact_product(const Row& a, const Row& b) {
  constexpr double splitter = 0x1p27 + 1;
  const Row product = a * b;
  const Row big_a = all(splitter) * a;
  const Row big_b = all(splitter) * b;
  const Row high_a = big_a - (big_a - a);
  const Row high_b = big_b - (big_b - b);
  const Row low_a = a - high_a;
  const Row low_b = b - high_b;
  return {product, ((high_a * high_b - product) + high_a * low_b + low_a * high_b) + low_a * low_b};
}

GRAZE_FORCE_INLINE Row size_of(const Row& a) {
  using Bits = simd::GRAZE_SIMD_TARGET::LongRegister;
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return reinterpret_cast<Row>(reinterpret_cast<Bits>(a) & all_but_sign);
}

/// A sum with its roundings in a second number [Ogita05], and the sizes of all that was rounded on the way there: bounds made of
/// sizes that are known beforehand are a hundred times larger, more than the last digits of bodies that all but touch bear.
class LongSum {
 public:
  GRAZE_FORCE_INLINE void add(const Row& x) {
    const RowPair s = exact_sum(high_, x);
    high_ = s.hi;
    keep(s.lo);
  }
  GRAZE_FORCE_INLINE void add(const RowPair& x) {
    add(x.hi);
    keep(x.lo);
  }
  GRAZE_FORCE_INLINE void add_product(const Row& a, const RowPair& b) {
    const RowPair product = exact_product(a, b.hi);
    const Row low = a * b.lo;
    const Row rest = product.lo + low;
    add(product.hi);
    keep(rest);
    rounded_ += size_of(low) + size_of(rest);
  }
  /// What an addend was off by itself, in roundings.
  GRAZE_FORCE_INLINE void add_rounded(const Row& sizes) { rounded_ += sizes; }

  [[nodiscard]] GRAZE_FORCE_INLINE RowPair value() const { return exact_sum(high_, low_); }
  /// How far it is off, in roundings, but for those of this number itself and for underflow.
  [[nodiscard]] GRAZE_FORCE_INLINE Row rounded() const { return rounded_; }

 private:
  GRAZE_FORCE_INLINE void keep(const Row& rounding) {
    low_ += rounding;
    rounded_ += size_of(low_);
  }

  Row high_{};
  Row low_{};
  Row rounded_{};
};

/// The error of a sum in lengths: the largest of the three. Sizes are themselves rounded less than 2^7 times, and each of less
/// than 2^5 products loses no more than the least normal number to underflow, however it is cut.
[[nodiscard]] GRAZE_FORCE_INLINE double error_of(const LongSum& sum) {
  constexpr double part = tolerance::rounding * (1 + 0x1p7 * tolerance::rounding);
  constexpr double lost = 0x1p5 * std::numeric_limits<double>::min();
  const Row r = sum.rounded();
  return part * std::max(std::max(r[0], r[1]), r[2]) + lost;
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
