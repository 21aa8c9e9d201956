#pragma once
/// How far points of an arc of a circle are from its middle, and how far they are displaced along a direction at least.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "ring/placed_ring.h"

namespace graze::ring {

/// No point of the arc of `half` an angle to either side is farther from its middle.
[[nodiscard]] inline double chord_of(const PlacedRing& ring, double half) {
  return 2 * ring.major * std::sin(std::min(half, std::numbers::pi) / 2);
}

/// The least of direction.(x - m) over the points x of the arc about m, which is at an angle.
[[nodiscard]] inline double least_along(const PlacedRing& ring, const Vec3& direction, double angle, double half) {
  const double outward = direction.dot(ring.outward(angle)), tangent = direction.dot(ring.tangent(angle));
  const auto at = [&](double turn) { return outward * (std::cos(turn) - 1) + tangent * std::sin(turn); };
  const double opposite = std::atan2(-tangent, -outward);
  const double ends = std::min(at(half), at(-half));
  return ring.major * (std::abs(opposite) <= half ? std::min(ends, -std::hypot(outward, tangent) - outward) : ends);
}

}  // namespace graze::ring
