#pragma once
/// A torus in the world, in doubles: its circle by an angle, and the nearest point of that circle.

#include <cmath>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::ring {

struct PlacedRing {
  Vec3 center = Vec3::Zero();
  Frame frame = world_frame();  ///< the axis, and two directions of the circle's plane
  double major = 0;
  double minor = 0;

  /// No point is farther from the centre.
  [[nodiscard]] double reach() const { return major + minor; }
  [[nodiscard]] Vec3 outward(double angle) const { return std::cos(angle) * frame[1] + std::sin(angle) * frame[2]; }
  [[nodiscard]] Vec3 tangent(double angle) const { return std::cos(angle) * frame[2] - std::sin(angle) * frame[1]; }
  [[nodiscard]] Vec3 at(double angle) const { return center + major * outward(angle); }
  /// How far a point is from the axis.
  [[nodiscard]] double from_axis(const Vec3& point) const;
  /// The point of the circle that is nearest; any of them for points of the axis.
  [[nodiscard]] Vec3 nearest_on_circle(const Vec3& point) const;
  /// Of the surface, at a point of it.
  [[nodiscard]] Vec3 normal_at(const Vec3& point) const;
};

[[nodiscard]] PlacedRing placed(const Torus& torus, const Pose& pose);

/// Below this part of the reaches a gap is contact: what the coordinates of a body described in doubles may be off by. No unit. The
/// same as that of other curved bodies. Torus.TouchesWhatItJustReaches
inline constexpr double touching_gap = 0x1p-45;

}  // namespace graze::ring
