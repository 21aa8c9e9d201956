#pragma once
/// Eight floats that behave like one number, in the widest registers this file is compiled for. The only place that knows
/// registers. Everything is in a namespace named after the instruction set and the rounding: a program may hold several, and the
/// linker keeps one function of a name.

#include <cstddef>
#include <cstring>

#include "simd/force_inline.h"

#if !defined(GRAZE_SIMD_TARGET)  // sources that leave out roundings are told another name by cmake/kernels.txt: no macro says that
#if defined(__AVX2__) && defined(__FMA__)
#define GRAZE_SIMD_TARGET avx2_fma
#elif defined(__AVX2__)
#define GRAZE_SIMD_TARGET avx2
#else
#define GRAZE_SIMD_TARGET baseline
#endif
#endif

namespace graze::simd::GRAZE_SIMD_TARGET {

inline constexpr std::size_t lane_count = 8;

#if defined(__AVX2__)
inline constexpr std::size_t register_count = 1;
#else
inline constexpr std::size_t register_count = 2;
#endif
inline constexpr std::size_t register_bytes = lane_count / register_count * sizeof(float);

using FloatRegister [[gnu::vector_size(register_bytes)]] = float;
using IntRegister [[gnu::vector_size(register_bytes)]] = int;

/// Which lanes a comparison holds in.
struct Mask8 {
  IntRegister part[register_count];

  friend GRAZE_FORCE_INLINE Mask8 operator|(const Mask8& a, const Mask8& b) {
    Mask8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] | b.part[i];
    return r;
  }

  friend GRAZE_FORCE_INLINE Mask8 operator&(const Mask8& a, const Mask8& b) {
    Mask8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] & b.part[i];
    return r;
  }

  /// Bit k is lane k.
  GRAZE_FORCE_INLINE unsigned bits() const {
#if defined(__AVX2__)
    return static_cast<unsigned>(__builtin_ia32_movmskps256(reinterpret_cast<FloatRegister>(part[0])));
#elif defined(__SSE2__)
    return static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<FloatRegister>(part[0]))) |
           static_cast<unsigned>(__builtin_ia32_movmskps(reinterpret_cast<FloatRegister>(part[1]))) << 4U;
#else
    unsigned result = 0;
    for (std::size_t k = 0; k < lane_count; ++k) result |= (part[k / 4][k % 4] != 0 ? 1U : 0U) << k;
    return result;
#endif
  }
};

struct Float8 {
  FloatRegister part[register_count];

  Float8() = default;
  GRAZE_FORCE_INLINE explicit Float8(float x) {
#pragma GCC unroll 2
    for (FloatRegister& p : part) p = x - FloatRegister{};  // a sum with 0 would make 0 of -0
  }

  static GRAZE_FORCE_INLINE Float8 load(const float (&from)[lane_count]) {
    Float8 r;
    std::memcpy(r.part, from, sizeof r.part);
    return r;
  }

  GRAZE_FORCE_INLINE void store(float (&to)[lane_count]) const { std::memcpy(to, part, sizeof part); }

  friend GRAZE_FORCE_INLINE Float8 operator+(const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] + b.part[i];
    return r;
  }
  friend GRAZE_FORCE_INLINE Float8 operator-(const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] - b.part[i];
    return r;
  }
  friend GRAZE_FORCE_INLINE Float8 operator*(const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] * b.part[i];
    return r;
  }
  friend GRAZE_FORCE_INLINE Float8 operator/(const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] / b.part[i];
    return r;
  }
  friend GRAZE_FORCE_INLINE Mask8 operator>(const Float8& a, const Float8& b) {
    Mask8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = a.part[i] > b.part[i];
    return r;
  }
  friend GRAZE_FORCE_INLINE Float8 abs(const Float8& a) {
    constexpr int all_but_sign = 0x7fffffff;
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i)
      r.part[i] = reinterpret_cast<FloatRegister>(reinterpret_cast<IntRegister>(a.part[i]) & all_but_sign);
    return r;
  }
  /// a in the lanes of the mask, b in the others.
  friend GRAZE_FORCE_INLINE Float8 chosen(const Mask8& mask, const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) r.part[i] = mask.part[i] ? a.part[i] : b.part[i];
    return r;
  }
  /// a where b is positive, -a where it is negative.
  friend GRAZE_FORCE_INLINE Float8 times_sign(const Float8& a, const Float8& b) {
    constexpr int all_but_sign = 0x7fffffff;
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i)
      r.part[i] = reinterpret_cast<FloatRegister>(reinterpret_cast<IntRegister>(a.part[i]) ^
                                                  (reinterpret_cast<IntRegister>(b.part[i]) & ~all_but_sign));
    return r;
  }
  friend GRAZE_FORCE_INLINE Float8 sqrt(const Float8& a) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) {
#if defined(__AVX2__)
      r.part[i] = __builtin_ia32_sqrtps256(a.part[i]);
#elif defined(__SSE2__)
      r.part[i] = __builtin_ia32_sqrtps(a.part[i]);
#else
      for (std::size_t k = 0; k < 4; ++k) r.part[i][k] = __builtin_sqrtf(a.part[i][k]);
#endif
    }
    return r;
  }
  /// a where the mask holds, b elsewhere.
  friend GRAZE_FORCE_INLINE Float8 select(const Mask8& mask, const Float8& a, const Float8& b) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i)
      r.part[i] = reinterpret_cast<FloatRegister>((mask.part[i] & reinterpret_cast<IntRegister>(a.part[i])) |
                                                  (~mask.part[i] & reinterpret_cast<IntRegister>(b.part[i])));
    return r;
  }
  /// `known`, unless the candidate is certainly larger; so a candidate that is not a number changes nothing.
  friend GRAZE_FORCE_INLINE Float8 larger(const Float8& known, const Float8& candidate) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) {
#if defined(__AVX2__)
      r.part[i] = __builtin_ia32_maxps256(candidate.part[i], known.part[i]);
#elif defined(__SSE2__)
      r.part[i] = __builtin_ia32_maxps(candidate.part[i], known.part[i]);
#else
      r.part[i] = candidate.part[i] > known.part[i] ? candidate.part[i] : known.part[i];
#endif
    }
    return r;
  }
  /// As `larger`.
  friend GRAZE_FORCE_INLINE Float8 smaller(const Float8& known, const Float8& candidate) {
    Float8 r;
#pragma GCC unroll 2
    for (std::size_t i = 0; i < register_count; ++i) {
#if defined(__AVX2__)
      r.part[i] = __builtin_ia32_minps256(candidate.part[i], known.part[i]);
#elif defined(__SSE2__)
      r.part[i] = __builtin_ia32_minps(candidate.part[i], known.part[i]);
#else
      r.part[i] = candidate.part[i] < known.part[i] ? candidate.part[i] : known.part[i];
#endif
    }
    return r;
  }
};

}  // namespace graze::simd::GRAZE_SIMD_TARGET
