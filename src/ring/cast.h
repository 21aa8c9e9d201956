#pragma once
/// Where a line passes through the surface of a torus.

#include "numbers/kept_blocks.h"

#include "ring/placed_ring.h"

namespace graze::ring {

struct RingCrossing {
  double t = 0;  ///< on origin + t * direction
  bool entering = true;
  bool touching = false;  ///< the line does not go inside
};

/// All of them in order, at most four; the direction is not zero.
[[nodiscard]] KeptList<RingCrossing> crossings(const PlacedRing& ring, const Vec3& origin, const Vec3& direction);

}  // namespace graze::ring
