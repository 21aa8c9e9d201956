/// The kernels of walks through trees for every processor.

#include "tree/walk/kernels.h"
#include "tree/walk/nearest_lanes_kernel.h"
#include "tree/walk/placed_overlap_lanes_kernel.h"
#include "tree/walk/placement_lanes_kernel.h"
#include "tree/walk/ray_lanes_kernel.h"
#include "tree/walk/turning_lanes_kernel.h"
#include "tree/walk/window_lanes_kernel.h"

namespace graze::tree {
namespace {

RayReach walk_along_baseline(const MeshInTree& mesh, const LinePart& part, SeeTriangles see, void* context) {
  GRAZE_SIMD_TARGET::SeeElsewhere visitor{see, context};
  return GRAZE_SIMD_TARGET::walk_in_lanes(mesh, part, visitor);
}

}  // namespace

const WalkKernels walk_kernels_baseline{.place_box = GRAZE_SIMD_TARGET::place_box_lanes,
                                        .may_overlap_placed = GRAZE_SIMD_TARGET::may_overlap_placed_lanes,
                                        .point_bounds = GRAZE_SIMD_TARGET::point_bounds_lanes,
                                        .box_bounds = GRAZE_SIMD_TARGET::box_bounds_lanes,
                                        .free_times = GRAZE_SIMD_TARGET::free_times_lanes,
                                        .may_meet_within = GRAZE_SIMD_TARGET::may_meet_within_lanes,
                                        .walk_along = walk_along_baseline};

}  // namespace graze::tree
