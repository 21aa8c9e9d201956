#include "triangle/point_lanes_kernel.h"

namespace graze::distance {

unsigned squares_from_point_avx2(const Vec3& point, const FourTriangles& triangles, const SquareDoubt& doubt, double limit,
                                 FourSquares& squares) {
  return GRAZE_SIMD_TARGET::squares_from_point_lanes(point, triangles, doubt, limit, squares);
}

std::uint32_t few_squares_from_point_avx2(const Vec3& point, const FewTriangles& triangles, const SquareDoubt& doubt,
                                          FewSquares& squares) {
  return GRAZE_SIMD_TARGET::few_squares_from_point_lanes(point, triangles, doubt, squares);
}

}  // namespace graze::distance
