#pragma once
/// How close a moving circle comes to another body: branch and bound over angle and time at once.

#include <cstddef>

#include "ring/nearest.h"

namespace graze::ring {

struct CircleApproach {
  double time = 0;
  double upper = 0;      ///< the distance of the circle from the body then
  double lower = 0;      ///< it is never nearer
  bool finished = true;  ///< false when the limit was reached before the two were close
};

struct ApproachLimits {
  double t_max = 0;      ///< finite
  double tolerance = 0;  ///< length: how far apart the bounds may be, where what distances are off by allows it
  std::size_t most_evaluations = 0;
};

/// The ring moves by `velocity` against the other body, whose distance bends down by a known bound (Partner::bends_down). Ends
/// early when the tube is certainly met.
[[nodiscard]] CircleApproach closest_approach(const PlacedRing& ring, const Vec3& velocity, const Partner& other,
                                              const ApproachLimits& limits);

}  // namespace graze::ring
