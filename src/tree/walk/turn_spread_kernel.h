#pragma once
/// How fast turning makes two boxes reach farther along an axis that could separate them, eight pairs at a time.

#include "box/eight_lanes_kernel.h"
#include "simd/lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::Mask8;

/// The angular velocity of one body, seen from the axes of both boxes.
struct TurnAlong {
  Float8 along_a[3], along_b[3];
};

GRAZE_FORCE_INLINE void set_along(const float (&turn)[3], const sat::OneBox& one, const sat::EightBoxes& eight, TurnAlong& lanes) {
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    const auto& a = one.axes[k];
    lanes.along_a[k] = Float8(a[0] * turn[0] + a[1] * turn[1] + a[2] * turn[2]);
    const auto& b = eight.axes[k];
    lanes.along_b[k] =
        Float8::load(b[0]) * Float8(turn[0]) + Float8::load(b[1]) * Float8(turn[1]) + Float8::load(b[2]) * Float8(turn[2]);
  }
}

/// Sum over the half extents of |axis . (turn x half extent)|, of the bodies that turn.
template <bool one_turns, bool eight_turns>
struct TurnSpread {
  const sat::BoxPair<Float8>& boxes;
  const TurnAlong& one;
  const TurnAlong& eight;

  template <int I>
  GRAZE_FORCE_INLINE Float8 along(const sat::FaceAxisOfA<I, Float8>&) const {
    constexpr int i1 = (I + 1) % 3, i2 = (I + 2) % 3;
    Float8 sum(0);
    if constexpr (one_turns) sum = boxes.half_a[i1] * abs(one.along_a[i2]) + boxes.half_a[i2] * abs(one.along_a[i1]);
    if constexpr (eight_turns) {
#pragma GCC unroll 3
      for (int j = 0; j < 3; ++j) sum = sum + boxes.half_b[j] * abs(triple<I>(eight, j));
    }
    return sum;
  }
  template <int J>
  GRAZE_FORCE_INLINE Float8 along(const sat::FaceAxisOfB<J, Float8>&) const {
    constexpr int j1 = (J + 1) % 3, j2 = (J + 2) % 3;
    Float8 sum(0);
    if constexpr (eight_turns) sum = boxes.half_b[j1] * abs(eight.along_b[j2]) + boxes.half_b[j2] * abs(eight.along_b[j1]);
    if constexpr (one_turns) {
      sum = sum + (boxes.half_a[0] * abs(triple<0>(one, J)) + boxes.half_a[1] * abs(triple<1>(one, J)) +
                   boxes.half_a[2] * abs(triple<2>(one, J)));
    }
    return sum;
  }
  template <int I, int J>
  GRAZE_FORCE_INLINE Float8 along(const sat::EdgeAxis<I, J, Float8>& axis) const {
    using Axis = sat::EdgeAxis<I, J, Float8>;
    const auto& r = axis.abs_rotation;
    Float8 sum(0);
    if constexpr (eight_turns) {
      sum = boxes.half_b[J] * abs(eight.along_a[I] - boxes.rotation[I][J] * eight.along_b[J]) +
            abs(eight.along_b[J]) * (boxes.half_b[Axis::j1] * r[I][Axis::j1] + boxes.half_b[Axis::j2] * r[I][Axis::j2]);
    }
    if constexpr (one_turns) {
      sum = sum + (boxes.half_a[I] * abs(one.along_b[J] - boxes.rotation[I][J] * one.along_a[I]) +
                   abs(one.along_a[I]) * (boxes.half_a[Axis::i1] * r[Axis::i1][J] + boxes.half_a[Axis::i2] * r[Axis::i2][J]));
    }
    return sum;
  }

 private:
  /// turn . (axis I of a x axis j of b)
  template <int I>
  GRAZE_FORCE_INLINE Float8 triple(const TurnAlong& turn, int j) const {
    constexpr int i1 = (I + 1) % 3, i2 = (I + 2) % 3;
    return boxes.rotation[i1][j] * turn.along_a[i2] - boxes.rotation[i2][j] * turn.along_a[i1];
  }
};

GRAZE_FORCE_INLINE Float8 norm_of(const Float8& x, const Float8& y, const Float8& z) { return sqrt(x * x + y * y + z * z); }

GRAZE_FORCE_INLINE float sum_of_sizes(const float (&v)[3]) {
  return __builtin_fabsf(v[0]) + __builtin_fabsf(v[1]) + __builtin_fabsf(v[2]);
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
