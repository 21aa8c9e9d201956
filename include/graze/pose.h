#pragma once
/// Where a body stands, a rotation followed by a translation, and how it moves: constant velocity and constant angular velocity.

#include <optional>

#include <graze/vec.h>

namespace graze {

/// Maps body coordinates to world coordinates: x -> rotation * x + translation.
struct Pose {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();

  [[nodiscard]] Vec3 to_world(const Vec3& in_body) const { return rotation * in_body + translation; }
  [[nodiscard]] Vec3 to_body(const Vec3& in_world) const { return rotation.transpose() * (in_world - translation); }
  [[nodiscard]] bool is_identity() const { return rotation == Mat3::Identity() && translation == Vec3::Zero(); }
};

/// The pose `inner`, given in the frame of `outer`, expressed in the frame `outer` is given in.
[[nodiscard]] inline Pose operator*(const Pose& outer, const Pose& inner) {
  return {outer.rotation * inner.rotation, outer.to_world(inner.translation)};
}

[[nodiscard]] inline Pose inverse(const Pose& pose) {
  return {pose.rotation.transpose(), -(pose.rotation.transpose() * pose.translation)};
}

/// Pose of b expressed in a's frame.
[[nodiscard]] inline Pose relative_pose(const Pose& a, const Pose& b) { return inverse(a) * b; }

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
