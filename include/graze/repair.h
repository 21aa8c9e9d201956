#pragma once
/// Rotations that rounding or integration drove away from being rotations, replaced by the nearest ones that are, on request only.

#include <graze/error.h>
#include <graze/export.h>
#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze {

/// A matrix is refused if an entry of the nearest rotation differs by more: it scales, shears or mirrors on purpose. No unit.
/// Numbers written with two digits are off by 0.005.
inline constexpr double max_repair = 0.1;

/// What was repaired. `deviation` is how far the entry that moved most has moved; 0 where nothing had to be done.
struct RepairedRotation {
  Mat3 rotation = Mat3::Identity();
  double deviation = 0;
};
struct RepairedPose {
  Pose pose;
  double deviation = 0;
};
struct RepairedFrame {
  Frame axes{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  double deviation = 0;
};

/// The rotation nearest to the matrix in the Frobenius norm, orthonormal to roundings. Matrices that are so already stay as they
/// are, bit for bit. ErrorCode::bad_pose for those with a determinant <= 0 and those off by more than `max_repair`.
[[nodiscard]] GRAZE_API Result<RepairedRotation> repaired_rotation(const Mat3& matrix);

/// The pose with its rotation repaired.
[[nodiscard]] GRAZE_API Result<RepairedPose> repaired_pose(const Pose& pose);

/// The same for the axes of a box or an ellipsoid, which may be left-handed. ErrorCode::bad_shape.
[[nodiscard]] GRAZE_API Result<RepairedFrame> repaired_frame(const Frame& axes);

}  // namespace graze
