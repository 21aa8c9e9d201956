#pragma once
/// How far a point is from four triangles of a mesh at a time, and where in them it is nearest.

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include <graze/shapes.h>
#include <graze/vec.h>

#include "geometry/mesh_view.h"
#include "triangle/features.h"

namespace graze::distance {

/// How uncertain the square of a distance is.
struct SquareDoubt {
  double of_size = 0;  ///< in parts of the squared size
  double of_self = 0;  ///< in parts of itself
  double absolute = 0;
  double least_size = 0;  ///< squared; nothing is known of triangles that are not between these
  double greatest_size = std::numeric_limits<double>::infinity();
};

/// What nearest_features() finds of the point and each triangle, bit by bit.
struct FourSquares {
  double distance[4];  ///< squared
  double doubt[4];     ///< of it
  double size[4];      ///< as squared_size_of_pair(), which bounds the error
  double on[2][4];     ///< as NearFeatures::on; the first of it counts in faces only
  /// Bit k: triangle k is nearest there; the first of them counts, edge 0 if there is none.
  unsigned in_face, on_edge_2, on_edge_1;

  [[nodiscard]] NearFeatures features(std::size_t k) const {
    const auto is = [k](unsigned bits) { return (bits >> k & 1U) != 0; };
    if (is(in_face)) return {{PairKind::corner_face, 0, 0}, distance[k], {on[0][k], on[1][k]}};
    return {{PairKind::edge_edge, 0, is(on_edge_2) ? 2 : is(on_edge_1) ? 1 : 0}, distance[k], {0, on[1][k]}};
  }
};

/// Triangles of a mesh, by the numbers of their corners.
struct FourTriangles {
  const Vec3* vertices;
  const std::array<std::uint32_t, 3>* corners[4];
};

/// Bit k is set unless triangle k is certainly beyond the limit, a squared distance.
using SquaresFromPoint = unsigned (*)(const Vec3& point, const FourTriangles& triangles, const SquareDoubt& doubt, double limit,
                                      FourSquares& squares);

/// Four triangles side by side, with what every point asks about them: gathering and multiplying it again takes a third more.
struct alignas(32) FourInLanes {
  double corners[3][3][4];  ///< by corner, axis and triangle
  double edges[3][3][4];    ///< from each corner to the next
  double squares[3][4];     ///< of the lengths of the edges
  double slant[4];          ///< FaceProducts::fg and determinant of the first edge and the reverse of the last
  double determinant[4];
};

/// All triangles of a mesh that has only a few, in their order. 184 bytes each.
struct FewTriangles {
  /// A tree is as fast at 24, and faster beyond. No unit.
  static constexpr std::size_t most = 20;

  std::size_t count = 0;
  std::vector<FourInLanes> fours;  ///< the last triangle is repeated where there are fewer
};
[[nodiscard]] FewTriangles few_triangles_of(const MeshView& mesh);

struct FewSquares {
  FourSquares four[FewTriangles::most / 4];
  double limit;  ///< the least square of a distance is not above it; negative where nothing is known of one of the triangles

  [[nodiscard]] NearFeatures features(std::size_t i) const { return four[i / 4].features(i % 4); }
  [[nodiscard]] double doubt(std::size_t i) const { return four[i / 4].doubt[i % 4]; }
};

/// Bit i is set unless triangle i is certainly beyond the limit that is found. There is at least one triangle.
using FewSquaresFromPoint = std::uint32_t (*)(const Vec3& point, const FewTriangles& triangles, const SquareDoubt& doubt,
                                              FewSquares& squares);

}  // namespace graze::distance
