#pragma once
/// The body of ray_bounds, compiled once for each instruction set.

#include <limits>

#include <graze/simd/lanes.h>
#include <graze/tree/ray_lanes.h>

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;

/// Intersects the times within three slabs |p - t q| <= h. A line along a slab has q = 0: the times are then infinite or, on the
/// very rim, no numbers, which change nothing. One reciprocal and two products take half the time of two quotients.
GRAZE_FORCE_INLINE unsigned ray_bounds_lanes(const LaneRay& ray, const sat::EightBoxes& eight, float (&enter)[8]) {
  Float8 offset[3], half[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    offset[k] = Float8::load(eight.center[k]) - Float8(ray.origin[k]);
    half[k] = Float8::load(eight.half_extents[k]);
  }
  const Float8 size = (abs(offset[0]) + abs(offset[1]) + abs(offset[2])) + (half[0] + half[1] + half[2]);
  const Float8 room = Float8(slab_room) * size + Float8(ray.absolute);
  Float8 first(0.0F), last(std::numeric_limits<float>::max());
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const Float8 axis[3] = {Float8::load(eight.axes[j][0]), Float8::load(eight.axes[j][1]), Float8::load(eight.axes[j][2])};
    const Float8 speed =
        axis[0] * Float8(ray.direction[0]) + axis[1] * Float8(ray.direction[1]) + axis[2] * Float8(ray.direction[2]);
    const Float8 place = times_sign(axis[0] * offset[0] + axis[1] * offset[1] + axis[2] * offset[2], speed);
    const Float8 reach = half[j] + room;
    const Float8 slowness = Float8(1.0F) / abs(speed);
    first = larger(first, (place - reach) * slowness);
    last = smaller(last, (place + reach) * slowness);
  }
  const auto apart = first > last * Float8(1 + quotient_room);
  chosen(apart, Float8(std::numeric_limits<float>::infinity()), first * Float8(1 - quotient_room)).store(enter);
  return ~apart.bits() & 0xffU;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
