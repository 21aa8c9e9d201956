#pragma once
/// Estimates without a search, for the pairs that are asked about most: unmoved points and segments, spheres and capsules among
/// them, and points and boxes. The bounds are proven as those of the search are.

#include <optional>

#include "rounded/nearest_bounds.h"

namespace graze::distance {

/// An estimate with the frame it is given in.
struct PlacedEstimate {
  Estimate estimate;
  Vec3 origin = Vec3::Zero();  ///< world point that the estimate's points are seen from
  double unit = 1;             ///< length that its numbers count
};

/// Nothing for other pairs.
[[nodiscard]] std::optional<PlacedEstimate> closed_form(const Core& a, const Core& b);

}  // namespace graze::distance
