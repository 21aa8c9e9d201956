#pragma once
/// Do two convex polytopes meet? Exact on the stored numbers; touching counts.

#include <optional>

#include "polytope/convex_pair.h"

namespace graze::sat {

/// The answer and how it was found.
struct Overlap {
  bool intersect = false;
  std::optional<AxisId> separating;  ///< the axis with a gap, when they are apart
  int axes_tested = 0;
};

[[nodiscard]] Overlap overlap(const ConvexPair& pair);
[[nodiscard]] Overlap overlap(const Convex& a, const Convex& b);

/// Of bodies of the plane z = 0: the same answer by axes of that plane alone, four for two rectangles.
[[nodiscard]] Overlap overlap_in_plane(const ConvexPair& pair);

}  // namespace graze::sat
