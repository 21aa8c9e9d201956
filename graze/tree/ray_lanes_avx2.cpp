#include <graze/tree/ray_lanes_kernel.h>

namespace graze::tree {

unsigned ray_bounds_avx2(const LaneRay& ray, const sat::EightBoxes& eight, float (&enter)[8]) {
  return GRAZE_SIMD_TARGET::ray_bounds_lanes(ray, eight, enter);
}

}  // namespace graze::tree
