#pragma once
/// Any motion that can say where it is and bound itself: what a search that never misses a contact needs, and no more.

#include <functional>

#include <graze/export.h>
#include <graze/pose.h>
#include <graze/path.h>

namespace graze::motion {

/// How fast a body can be.
struct SpeedBound {
  double linear = 0;   ///< of the origin of its pose, length per unit of time
  double angular = 0;  ///< radians per unit of time
};

/// Both functions must be given and be free of side effects; they may be called from the thread of the question in any order.
struct GuidedMotion {
  std::function<Pose(double t)> pose_at;
  /// Not exceeded at any time of [from, to], neither by the exact motion nor by what pose_at() returns, up to its roundings.
  std::function<SpeedBound(double from, double to)> speed_bound;
};

/// A path as such a motion.
[[nodiscard]] GRAZE_API GuidedMotion guided(const Path& path);

}  // namespace graze::motion
