#include <graze/sat/triangle_triangle_lanes.h>
#include <graze/sat/triangle_triangle_lanes_kernel.h>

namespace graze::sat {

Meeting certain_meeting_avx2(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack) {
  return GRAZE_SIMD_TARGET::certain_meeting_lanes(a, b, slack);
}

}  // namespace graze::sat
