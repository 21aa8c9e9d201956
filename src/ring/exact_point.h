#pragma once
/// Points and balls against a torus, decided exactly for the stored numbers.

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::ring {

/// A torus and its pose, by reference.
struct PosedTorus {
  const Torus& torus;
  const Pose& pose;
};

/// Whether the distance of the circle from a point is at most the sum of the radii; `extra` may be negative.
[[nodiscard]] bool is_within(const PosedTorus& ring, const Vec3& in_body, const Pose& pose, double extra);

/// Whether the whole torus is in the ball about a point.
[[nodiscard]] bool is_in_ball(const PosedTorus& ring, const Vec3& in_body, const Pose& pose, double radius);

}  // namespace graze::ring
