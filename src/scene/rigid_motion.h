#pragma once
/// Where loads lead a rigid body in a time, as one motion of constant velocities.

#include <graze/error.h>
#include <graze/simulate.h>

namespace graze::scenes {

/// A body on its way. The motion leads from where it was to where the integrator wants it; its velocities change linearly.
struct RigidMotion {
  RigidBody start;
  Motion motion;
  double duration = 0;
  Vec3 momentum_gain = Vec3::Zero();  ///< over the duration
  Vec3 spin = Vec3::Zero();           ///< angular momentum about the centre of mass, at the start
  Vec3 spin_gain = Vec3::Zero();

  [[nodiscard]] RigidBody at(double t) const;
};

/// Of a body that does not move whatever acts on it.
[[nodiscard]] RigidMotion held_motion(const RigidBody& body);

/// ErrorCode::not_finite where loads are, or lead beyond numbers.
[[nodiscard]] Result<RigidMotion> integrated(const RigidBody& body, Integrator method, double time, double duration,
                                             const Simulation::Loads& loads);

}  // namespace graze::scenes
