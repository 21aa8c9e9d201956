/// The kernels of walks through trees for processors with AVX2, with every rounding.

#include "tree/walk/kernels.h"
#include "tree/walk/nearest_lanes_kernel.h"
#include "tree/walk/placement_lanes_kernel.h"
#include "tree/walk/turning_lanes_kernel.h"
#include "tree/walk/window_lanes_kernel.h"

namespace graze::tree {

const WalkKernels walk_kernels_avx2{.place_box = GRAZE_SIMD_TARGET::place_box_lanes,
                                    .may_overlap_placed = may_overlap_placed_fused_avx2,
                                    .point_bounds = GRAZE_SIMD_TARGET::point_bounds_lanes,
                                    .box_bounds = GRAZE_SIMD_TARGET::box_bounds_lanes,
                                    .free_times = GRAZE_SIMD_TARGET::free_times_lanes,
                                    .may_meet_within = GRAZE_SIMD_TARGET::may_meet_within_lanes,
                                    .walk_along = walk_along_avx2};

}  // namespace graze::tree
