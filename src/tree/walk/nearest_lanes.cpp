#include "tree/walk/nearest_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

PointBounds point_bounds() {
  static const PointBounds chosen = simd::has_avx2() ? point_bounds_avx2 : point_bounds_baseline;
  return chosen;
}

BoxBounds box_bounds() {
  static const BoxBounds chosen = simd::has_avx2() ? box_bounds_avx2 : box_bounds_baseline;
  return chosen;
}

}  // namespace graze::tree
