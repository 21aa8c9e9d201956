#pragma once
/// Boxes of doubles to boxes of floats, and boxes of floats to lanes. Compiled once for each instruction set.

#include <cstring>

#include "broad/kernels.h"
#include "simd/double_lanes.h"
#include "simd/float_four.h"

namespace graze::broad::GRAZE_SIMD_TARGET {

using simd::Four;
using simd::FourMasks;
using simd::GRAZE_SIMD_TARGET::DoubleRegister;

GRAZE_FORCE_INLINE Four lower_of(const Box32& box) { return simd::four_of(box.lo); }
GRAZE_FORCE_INLINE Four upper_of(const Box32& box) { return simd::four_of(box.hi); }

/// The float that was rounded to and the next one outward where it is inside. A conversion keeps the sign, even of what becomes
/// zero, so that the next one is a step of one in the bits. `outward` is -1 for lower sides, 1 for upper ones.
GRAZE_FORCE_INLINE Four rounded_outward(const DoubleRegister& side, int outward) {
  const Four nearest = __builtin_convertvector(side, Four);
  const DoubleRegister back = __builtin_convertvector(nearest, DoubleRegister);
  const FourMasks inside = __builtin_convertvector(outward < 0 ? back > side : back < side, FourMasks);
  const FourMasks bits = reinterpret_cast<FourMasks>(nearest);
  const FourMasks away_from_zero = (bits >> 31) | 1;
  return reinterpret_cast<Four>(bits + ((outward * away_from_zero) & inside));
}

/// In registers throughout: narrow stores before a wide load would stall it.
/// Returns whether there is nothing in the box.
GRAZE_FORCE_INLINE bool round_box(const double* box, Box32& rounded) {
  DoubleRegister lo, hi;
  std::memcpy(&lo, box, sizeof lo);      // and max.x, which is dropped below
  std::memcpy(&hi, box + 2, sizeof hi);  // after min.z
  hi = __builtin_shufflevector(hi, hi, 1, 2, 3, 0);
  constexpr FourMasks sides = {-1, -1, -1, 0};
  const FourMasks crossed = __builtin_convertvector(lo > hi, FourMasks) & sides;
  // What is not a number becomes unbounded: larger and smaller return their second argument then.
  Four lower = simd::smaller(simd::larger(rounded_outward(lo, -1), simd::in_four(-unbounded)), simd::in_four(unbounded));
  Four upper = simd::larger(simd::smaller(rounded_outward(hi, 1), simd::in_four(unbounded)), simd::in_four(-unbounded));
  const bool is_empty = simd::bits_of_four(crossed) != 0;
  if (is_empty) {
    lower = simd::in_four(nowhere);
    upper = simd::in_four(-nowhere);
  }
  lower = reinterpret_cast<Four>(reinterpret_cast<FourMasks>(lower) & sides);
  upper = reinterpret_cast<Four>(reinterpret_cast<FourMasks>(upper) & sides);
  std::memcpy(rounded.lo, &lower, sizeof lower);
  std::memcpy(rounded.hi, &upper, sizeof upper);
  return is_empty;
}

inline std::size_t round_boxes(const double* boxes, std::size_t count, Box32* rounded) {
  std::size_t empty = 0;
  for (std::size_t i = 0; i < count; ++i) empty += round_box(boxes + 6 * i, rounded[i]) ? 1 : 0;
  return empty;
}

/// Rows x, y, z of four bodies to lanes.
GRAZE_FORCE_INLINE void to_lanes(const Four (&rows)[4], Four& x, Four& y, Four& z) {
  const Four xy_low = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
  const Four xy_high = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
  const Four z_low = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
  const Four z_high = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
  x = __builtin_shufflevector(xy_low, xy_high, 0, 1, 4, 5);
  y = __builtin_shufflevector(xy_low, xy_high, 2, 3, 6, 7);
  z = __builtin_shufflevector(z_low, z_high, 0, 1, 4, 5);
}

/// Lanes [4 * half, 4 * half + 4) of three rows of a node.
GRAZE_FORCE_INLINE void store_half(const Four (&rows)[4], std::size_t half, float (*planes)[lane_count]) {
  Four lanes[3];
  to_lanes(rows, lanes[0], lanes[1], lanes[2]);
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) std::memcpy(planes[k] + 4 * half, &lanes[k], sizeof lanes[k]);
}

GRAZE_FORCE_INLINE void store_lane(const Four& lower, const Four& upper, std::size_t place, Node* nodes) {
  Node& node = nodes[place / lane_count];
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) {
    node.planes[k][place % lane_count] = lower[k];
    node.planes[k + 3][place % lane_count] = upper[k];
  }
}

GRAZE_FORCE_INLINE void fill_leaf(const Box32* const (&bodies)[lane_count], std::size_t leaf, Node* leaves, Node* above) {
  Four least = simd::in_four(nowhere), greatest = simd::in_four(-nowhere);
#pragma GCC unroll 2
  for (std::size_t half = 0; half < 2; ++half) {
    Four lower[4], upper[4];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) {
      lower[i] = lower_of(*bodies[4 * half + i]);
      upper[i] = upper_of(*bodies[4 * half + i]);
      least = simd::smaller(least, lower[i]);
      greatest = simd::larger(greatest, upper[i]);
    }
    store_half(lower, half, leaves[leaf].planes);
    store_half(upper, half, leaves[leaf].planes + 3);
  }
  store_lane(least, greatest, leaf, above);
}

inline void fill_leaves(const Box32* boxes, const std::uint32_t* order, std::size_t placed, std::size_t first, std::size_t last,
                        Node* leaves, Node* above) {
  constexpr std::size_t ahead = 2 * lane_count;  // bodies lie anywhere in memory: asked for two leaves before they are needed
  constexpr Box32 none = {{nowhere, nowhere, nowhere, 0}, {-nowhere, -nowhere, -nowhere, 0}};
  for (std::size_t leaf = first; leaf < last; ++leaf) {
    const Box32* bodies[lane_count];
    const std::size_t begin = leaf * lane_count;
#pragma GCC unroll 8
    for (std::size_t i = 0; i < lane_count; ++i) {
      bodies[i] = begin + i < placed ? boxes + order[begin + i] : &none;
      if (begin + ahead + i < placed) __builtin_prefetch(boxes + order[begin + ahead + i]);
    }
    fill_leaf(bodies, leaf, leaves, above);
  }
}

GRAZE_FORCE_INLINE float least_of(const float (&lanes)[lane_count]) {
  Four low, high;
  std::memcpy(&low, lanes, sizeof low);
  std::memcpy(&high, lanes + 4, sizeof high);
  const Four four = simd::smaller(low, high);
  const Four two = simd::smaller(four, __builtin_shufflevector(four, four, 2, 3, 0, 1));
  return two[0] < two[1] ? two[0] : two[1];
}

GRAZE_FORCE_INLINE float greatest_of(const float (&lanes)[lane_count]) {
  Four low, high;
  std::memcpy(&low, lanes, sizeof low);
  std::memcpy(&high, lanes + 4, sizeof high);
  const Four four = simd::larger(low, high);
  const Four two = simd::larger(four, __builtin_shufflevector(four, four, 2, 3, 0, 1));
  return two[0] > two[1] ? two[0] : two[1];
}

inline void fill_above(const Node* nodes, std::size_t first, std::size_t last, Node* above) {
  for (std::size_t i = first; i < last; ++i) {
    Node& parent = above[i / lane_count];
#pragma GCC unroll 3
    for (std::size_t k = 0; k < 3; ++k) {
      parent.planes[k][i % lane_count] = least_of(nodes[i].planes[k]);
      parent.planes[k + 3][i % lane_count] = greatest_of(nodes[i].planes[k + 3]);
    }
  }
}

}  // namespace graze::broad::GRAZE_SIMD_TARGET
