#pragma once
/// Which corners of two bodies reach farthest along a direction: decided in doubles where their error bound allows, else exactly.

#include "numbers/kept_blocks.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// A direction in exact numbers and, for the filter, in doubles: largest component 1, each within ray_error.
struct ExactDirection {
  explicit ExactDirection(const Vector3<Dyadic>& nonzero);

  Vector3<Dyadic> exact;
  Vector3<double> rounded;
};

/// A generator (no ray) that is least along the direction, exactly.
[[nodiscard]] Generator least_generator(const MinkowskiDifference& difference, const ExactDirection& direction);

using CornerIndices = boost::container::small_vector<std::int32_t, 8, KeptAllocator<std::int32_t>>;

/// All corners of a that reach farthest along the direction, exactly, in ascending order.
[[nodiscard]] CornerIndices extreme_corners_of_a(const MinkowskiDifference& difference, const ExactDirection& direction);
/// Likewise of b.
[[nodiscard]] CornerIndices extreme_corners_of_b(const MinkowskiDifference& difference, const ExactDirection& direction);

}  // namespace graze::distance
