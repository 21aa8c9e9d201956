#pragma once
/// Three coordinates side by side in twice the digits of a double: the operations of DoubleDouble lane by lane, in the widest
/// registers that this file is compiled for. Nothing may be so large that it overflows when it is cut.

#include <graze/vec.h>

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

/// A sum with its roundings in a second number [Ogita05]: off by one rounding of itself and by what rounding the roundings does.
class LongSum {
 public:
  GRAZE_FORCE_INLINE void add(const Row& x) {
    const RowPair s = exact_sum(high_, x);
    high_ = s.hi;
    low_ += s.lo;
  }
  GRAZE_FORCE_INLINE void add(const RowPair& x) {
    add(x.hi);
    low_ += x.lo;
  }
  GRAZE_FORCE_INLINE void add_product(const Row& a, const RowPair& b) {
    const RowPair product = exact_product(a, b.hi);
    add(product.hi);
    low_ += product.lo + a * b.lo;
  }
  [[nodiscard]] GRAZE_FORCE_INLINE RowPair value() const { return exact_sum(high_, low_); }

 private:
  Row high_{};
  Row low_{};
};

}  // namespace graze::distance::GRAZE_SIMD_TARGET
