#pragma once
/// The body of extent_along_lanes, compiled once for each instruction set.

#include "simd/lanes.h"
#include "tree/nodes/extent_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;

GRAZE_FORCE_INLINE Float8 eight_at(const float* row) { return Float8::load(*reinterpret_cast<const float(*)[8]>(row)); }

/// Least and greatest values along three axes.
struct Extents8 {
  Float8 lo[3], hi[3];
};

GRAZE_FORCE_INLINE void heights(const PointRows& points, std::size_t at, const AxesInLanes& axes, Float8 (&height)[3]) {
  const Float8 dx = eight_at(points.x + at) - Float8(axes.reference[0]);
  const Float8 dy = eight_at(points.y + at) - Float8(axes.reference[1]);
  const Float8 dz = eight_at(points.z + at) - Float8(axes.reference[2]);
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i)
    height[i] = Float8(axes.axes[i][0]) * dx + Float8(axes.axes[i][1]) * dy + Float8(axes.axes[i][2]) * dz;
}

GRAZE_FORCE_INLINE ExtentInLanes extent_along_lanes(const PointRows& points, const AxesInLanes& axes) {
  Extents8 extents;
  heights(points, 0, axes, extents.lo);
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) extents.hi[i] = extents.lo[i];
  for (std::size_t at = 8; at < points.count; at += 8) {
    Float8 height[3];
    heights(points, at + 8 <= points.count ? at : points.count - 8, axes, height);  // the last eight may repeat some
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      extents.lo[i] = smaller(extents.lo[i], height[i]);
      extents.hi[i] = larger(extents.hi[i], height[i]);
    }
  }
  ExtentInLanes result;
  for (int i = 0; i < 3; ++i) {
    float lo[8], hi[8];
    extents.lo[i].store(lo);
    extents.hi[i].store(hi);
    result.lo[i] = lo[0], result.hi[i] = hi[0];
    for (int k = 1; k < 8; ++k) {
      result.lo[i] = lo[k] < result.lo[i] ? lo[k] : result.lo[i];
      result.hi[i] = hi[k] > result.hi[i] ? hi[k] : result.hi[i];
    }
  }
  return result;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
