#pragma once
/// The body of least_squared, compiled once for each instruction set. Lane k stands for edge or corner k of one triangle; the
/// fourth repeats the first.

#include "triangle/closest_lanes.h"
#include "triangle/corner_lanes.h"
#include "triangle/features.h"

namespace graze::distance::GRAZE_SIMD_TARGET {

using sat::GRAZE_SIMD_TARGET::Double4;
using sat::GRAZE_SIMD_TARGET::in_lanes;
using sat::GRAZE_SIMD_TARGET::Lanes;
using sat::GRAZE_SIMD_TARGET::only;

GRAZE_FORCE_INLINE double least_squared_lanes(const Corners& a, const Corners& b) {
  const Lanes corners_a = in_lanes(a[0], a[1], a[2]), corners_b = in_lanes(b[0], b[1], b[2]);
  const Lanes edges_a = in_lanes(a[1], a[2], a[0]) - corners_a, edges_b = in_lanes(b[1], b[2], b[0]) - corners_b;
  Double4 least(std::numeric_limits<double>::infinity());
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
    least = smaller(closest_edges(only(i, edges_a), edges_b, only(i, corners_a) - corners_b).squared, least);
  const Lanes above_b = corners_a - only(0, corners_b), above_a = corners_b - only(0, corners_a);
  least = smaller(closest_in_face(only(0, edges_b), -only(2, edges_b), above_b).squared, least);
  least = smaller(closest_in_face(only(0, edges_a), -only(2, edges_a), above_a).squared, least);
  const double first = least.lanes[0] < least.lanes[1] ? least.lanes[0] : least.lanes[1];
  return first < least.lanes[2] ? first : least.lanes[2];
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
