/// The kernels about triangles for processors with AVX2 whose bounds have room for fused products.

#include "triangle/kernels.h"
#include "triangle/overlap_lanes_kernel.h"

namespace graze::sat {

Verdict certain_meeting_fused_avx2(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack) {
  return GRAZE_SIMD_TARGET::certain_meeting_lanes(a, b, slack);
}

void place_fused_avx2(const Pose& pose, double error, const Vec3& v0, const Vec3& v1, const Vec3& v2, TriangleInLanes& placed) {
  GRAZE_SIMD_TARGET::place_in_lanes(pose, error, v0, v1, v2, placed);
}

Verdict meeting_fused_avx2(const TriangleInLanes& a, const TriangleInLanes& b) { return GRAZE_SIMD_TARGET::meeting_in_lanes(a, b); }

}  // namespace graze::sat
