#include "tree/walk/nearest_lanes.h"

namespace graze::tree {

PointBounds point_bounds() {
  static const PointBounds chosen = sat::has_avx2() ? point_bounds_avx2 : point_bounds_baseline;
  return chosen;
}

BoxBounds box_bounds() {
  static const BoxBounds chosen = sat::has_avx2() ? box_bounds_avx2 : box_bounds_baseline;
  return chosen;
}

}  // namespace graze::tree
