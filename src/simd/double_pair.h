#pragma once
/// Two doubles that behave like one number, in registers that every processor has: no variants for instruction sets.

#include "simd/force_inline.h"

namespace graze::simd {

using Two [[gnu::vector_size(16)]] = double;
using TwoMasks [[gnu::vector_size(16)]] = long long;

GRAZE_FORCE_INLINE Two both(double x) { return Two{x, x}; }

GRAZE_FORCE_INLINE Two sized(const Two& a) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return reinterpret_cast<Two>(reinterpret_cast<TwoMasks>(a) & all_but_sign);
}

#if defined(__SSE2__)  // g++ does not see that a comparison and a choice are one instruction
GRAZE_FORCE_INLINE Two larger(const Two& a, const Two& b) { return __builtin_ia32_maxpd(a, b); }
GRAZE_FORCE_INLINE Two smaller(const Two& a, const Two& b) { return __builtin_ia32_minpd(a, b); }
#else
GRAZE_FORCE_INLINE Two larger(const Two& a, const Two& b) { return a > b ? a : b; }
GRAZE_FORCE_INLINE Two smaller(const Two& a, const Two& b) { return a < b ? a : b; }
#endif

GRAZE_FORCE_INLINE Two swapped(const Two& a) { return __builtin_shufflevector(a, a, 1, 0); }

/// Bit k is lane k.
GRAZE_FORCE_INLINE unsigned bits_of(const TwoMasks& mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(__builtin_ia32_movmskpd(reinterpret_cast<Two>(mask)));
#else
  return (mask[0] != 0 ? 1U : 0U) | (mask[1] != 0 ? 2U : 0U);
#endif
}

/// Vectors side by side.
struct TwoVectors {
  Two x, y, z;
};

GRAZE_FORCE_INLINE TwoVectors operator-(const TwoVectors& a, const TwoVectors& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
GRAZE_FORCE_INLINE TwoVectors operator+(const TwoVectors& a, const TwoVectors& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
GRAZE_FORCE_INLINE TwoVectors operator*(const Two& s, const TwoVectors& a) { return {s * a.x, s * a.y, s * a.z}; }
GRAZE_FORCE_INLINE Two dot(const TwoVectors& a, const TwoVectors& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

}  // namespace graze::simd
