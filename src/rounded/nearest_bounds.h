#pragma once
/// The point of a difference nearest to the origin in doubles, with bounds that are proven whatever the search has found: any point
/// of both bodies bounds their distance from above, and the gap along any direction from below.

#include "rounded/minkowski_difference.h"

namespace graze::distance {

using Generators = boost::container::static_vector<Generator, 4>;

/// Bounds of the distance in doubles. Lengths and coordinates in the difference's unit, points relative to its origin.
struct NearestBounds {
  Generators generators;  ///< that span the nearest points found
  Vector3<double> on_a;
  Vector3<double> on_b;
  double lower = 0;  ///< the bodies' cores are certainly at least this far apart
  double upper = 0;  ///< and at most this; 0 proves that they meet
};

[[nodiscard]] NearestBounds nearest_bounds(const MinkowskiDifference& difference);

}  // namespace graze::distance
