#include "triangle/motion_lanes.h"
#include "triangle/motion_lanes_kernel.h"

namespace graze::sat {

double earliest_meeting_avx2(const MovingTriangles& moving) { return GRAZE_SIMD_TARGET::earliest_meeting_lanes(moving); }

}  // namespace graze::sat
