/// The kernels about triangles for every processor.

#include "triangle/closest_lanes_kernel.h"
#include "triangle/kernels.h"
#include "triangle/motion_lanes_kernel.h"
#include "triangle/overlap_lanes_kernel.h"
#include "triangle/point_lanes_kernel.h"

namespace graze::sat {

const TriangleKernels triangle_kernels_baseline{
    .certain_meeting = GRAZE_SIMD_TARGET::certain_meeting_lanes,
    .place = GRAZE_SIMD_TARGET::place_in_lanes,
    .meeting = GRAZE_SIMD_TARGET::meeting_in_lanes,
    .earliest_meeting = GRAZE_SIMD_TARGET::earliest_meeting_lanes,
    .least_squared = distance::GRAZE_SIMD_TARGET::least_squared_lanes,
    .squares_from_point = distance::GRAZE_SIMD_TARGET::squares_from_point_lanes,
    .few_squares_from_point = distance::GRAZE_SIMD_TARGET::few_squares_from_point_lanes};

}  // namespace graze::sat
