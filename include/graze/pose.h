#pragma once
/// Where a body stands: a rotation followed by a translation.

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

}  // namespace graze
