#pragma once
/// Motions given by their velocities: dX/dt = V(t, X). What integrate.h makes paths of.

#include <functional>

#include <graze/export.h>
#include <graze/pose.h>

namespace graze {

/// The velocities of a rigid body, in world axes.
struct Twist {
  Vec3 linear = Vec3::Zero();   ///< of the origin of its pose, length per unit of time
  Vec3 angular = Vec3::Zero();  ///< radians per unit of time
};

/// The velocities at a time of a body in a pose. Free of side effects.
using TwistField = std::function<Twist(double t, const Pose& pose)>;

/// A body whose origin is carried along by a velocity field and that does not turn.
[[nodiscard]] GRAZE_API TwistField carried_by(std::function<Vec3(double t, const Vec3& x)> field);

enum class Integrator {
  euler,         ///< of first order: the velocities at the start of a step hold throughout
  runge_kutta4,  ///< the classical method, of fourth order
};

}  // namespace graze
