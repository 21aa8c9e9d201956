#pragma once
/// The body of unpack, compiled once for each instruction set.

#include <cstring>

#include "simd/lanes.h"
#include "tree/nodes/compact_node.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::lane_count;

using Double4 [[gnu::vector_size(32)]] = double;

template <class Number, class Stored>
GRAZE_FORCE_INLINE void convert(const Stored (&from)[lane_count], Number (&to)[lane_count]) {
  for (std::size_t lane = 0; lane < lane_count; ++lane) to[lane] = static_cast<Number>(static_cast<int>(from[lane]));
}

GRAZE_FORCE_INLINE void store_rounded(const Double4& four, float* to) {
#if defined(__AVX2__)
  const auto rounded = __builtin_ia32_cvtpd2ps256(four);
  std::memcpy(to, &rounded, sizeof rounded);
#else
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) to[k] = static_cast<float>(four[k]);
#endif
}
GRAZE_FORCE_INLINE void store_rounded(double one, float* to) { *to = static_cast<float>(one); }

/// The columns of the rotation, for the lanes that a Real has, and the square of the quaternion's length. Sums of products of
/// 16-bit numbers are exact in double, so that there are two roundings of doubles and the one to single precision.
template <class Real>
GRAZE_FORCE_INLINE void unpack_axes(const Real& x, const Real& y, const Real& z, const Real& w, std::size_t lane,
                                    sat::EightBoxes& boxes, Real& squared) {
  const Real xx = x * x, yy = y * y, zz = z * z, ww = w * w;
  squared = (xx + yy) + (zz + ww);
  const Real one = Real{} + 1;
  const Real scale = one / (squared > 0 ? squared : one);
  const Real twice_x = x + x, twice_y = y + y, twice_z = z + z;
  const Real xy = twice_x * y, xz = twice_x * z, yz = twice_y * z;
  const Real wx = twice_x * w, wy = twice_y * w, wz = twice_z * w;
  store_rounded(((ww + xx) - (yy + zz)) * scale, &boxes.axes[0][0][lane]);
  store_rounded((xy + wz) * scale, &boxes.axes[0][1][lane]);
  store_rounded((xz - wy) * scale, &boxes.axes[0][2][lane]);
  store_rounded((xy - wz) * scale, &boxes.axes[1][0][lane]);
  store_rounded(((ww + yy) - (xx + zz)) * scale, &boxes.axes[1][1][lane]);
  store_rounded((yz + wx) * scale, &boxes.axes[1][2][lane]);
  store_rounded((xz + wy) * scale, &boxes.axes[2][0][lane]);
  store_rounded((yz - wx) * scale, &boxes.axes[2][1][lane]);
  store_rounded(((ww + zz) - (xx + yy)) * scale, &boxes.axes[2][2][lane]);
}

GRAZE_FORCE_INLINE void unpack_lanes(const CompactNode& node, sat::EightBoxes& boxes) {
  double turn[4][lane_count];
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) convert(node.turn[k], turn[k]);
  float squared[lane_count];
#pragma GCC unroll 2
  for (std::size_t lane = 0; lane < lane_count; lane += 4) {
    Double4 q[4];
#pragma GCC unroll 4
    for (std::size_t k = 0; k < 4; ++k) std::memcpy(&q[k], &turn[k][lane], sizeof q[k]);
    Double4 of_four;
    unpack_axes(q[0], q[1], q[2], q[3], lane, boxes, of_four);
    store_rounded(of_four, &squared[lane]);
  }
  const auto is_filled = Float8::load(squared) > Float8(0.0F);
  const Float8 step(node.step);
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) {
    float center[lane_count], half[lane_count];
    convert(node.center[k], center);
    convert(node.half_extents[k], half);
    chosen(is_filled, step * Float8::load(center) + Float8(node.origin[k]), Float8(0.0F)).store(boxes.center[k]);
    chosen(is_filled, step * Float8::load(half), Float8(empty_half_extent)).store(boxes.half_extents[k]);
  }
}

GRAZE_FORCE_INLINE void unpack_one_lane(const CompactNode& node, std::size_t lane, sat::EightBoxes& boxes) {
  double q[4], squared;
#pragma GCC unroll 4
  for (std::size_t k = 0; k < 4; ++k) q[k] = node.turn[k][lane];
  unpack_axes(q[0], q[1], q[2], q[3], lane, boxes, squared);
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) {
    boxes.center[k][lane] = node.step * static_cast<float>(node.center[k][lane]) + node.origin[k];
    boxes.half_extents[k][lane] = node.step * static_cast<float>(node.half_extents[k][lane]);
  }
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
