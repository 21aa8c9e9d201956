#include "tree/walk/nearest_lanes_kernel.h"

namespace graze::tree {

unsigned point_bounds_baseline(const LanePoint& point, const sat::EightBoxes& eight, float limit, float (&squared)[8]) {
  return GRAZE_SIMD_TARGET::point_bounds_lanes(point, eight, limit, squared);
}

void box_bounds_baseline(const sat::OneBox& one, const sat::EightBoxes& eight, const sat::LaneMargin& margin, float (&squared)[8]) {
  GRAZE_SIMD_TARGET::box_bounds_lanes(one, eight, margin, squared);
}

}  // namespace graze::tree
