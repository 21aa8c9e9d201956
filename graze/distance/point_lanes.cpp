#include <graze/distance/point_lanes.h>

#include <graze/sat/obb_obb_lanes.h>

namespace graze::distance {

SquaresFromPoint squares_from_point() {
  static const SquaresFromPoint chosen = sat::has_avx2() ? squares_from_point_avx2 : squares_from_point_baseline;
  return chosen;
}

}  // namespace graze::distance
