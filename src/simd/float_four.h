#pragma once
/// Four floats that behave like one number, in registers that every processor has: no variants for instruction sets.

#include <cstring>

#include "simd/force_inline.h"

namespace graze::simd {

using Four [[gnu::vector_size(16)]] = float;
using FourMasks [[gnu::vector_size(16)]] = int;

GRAZE_FORCE_INLINE Four four_of(const float (&from)[4]) {
  Four lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

GRAZE_FORCE_INLINE Four in_four(float x) { return Four{x, x, x, x}; }

GRAZE_FORCE_INLINE Four sized(const Four& a) {
  constexpr int all_but_sign = 0x7fffffff;
  return reinterpret_cast<Four>(reinterpret_cast<FourMasks>(a) & all_but_sign);
}

#if defined(__SSE2__)  // g++ does not see that a comparison and a choice are one instruction
GRAZE_FORCE_INLINE Four larger(const Four& a, const Four& b) { return __builtin_ia32_maxps(a, b); }
GRAZE_FORCE_INLINE Four smaller(const Four& a, const Four& b) { return __builtin_ia32_minps(a, b); }
#else
GRAZE_FORCE_INLINE Four larger(const Four& a, const Four& b) { return a > b ? a : b; }
GRAZE_FORCE_INLINE Four smaller(const Four& a, const Four& b) { return a < b ? a : b; }
#endif

/// Bit k is lane k.
GRAZE_FORCE_INLINE unsigned bits_of_four(const FourMasks& mask) {
#if defined(__SSE2__)
  return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<Four>(mask)));
#else
  return (mask[0] != 0 ? 1U : 0U) | (mask[1] != 0 ? 2U : 0U) | (mask[2] != 0 ? 4U : 0U) | (mask[3] != 0 ? 8U : 0U);
#endif
}

}  // namespace graze::simd
