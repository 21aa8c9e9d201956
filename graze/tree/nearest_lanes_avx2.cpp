#include <graze/tree/nearest_lanes_kernel.h>

namespace graze::tree {

void point_bounds_avx2(const LanePoint& point, const sat::EightBoxes& eight, float (&squared)[8]) {
  GRAZE_SIMD_TARGET::point_bounds_lanes(point, eight, squared);
}

void box_bounds_avx2(const sat::OneBox& one, const sat::EightBoxes& eight, const sat::LaneMargin& margin, float (&squared)[8]) {
  GRAZE_SIMD_TARGET::box_bounds_lanes(one, eight, margin, squared);
}

}  // namespace graze::tree
