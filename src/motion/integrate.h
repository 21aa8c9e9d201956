#pragma once
/// One step of an integrator for the pose of a rigid body.

#include <graze/error.h>
#include <graze/path.h>

namespace graze::query {

/// A pose after a step, and how far its rotation was from one before it was made one again.
struct Stepped {
  Pose pose;
  double residual = 0;  ///< largest entry of |F^T F - 1|
};

/// By the method, from time t to t + step. ErrorCode::not_finite where the field is not.
[[nodiscard]] Result<Stepped> stepped(const TwistField& field, Integrator method, double t, const Pose& pose, double step);

/// The angle between two rotations, radians.
[[nodiscard]] double angle_between(const Mat3& a, const Mat3& b);

}  // namespace graze::query
