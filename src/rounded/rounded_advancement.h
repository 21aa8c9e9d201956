#pragma once
/// The way of two moving bodies towards each other: one moment of it, and the time before which they cannot touch.

#include "rounded/nearest_exact.h"

namespace graze::distance {

/// Two bodies, the second of which moves.
struct Flight {
  const Difference* start = nullptr;  ///< at time 0
  Vector3<Dyadic> velocity;           ///< of b against a
  Dyadic radii = 0;                   ///< sum of both
};

/// The bodies at one time.
struct Moment {
  double time = 0;
  Nearest nearest;
  Dyadic squared_normal;
  Dyadic speed;   ///< of approach along the normal, times its length
  Dyadic excess;  ///< of the squared distance over that of the radii, times squared_normal; 0 for cores that meet

  [[nodiscard]] bool apart() const { return excess.sign() > 0; }
  /// Without radii this does not tell touching from overlapping.
  [[nodiscard]] bool just_touching() const { return excess.is_zero(); }
};

[[nodiscard]] Moment look(const Flight& flight, double time);

/// Whether the bodies meet at any time from 0 on.
[[nodiscard]] bool ever_meets(const Flight& flight);

/// Whether b moves along with a body that never ends that way.
[[nodiscard]] bool never_leaves(const Flight& flight);

/// The last moment found before the first contact, and the time of that contact, rounded down.
struct Arrival {
  Moment before;
  double time = 0;
};

/// From a moment at which the bodies are apart, on their way to a contact. Nothing when there is none up to the limit.
[[nodiscard]] std::optional<Arrival> arrival(const Flight& flight, const Moment& from, double limit);

}  // namespace graze::distance
