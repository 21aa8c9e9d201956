#pragma once
/// How far a point is from four triangles of a mesh at a time.

#include <array>
#include <cstdint>

#include <graze/core/export.h>
#include <graze/core/vec.h>

namespace graze::distance {

struct FourSquares {
  double distance[4];  ///< squared: what nearest_features() finds of the point and the triangle, bit by bit
  double size[4];      ///< as squared_size_of_pair(), which bounds the error
};

/// Triangles of a mesh, by the numbers of their corners.
struct FourTriangles {
  const Vec3* vertices;
  const std::array<std::uint32_t, 3>* corners[4];
};

using SquaresFromPoint = void (*)(const Vec3& point, const FourTriangles& triangles, FourSquares& squares);
[[nodiscard]] GRAZE_API SquaresFromPoint squares_from_point();

/// The variants it chooses from.
GRAZE_API void squares_from_point_baseline(const Vec3& point, const FourTriangles& triangles, FourSquares& squares);
GRAZE_API void squares_from_point_avx2(const Vec3& point, const FourTriangles& triangles, FourSquares& squares);

}  // namespace graze::distance
