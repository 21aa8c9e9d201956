#pragma once
/// Why two polytopes are apart, in words and numbers.

#include <string_view>

#include "polytope/convex_pair.h"

namespace graze::sat {

[[nodiscard]] std::string_view name_of(AxisKind kind);

/// The gap between two projections.
struct AxisGap {
  Vec3 direction = Vec3::Zero();  ///< unit, from a to b
  double width = 0;
};

/// Along an axis that separates the pair.
[[nodiscard]] AxisGap gap_along(const ConvexPair& pair, const AxisId& axis);

}  // namespace graze::sat
