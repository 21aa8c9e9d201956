#pragma once
/// A motion of constant velocities, with what poses at many times need worked out once.

#include <graze/pose.h>

namespace graze {

/// With a the unit axis of turning, exp(t[w]) R = a aᵀ R + cos(|w| t) (R - a aᵀ R) + sin(|w| t) [a] R. (Rodrigues)
class Screw {
 public:
  Screw(const Pose& start, const Motion& motion);

  struct State {
    Mat3 rotation;
    Vec3 translation;
    Vec3 center;  ///< the point on the axis that the body turns about
  };
  [[nodiscard]] State at(double t) const;

  [[nodiscard]] const Vec3& velocity() const { return velocity_; }  ///< of the centre
  [[nodiscard]] const Vec3& turn() const { return turn_; }          ///< angular velocity, world axes
  [[nodiscard]] bool turns() const { return speed_ > 0; }

 private:
  Vec3 velocity_, turn_, center_;
  double speed_ = 0;  ///< radians per unit of time
  /// The parts of the rotation, and of the arm from the centre to the origin of the pose, that stay, go with the cosine and with
  /// the sine.
  Mat3 rotation_stays_, rotation_cos_, rotation_sin_;
  Vec3 arm_stays_, arm_cos_, arm_sin_;
};

}  // namespace graze
