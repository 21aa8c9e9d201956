#pragma once
/// Maps of scene files: they may scale, shear and mirror, which a Pose may not.

#include <Eigen/Geometry>

#include <graze/vec.h>

namespace graze::io {

/// x -> linear * x + offset.
struct AffineMap {
  Mat3 linear = Mat3::Identity();
  Vec3 offset = Vec3::Zero();

  [[nodiscard]] Vec3 operator()(const Vec3& x) const { return linear * x + offset; }
  [[nodiscard]] AffineMap operator*(const AffineMap& inner) const { return {linear * inner.linear, (*this)(inner.offset)}; }

  /// Turns outsides into insides, so that triangles have to be turned too.
  [[nodiscard]] bool mirrors() const { return linear.col(0).cross(linear.col(1)).dot(linear.col(2)) < 0; }
};

}  // namespace graze::io
