#pragma once
/// A plane or half-space against a body that is neither, in doubles: the answer in most cases, without exact arithmetic.

#include <optional>

#include <boost/container/small_vector.hpp>

#include "rounded/plane/plane_distance.h"

namespace graze::distance {

/// A stored plane or half-space and its pose.
struct StoredPlane {
  const BoundaryPlane& plane;
  const Pose& pose;
};

struct FilteredSeparation {
  CoreSeparation separation;                               ///< with the plane as the first body, without generators
  boost::container::small_vector<std::int32_t, 8> lowest;  ///< corners that may be nearest to the plane, or deepest; none on a ray
};

/// Nothing when doubles do not decide something that matters.
[[nodiscard]] std::optional<FilteredSeparation> filtered_separation(const StoredPlane& at, const BodyView& other, Wanted wanted);

}  // namespace graze::distance
