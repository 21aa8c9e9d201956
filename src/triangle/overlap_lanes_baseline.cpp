#include "triangle/overlap_lanes.h"
#include "triangle/overlap_lanes_kernel.h"

namespace graze::sat {

Verdict certain_meeting_baseline(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack) {
  return GRAZE_SIMD_TARGET::certain_meeting_lanes(a, b, slack);
}

const TriangleKernels triangle_kernels_baseline{GRAZE_SIMD_TARGET::place_in_lanes, GRAZE_SIMD_TARGET::meeting_in_lanes};

}  // namespace graze::sat
