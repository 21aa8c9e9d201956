#pragma once
/// Poses as Bullet has them.

#include <LinearMath/btTransform.h>

#include <graze/pose.h>

namespace graze::bench {

inline btVector3 bullet_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

inline btTransform bullet_transform(const Pose& pose) {
  const Mat3& r = pose.rotation;
  return btTransform(btMatrix3x3(r(0, 0), r(0, 1), r(0, 2), r(1, 0), r(1, 1), r(1, 2), r(2, 0), r(2, 1), r(2, 2)),
                     bullet_vector(pose.translation));
}

}  // namespace graze::bench
