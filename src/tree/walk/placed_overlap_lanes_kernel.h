#pragma once
/// The body of may_overlap_placed, compiled once for each instruction set: a column of the map at a time.

#include <cstring>

#include "box/eight_lanes_kernel.h"
#include "tree/walk/placed_overlap_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;
using FourFloats [[gnu::vector_size(16)]] = float;

/// As sat::OneBox. The fourth numbers mean nothing.
struct PlacedBox {
  alignas(16) float center[4];
  alignas(16) float axes[3][4];
  float half_extents[3];
};

GRAZE_FORCE_INLINE FourFloats column_of(const float (&from)[4]) {
  FourFloats r;
  std::memcpy(&r, from, sizeof r);
  return r;
}

/// start + columns * (v[0][lane], v[1][lane], v[2][lane]).
GRAZE_FORCE_INLINE void store_mapped(FourFloats start, const float (&columns)[3][4], const float (&v)[3][8], std::size_t lane,
                                     float (&to)[4]) {
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) start = start + column_of(columns[k]) * v[k][lane];
  std::memcpy(to, &start, sizeof to);
}

GRAZE_FORCE_INLINE unsigned may_overlap_placed_lanes(const OverlapMap& map, const sat::EightBoxes& boxes, std::size_t lane,
                                                     const sat::EightBoxes& eight, float (&far)[8]) {
  PlacedBox one;
  store_mapped(column_of(map.to_tree.translation), map.to_tree.scaled_rotation, boxes.center, lane, one.center);
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    store_mapped(FourFloats{}, map.to_tree.rotation, boxes.axes[j], lane, one.axes[j]);
    one.half_extents[j] = map.to_tree.scale * boxes.half_extents[j][lane];
  }
  const sat::BoxPair<Float8> pairs = sat::GRAZE_SIMD_TARGET::box_pairs(one, eight);
  (abs(pairs.translation[0]) + abs(pairs.translation[1]) + abs(pairs.translation[2])).store(far);
  return sat::GRAZE_SIMD_TARGET::may_overlap_pairs(pairs, map.margin);
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
