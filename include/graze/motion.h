#pragma once
/// How a body moves: constant linear velocity of a reference point and constant angular velocity about it.

#include <optional>

#include <graze/vec.h>

namespace graze {

/// A body point x0 at time 0 is at  c + t*velocity + exp(t*[angular_velocity]) * (x0 - c)  at time t.
/// The centre c moves with `velocity`: [Eberly00 §5] prints an ODE whose solution this is not; this is the closed form.
struct Motion {
  Vec3 velocity = Vec3::Zero();          ///< length per unit of time, world axes
  Vec3 angular_velocity = Vec3::Zero();  ///< radians per unit of time, world axes
  std::optional<Vec3> center{};          ///< at time 0, world frame; the origin of the body's pose when absent

  [[nodiscard]] bool rotates() const { return angular_velocity != Vec3::Zero(); }
  [[nodiscard]] bool moves() const { return velocity != Vec3::Zero() || rotates(); }
};

}  // namespace graze
