#pragma once
/// The hull of a face whose corners rounding has lifted off one plane: a thin body of its own, with two sides.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/vec.h>

namespace graze::sat {

/// By numbers of vertices.
struct RoundedFaceHull {
  std::vector<std::array<std::int32_t, 3>> planes;  ///< three corners of every facet; none for collinear corners
  std::vector<std::array<std::int32_t, 2>>
      edges;  ///< every edge of the facets, smaller number first; of collinear corners the longest
};

/// Every facet and edge of the hull of these corners, exactly: as many as there are corners, where the chords and triples of
/// corners are their square and cube. Corners may repeat, be collinear or coplanar.
[[nodiscard]] RoundedFaceHull rounded_face_hull(std::span<const Vec3> vertices, std::span<const std::int32_t> corners);

}  // namespace graze::sat
