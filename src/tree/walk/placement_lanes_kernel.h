#pragma once
/// The body of place_box, compiled once for each instruction set: a column of the map at a time.

#include <cstring>

#include "simd/double_lanes.h"
#include "tree/walk/placement_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using FourFloats [[gnu::vector_size(16)]] = float;

GRAZE_FORCE_INLINE Double4 column(const double (&from)[4]) {
  Double4 r;
  std::memcpy(&r.lanes, from, sizeof r.lanes);
  return r;
}

/// start + columns * (v[0][lane], v[1][lane], v[2][lane]).
GRAZE_FORCE_INLINE void map_to(float (&to)[3], Double4 start, const double (&columns)[3][4], const float (&v)[3][8],
                               std::size_t lane) {
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) start = start + column(columns[k]) * Double4(static_cast<double>(v[k][lane]));
  const FourFloats rounded = __builtin_convertvector(start.lanes, FourFloats);
  std::memcpy(to, &rounded, sizeof to);
}

GRAZE_FORCE_INLINE sat::OneBox place_box_lanes(const BoxMap<double>& map, const sat::EightBoxes& boxes, std::size_t lane) {
  sat::OneBox one;
  map_to(one.center, column(map.translation), map.scaled_rotation, boxes.center, lane);
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    map_to(one.axes[j], 0, map.rotation, boxes.axes[j], lane);
    one.half_extents[j] = static_cast<float>(map.scale * static_cast<double>(boxes.half_extents[j][lane]));
  }
  return one;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
