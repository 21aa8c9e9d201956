#pragma once
/// How far a point is from four triangles of a mesh at a time.

#include <array>
#include <cstdint>
#include <limits>

#include <graze/core/export.h>
#include <graze/core/vec.h>

namespace graze::distance {

/// How uncertain the square of a distance is.
struct SquareDoubt {
  double of_size = 0;  ///< in parts of the squared size
  double of_self = 0;  ///< in parts of itself
  double absolute = 0;
  double least_size = 0;  ///< squared; nothing is known of triangles that are not between these
  double greatest_size = std::numeric_limits<double>::infinity();
};

struct FourSquares {
  double distance[4];  ///< squared: what nearest_features() finds of the point and the triangle, bit by bit
  double doubt[4];     ///< of it
  double size[4];      ///< as squared_size_of_pair(), which bounds the error
};

/// Triangles of a mesh, by the numbers of their corners.
struct FourTriangles {
  const Vec3* vertices;
  const std::array<std::uint32_t, 3>* corners[4];
};

/// Bit k is set unless triangle k is certainly beyond the limit, a squared distance.
using SquaresFromPoint = unsigned (*)(const Vec3& point, const FourTriangles& triangles, const SquareDoubt& doubt, double limit,
                                      FourSquares& squares);
[[nodiscard]] GRAZE_API SquaresFromPoint squares_from_point();

/// The variants it chooses from.
[[nodiscard]] GRAZE_API unsigned squares_from_point_baseline(const Vec3& point, const FourTriangles& triangles,
                                                             const SquareDoubt& doubt, double limit, FourSquares& squares);
[[nodiscard]] GRAZE_API unsigned squares_from_point_avx2(const Vec3& point, const FourTriangles& triangles,
                                                         const SquareDoubt& doubt, double limit, FourSquares& squares);

}  // namespace graze::distance
