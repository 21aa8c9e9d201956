#pragma once
/// Products and differences with one rounding where the instruction set has them, else with two: for filters whose bounds have room
/// for either.

#include "simd/float_four.h"
#include "simd/lanes.h"

namespace graze::simd::GRAZE_SIMD_TARGET {

/// a * b + c
GRAZE_FORCE_INLINE Float8 product_and(const Float8& a, const Float8& b, const Float8& c) {
#if defined(__FMA__)
  Float8 r;
  r.part[0] = __builtin_ia32_vfmaddps256(a.part[0], b.part[0], c.part[0]);
  return r;
#else
  return a * b + c;
#endif
}

/// a - b * c
GRAZE_FORCE_INLINE Four less_product(const Four& a, const Four& b, const Four& c) {
#if defined(__FMA__)
  return __builtin_ia32_vfmaddps(-b, c, a);
#else
  return a - b * c;
#endif
}

}  // namespace graze::simd::GRAZE_SIMD_TARGET
