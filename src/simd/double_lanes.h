#pragma once
/// Four doubles that behave like one number, as lanes.h has eight floats. Without AVX2 the compiler takes two registers for them.

#include "simd/force_inline.h"
#include "simd/lanes.h"

// They never cross a call: everything is inlined into the sources that are compiled for their instruction set.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wpsabi"
#endif

namespace graze::simd::GRAZE_SIMD_TARGET {

using DoubleRegister [[gnu::vector_size(32)]] = double;
using LongRegister [[gnu::vector_size(32)]] = long long;

struct Mask4 {
  LongRegister lanes;

  friend GRAZE_FORCE_INLINE Mask4 operator&(const Mask4& a, const Mask4& b) { return {a.lanes & b.lanes}; }

  /// Bit k is lane k.
  GRAZE_FORCE_INLINE unsigned bits() const {
#if defined(__AVX2__)
    return static_cast<unsigned>(__builtin_ia32_movmskpd256(reinterpret_cast<DoubleRegister>(lanes)));
#else
    return (lanes[0] != 0 ? 1U : 0U) | (lanes[1] != 0 ? 2U : 0U) | (lanes[2] != 0 ? 4U : 0U) | (lanes[3] != 0 ? 8U : 0U);
#endif
  }
};

struct Double4 {
  DoubleRegister lanes;

  Double4() = default;
  GRAZE_FORCE_INLINE Double4(double x) : lanes{x, x, x, x} {}  // NOLINT: a double is a number of this kind
  GRAZE_FORCE_INLINE explicit Double4(DoubleRegister x) : lanes(x) {}

  friend GRAZE_FORCE_INLINE Double4 operator-(const Double4& a) { return Double4(-a.lanes); }
  friend GRAZE_FORCE_INLINE Double4 operator+(const Double4& a, const Double4& b) { return Double4(a.lanes + b.lanes); }
  friend GRAZE_FORCE_INLINE Double4 operator-(const Double4& a, const Double4& b) { return Double4(a.lanes - b.lanes); }
  friend GRAZE_FORCE_INLINE Double4 operator*(const Double4& a, const Double4& b) { return Double4(a.lanes * b.lanes); }
  friend GRAZE_FORCE_INLINE Double4 operator/(const Double4& a, const Double4& b) { return Double4(a.lanes / b.lanes); }
  friend GRAZE_FORCE_INLINE Mask4 operator<(const Double4& a, const Double4& b) { return {a.lanes < b.lanes}; }
  friend GRAZE_FORCE_INLINE Mask4 operator>(const Double4& a, const Double4& b) { return {a.lanes > b.lanes}; }
  friend GRAZE_FORCE_INLINE Mask4 operator<=(const Double4& a, const Double4& b) { return {a.lanes <= b.lanes}; }
  friend GRAZE_FORCE_INLINE Mask4 operator>=(const Double4& a, const Double4& b) { return {a.lanes >= b.lanes}; }

  friend GRAZE_FORCE_INLINE Double4 abs(const Double4& a) {
    constexpr long long all_but_sign = 0x7fffffffffffffff;
    return Double4(reinterpret_cast<DoubleRegister>(reinterpret_cast<LongRegister>(a.lanes) & all_but_sign));
  }
  friend GRAZE_FORCE_INLINE Double4 larger(const Double4& a, const Double4& b) { return chosen(a > b, a, b); }
  friend GRAZE_FORCE_INLINE Double4 smaller(const Double4& a, const Double4& b) { return chosen(a < b, a, b); }
  friend GRAZE_FORCE_INLINE Double4 sqrt(const Double4& a) {
#if defined(__AVX2__)
    return Double4(__builtin_ia32_sqrtpd256(a.lanes));
#else
    return Double4(DoubleRegister{__builtin_sqrt(a.lanes[0]), __builtin_sqrt(a.lanes[1]), __builtin_sqrt(a.lanes[2]),
                                  __builtin_sqrt(a.lanes[3])});
#endif
  }
  /// a in the lanes of the mask, b in the others.
  friend GRAZE_FORCE_INLINE Double4 chosen(const Mask4& mask, const Double4& a, const Double4& b) {
    return Double4(mask.lanes ? a.lanes : b.lanes);
  }
};

/// Lane k in every lane.
GRAZE_FORCE_INLINE Double4 only(int k, const Double4& a) { return {a.lanes[k]}; }

}  // namespace graze::simd::GRAZE_SIMD_TARGET
