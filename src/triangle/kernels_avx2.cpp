/// The kernels about triangles for processors with AVX2, with every rounding.

#include "triangle/closest_lanes_kernel.h"
#include "triangle/kernels.h"
#include "triangle/motion_lanes_kernel.h"
#include "triangle/point_lanes_kernel.h"

namespace graze::sat {

const TriangleKernels triangle_kernels_avx2{.certain_meeting = certain_meeting_fused_avx2,
                                            .place = place_fused_avx2,
                                            .meeting = meeting_fused_avx2,
                                            .earliest_meeting = GRAZE_SIMD_TARGET::earliest_meeting_lanes,
                                            .least_squared = distance::GRAZE_SIMD_TARGET::least_squared_lanes,
                                            .squares_from_point = distance::GRAZE_SIMD_TARGET::squares_from_point_lanes,
                                            .few_squares_from_point = distance::GRAZE_SIMD_TARGET::few_squares_from_point_lanes};

}  // namespace graze::sat
