#pragma once
/// The kernels of walks through trees, one table for each instruction set.

#include "simd/processor.h"
#include "tree/walk/nearest_lanes.h"
#include "tree/walk/placed_overlap_lanes.h"
#include "tree/walk/placement_lanes.h"
#include "tree/walk/ray_lanes.h"
#include "tree/walk/turning_lanes.h"
#include "tree/walk/window_lanes.h"

namespace graze::tree {

struct WalkKernels {
  PlaceBox place_box;
  MayOverlapPlaced may_overlap_placed;
  PointBounds point_bounds;
  BoxBounds box_bounds;
  FreeTimes free_times;
  MayMeetWithin may_meet_within;
  WalkAlong walk_along;
};

extern const WalkKernels walk_kernels_baseline;
extern const WalkKernels walk_kernels_avx2;

[[nodiscard]] inline const WalkKernels& walk_kernels() { return simd::of_processor(walk_kernels_baseline, walk_kernels_avx2); }

/// The entry of walk_kernels_avx2 whose bounds have room for fused products: kernels_fused_avx2.cpp.
[[nodiscard]] unsigned may_overlap_placed_fused_avx2(const OverlapMap& map, const sat::EightBoxes& boxes, std::size_t lane,
                                                     const sat::EightBoxes& eight, float (&far)[8]);
/// The one that spells some of them out: kernels_ray_avx2.cpp.
RayReach walk_along_avx2(const MeshInTree& mesh, const LinePart& part, SeeTriangles see, void* context);

}  // namespace graze::tree
