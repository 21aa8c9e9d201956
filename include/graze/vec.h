#pragma once
/// The vectors and matrices of the public interface: Eigen's, always double.
/// Never write `auto` for an Eigen expression: it keeps references to temporaries.

#include <Eigen/Core>

namespace graze {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat2 = Eigen::Matrix2d;
using Mat3 = Eigen::Matrix3d;

}  // namespace graze
