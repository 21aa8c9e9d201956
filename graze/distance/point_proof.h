#pragma once
/// Whether doubles measured well how far a point is from a simplex, and how far it is where they did not.

#include <array>
#include <optional>

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

/// The distance of the point, measured in twice the digits of doubles at the feature that these have found, within 2^-42 of it;
/// nothing where they may have found the wrong one, or the point is closer than 2^-24 of the distance of the farthest corner.
[[nodiscard]] GRAZE_API std::optional<double> fine_length(const Vec3& point, const std::array<Vec3, 3>& corners,
                                                          const NearFeatures& near);

}  // namespace graze::distance
