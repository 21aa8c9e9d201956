/// Computes the pose of a moving body at a time.

#include "motion/pose_at.h"

#include <cmath>

#include <Eigen/Geometry>

namespace graze {

Pose pose_at(const Pose& start, const Motion& motion, double t) {
  if (t == 0) return start;
  const Vec3 shift = t * motion.velocity;
  if (!motion.rotates()) return {start.rotation, start.translation + shift};
  const double speed = motion.angular_velocity.stableNorm();
  const Mat3 turn = Eigen::AngleAxisd(speed * t, motion.angular_velocity / speed).toRotationMatrix();
  const Vec3 center = center_of(start, motion);
  return {turn * start.rotation, center + shift + turn * (start.translation - center)};
}

}  // namespace graze
