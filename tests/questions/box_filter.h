#pragma once
/// Boxes around triangles in plain doubles: what lets brute force over rationals skip pairs that are far from each other.

#include <array>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::testing {

/// More than rounding of coordinates below a few thousand can be.
inline constexpr double filter_slack = 1e-6;

/// Whether the triangles are certainly farther apart than the limit.
inline bool are_far(const Triangle& a, const Pose& pose_a, const Triangle& b, const Pose& pose_b, double limit = 0) {
  const auto range = [](const Triangle& t, const Pose& pose) {
    const Vec3 x = pose.to_world(t.v[0]), y = pose.to_world(t.v[1]), z = pose.to_world(t.v[2]);
    return std::array<Vec3, 2>{x.cwiseMin(y).cwiseMin(z), x.cwiseMax(y).cwiseMax(z)};
  };
  const auto of_a = range(a, pose_a), of_b = range(b, pose_b);
  const Vec3 gap = (of_a[0] - of_b[1]).cwiseMax(of_b[0] - of_a[1]).cwiseMax(0.0);
  return gap.norm() > limit + filter_slack;
}

}  // namespace graze::testing
