#pragma once
/// A line against eight boxes of a wide tree in single precision: "passes by" is certain, "may meet" may be a near miss.

#include <graze/core/export.h>
#include <graze/sat/obb_obb_lanes.h>

namespace graze::tree {

/// All o + t*d with 0 <= t, in the frame of the eight.
struct LaneRay {
  float origin[3];
  float direction[3];  ///< the largest component is within [1, 2]
  float absolute;      ///< length: how far o + t*d may be from the point meant, for all t of interest
};

/// The room of a box's slabs relative to |offset|_1 + sum(half extents), as point_room in nearest_lanes.h. No unit.
/// RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr float slab_room = 16 * 0x1p-24F;

/// A product with a computed reciprocal, and the slack of comparing two of them. No unit. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr float quotient_room = 8 * 0x1p-24F;

/// Fills enter[k] with a parameter >= 0 not after the line meets box k, infinite when it certainly does not. Bit k: it may.
using RayBounds = unsigned (*)(const LaneRay& ray, const sat::EightBoxes& eight, float (&enter)[8]);
[[nodiscard]] GRAZE_API RayBounds ray_bounds();

/// The variants it chooses from.
GRAZE_API unsigned ray_bounds_baseline(const LaneRay& ray, const sat::EightBoxes& eight, float (&enter)[8]);
GRAZE_API unsigned ray_bounds_avx2(const LaneRay& ray, const sat::EightBoxes& eight, float (&enter)[8]);

}  // namespace graze::tree
