#pragma once
/// Where a moving body is at a time, and how fast its points can be.

#include <graze/motion.h>
#include <graze/pose.h>

namespace graze {

/// The pose at time t of a body that has the pose `start` at time 0. Exact up to the roundings of a dozen operations; the rotation
/// is orthonormal to rounding however long the body has turned.
[[nodiscard]] Pose pose_at(const Pose& start, const Motion& motion, double t);

/// The point that the body rotates about, at time 0 and in the world.
[[nodiscard]] inline Vec3 center_of(const Pose& start, const Motion& motion) { return motion.center.value_or(start.translation); }

}  // namespace graze
