#include <graze/distance/point_lanes_kernel.h>

namespace graze::distance {

void squares_from_point_baseline(const Vec3& point, const FourTriangles& triangles, FourSquares& squares) {
  GRAZE_SIMD_TARGET::squares_from_point_lanes(point, triangles, squares);
}

}  // namespace graze::distance
