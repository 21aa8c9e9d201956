#pragma once
/// A body that is no wall, and a wall, in doubles: the answer in most cases, without exact arithmetic.

#include <optional>

#include <boost/container/small_vector.hpp>

#include "rounded/plane/plane_distance.h"

namespace graze::distance {

struct PosedWall {
  const Wall& wall;
  const Pose& pose;
};

struct FilteredSeparation {
  Separation separation;                                   ///< with the wall as the first body, without its corral
  boost::container::small_vector<std::int32_t, 8> lowest;  ///< corners that may be nearest to the wall, or deepest; none on a ray
};

/// Nothing when doubles leave something open that matters.
[[nodiscard]] std::optional<FilteredSeparation> filtered_separation(const PosedWall& at, const Core& other, Wanted wanted);

}  // namespace graze::distance
