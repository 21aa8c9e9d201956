#pragma once
/// Where a moving body is at a time: pose_at() of path.h, and the point it turns about.

#include <graze/path.h>

namespace graze {

/// The point that the body turns about, at time 0 and in the world.
[[nodiscard]] inline Vec3 center_of(const Pose& start, const Motion& motion) { return motion.center.value_or(start.translation); }

}  // namespace graze
