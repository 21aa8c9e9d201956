#pragma once
/// Whether doubles measured well how far a point is from a simplex.

#include <graze/core/contact.h>
#include <graze/core/export.h>
#include <graze/distance/triangle_features.h>

namespace graze::distance {

/// What doubles found of a point and another simplex.
struct PointFinding {
  Vec3 place;       ///< of the other simplex, nearest to the point
  Feature feature;  ///< that it is in
  double length;    ///< from the point to the place
};

/// True only if the length is the distance within trusted_error / 2 of it, when placing has moved neither by more than half of
/// `placing`. Proves more than the bound of a squared distance does where the point is near a large triangle: up to a 256th of its
/// size.
[[nodiscard]] GRAZE_API bool is_proven(const Vec3& point, const Simplex& other, const PointFinding& found, double placing);

}  // namespace graze::distance
