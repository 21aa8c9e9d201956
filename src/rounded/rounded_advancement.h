#pragma once
/// Exact conservative advancement of two rounded bodies: their state at one time, and the time before which they cannot touch.

#include "rounded/nearest_exact.h"

namespace graze::distance {

/// Two bodies, the second of which moves.
struct RoundedMotion {
  const MinkowskiDifference* start = nullptr;  ///< at time 0
  Vector3<Dyadic> velocity;                    ///< of b against a
  Dyadic radii = 0;                            ///< sum of both
};

/// The bodies at one time.
struct MotionState {
  double time = 0;
  ExactNearest nearest;
  Dyadic squared_normal;
  Dyadic speed;   ///< of approach along the normal, times its length
  Dyadic excess;  ///< of the squared distance over that of the radii, times squared_normal; 0 for cores that meet

  [[nodiscard]] bool apart() const { return excess.sign() > 0; }
  /// Without radii this does not tell touching from overlapping.
  [[nodiscard]] bool just_touching() const { return excess.is_zero(); }
};

[[nodiscard]] MotionState state_at(const RoundedMotion& motion, double time);

/// Whether the bodies meet at any time from 0 on.
[[nodiscard]] bool ever_meets(const RoundedMotion& motion);

/// Whether b moves along a direction in which the difference is unbounded, so that they never part.
[[nodiscard]] bool never_leaves(const RoundedMotion& motion);

/// The last state found before the first contact, and the time of that contact, rounded down.
struct RoundedArrival {
  MotionState before;
  double time = 0;
};

/// From a state in which the bodies are apart and approach. Nothing when there is no contact up to the limit.
[[nodiscard]] std::optional<RoundedArrival> rounded_advancement(const RoundedMotion& motion, const MotionState& from, double limit);

}  // namespace graze::distance
