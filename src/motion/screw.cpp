/// Splits a rotation into its constant, cosine and sine parts once, and evaluates them at many times.

#include "motion/screw.h"

#include <cmath>

#include <Eigen/Geometry>

#include "motion/pose_at.h"

namespace graze {

Screw::Screw(const Pose& start, const Motion& motion)
    : velocity_(motion.velocity),
      turn_(motion.angular_velocity),
      center_(center_of(start, motion)),
      speed_(motion.angular_velocity.stableNorm()) {
  const Vec3 axis = speed_ > 0 ? Vec3(turn_ / speed_) : Vec3::Zero();
  const Vec3 arm = start.translation - center_;
  for (int k = 0; k < 3; ++k) {
    const Vec3 column = start.rotation.col(k);
    rotation_stays_.col(k) = turns() ? Vec3(axis * axis.dot(column)) : column;
    rotation_sin_.col(k) = axis.cross(column);
  }
  rotation_cos_ = start.rotation - rotation_stays_;
  arm_stays_ = turns() ? Vec3(axis * axis.dot(arm)) : arm;
  arm_cos_ = arm - arm_stays_;
  arm_sin_ = axis.cross(arm);
}

Screw::State Screw::at(double t) const {
  const Vec3 center = center_ + t * velocity_;
  if (!turns()) return {rotation_stays_, center + arm_stays_, center};
  const double c = std::cos(speed_ * t), s = std::sin(speed_ * t);
  return {rotation_stays_ + c * rotation_cos_ + s * rotation_sin_, center + (arm_stays_ + c * arm_cos_ + s * arm_sin_), center};
}

}  // namespace graze
