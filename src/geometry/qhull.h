#pragma once
/// The one door to Qhull.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/shapes.h>

namespace graze {

/// Indices into the points that were given.
struct SolidHull {
  std::vector<std::vector<std::int32_t>> faces;  ///< counter-clockwise seen from outside
  std::vector<std::int32_t> near_faces;          ///< other points on or within tolerance::near_hull_face of a face
};

/// The hull of points that span space, normalised to size 1.
[[nodiscard]] Result<SolidHull> solid_hull(std::span<const Vec3> normalised_points);

}  // namespace graze
