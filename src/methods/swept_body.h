#pragma once
/// All places that a body passes through while it is moved without turning: a rounded body again.

#include "rounded/core_separation.h"
#include "views/rounded_body.h"

namespace graze::distance {

/// Of a body that is no plane or half-space. `way` may be infinitely long only as a direction: see without_end.
struct SweptBody {
  Rounded body;      ///< in the world
  double error = 0;  ///< its points are off by no more, length
};

/// Moved by up to duration * velocity; by any positive multiple of the velocity where the duration is infinite.
[[nodiscard]] SweptBody swept(const Rounded& body, const Vec3& velocity, double duration);

/// Not more than the distance of a body, no plane or half-space, from what a swept one passes through; 0 where they may meet.
[[nodiscard]] double distance_bound(const Rounded& body, const SweptBody& swept);

}  // namespace graze::distance
