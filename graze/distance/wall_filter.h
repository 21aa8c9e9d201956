#pragma once
/// A bounded body and a wall in doubles: the answer in most cases, without exact arithmetic.

#include <optional>

#include <boost/container/small_vector.hpp>

#include <graze/distance/wall.h>

namespace graze::distance {

struct PosedWall {
  const Wall& wall;
  const Pose& pose;
};

struct FilteredSeparation {
  Separation separation;                                   ///< with the wall as the first body, without its corral
  boost::container::small_vector<std::int32_t, 8> lowest;  ///< the corners that may be what is nearest to the wall, or deepest
};

/// Nothing when doubles leave something open that matters, and for bodies without end.
[[nodiscard]] std::optional<FilteredSeparation> filtered_separation(const PosedWall& wall, const Core& other, Wanted wanted);

}  // namespace graze::distance
