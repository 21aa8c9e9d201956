/// A path as a motion with bounds of its speed.

#include <algorithm>
#include <utility>

#include <Eigen/Geometry>

#include <graze/path.h>

#include "motion/pose_at.h"

namespace graze {
namespace {

/// A few roundings. No unit.
constexpr double up = 1 + 0x1p-48;

SpeedBound speed_of(const Leg& leg) {
  const Vec3& turn = leg.motion.angular_velocity;
  const Vec3 arm = leg.start.translation - center_of(leg.start, leg.motion);
  return {(leg.motion.velocity.stableNorm() + turn.stableNorm() * arm.stableNorm()) * up, turn.stableNorm() * up};
}

SpeedBound fastest(const Path& path, double from, double to) {
  SpeedBound bound;
  for (double t = from;;) {
    const Leg& leg = path.leg_at(t);
    const SpeedBound speed = speed_of(leg);
    bound = {std::max(bound.linear, speed.linear), std::max(bound.angular, speed.angular)};
    if (!(leg.to < to)) return bound;
    t = leg.to;
  }
}

}  // namespace

GuidedMotion guided(const Path& path) {
  return {[path](double t) { return path.pose_at(t); }, [path](double from, double to) { return fastest(path, from, to); }};
}

}  // namespace graze
