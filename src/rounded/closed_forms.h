#pragma once
/// Bounds of distances without a search, for the most frequent pairs: points and segments at the identity pose, spheres and
/// capsules among them, and points and boxes. The bounds are proven as those of the search are.

#include <optional>

#include "rounded/nearest_bounds.h"

namespace graze::distance {

/// Bounds with the frame they are given in.
struct PlacedBounds {
  NearestBounds bounds;
  Vec3 origin = Vec3::Zero();  ///< world point that the points are relative to
  double unit = 1;             ///< length that its numbers count
};

/// Nothing for other pairs.
[[nodiscard]] std::optional<PlacedBounds> closed_form(const BodyView& a, const BodyView& b);

}  // namespace graze::distance
