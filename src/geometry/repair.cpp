/// The orthogonal polar factor of a matrix by Newton's iteration. [Higham86]

#include <graze/validate.h>
#include <Eigen/Geometry>

#include <cmath>

#include <fmt/format.h>

namespace graze {
namespace {

/// Rows and columns that are orthonormal up to this need no repair: what the iteration itself reaches is 4 units of 2^-52. No unit.
constexpr double orthonormal_to_roundings = 0x1p-49;
/// Near an orthogonal matrix the error is squared in each step; a matrix off by `max_repair` takes six.
constexpr int most_steps = 20;

double determinant(const Mat3& m) { return m.col(0).cross(m.col(1)).dot(m.col(2)); }

/// The transposed inverse, by cofactors.
Mat3 inverse_transposed(const Mat3& m) {
  Mat3 result;
  result.col(0) = m.col(1).cross(m.col(2));
  result.col(1) = m.col(2).cross(m.col(0));
  result.col(2) = m.col(0).cross(m.col(1));
  return result / determinant(m);
}

bool is_orthonormal(const Mat3& m) {
  const double columns = (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff();
  const double rows = (m * m.transpose() - Mat3::Identity()).cwiseAbs().maxCoeff();
  return std::max(columns, rows) <= orthonormal_to_roundings;
}

/// X <- (X + X^-T) / 2 leaves the directions of the singular values alone and drives the values to 1.
Mat3 nearest_orthogonal(Mat3 m) {
  for (int i = 0; i < most_steps && !is_orthonormal(m); ++i) m = (m + inverse_transposed(m)) / 2;
  return m;
}

struct Repaired {
  Mat3 matrix;
  double deviation;
};

/// `name` and `code` are of the errors.
Result<Repaired> repaired(const Mat3& matrix, const char* name, ErrorCode code) {
  if (!matrix.allFinite()) return fail(ErrorCode::not_finite, fmt::format("{}: not finite", name));
  // No entry of a rotation is beyond 1. Larger ones could also overflow below.
  const bool is_small = matrix.cwiseAbs().maxCoeff() <= 1 + max_repair;
  const Mat3 nearest = is_small ? nearest_orthogonal(matrix) : matrix;
  const double deviation = (nearest - matrix).cwiseAbs().maxCoeff();
  const bool is_near = is_small && nearest.allFinite() && is_orthonormal(nearest) && deviation <= max_repair;
  if (!is_near)
    return fail(code, fmt::format("{}: too far from orthonormal to be repaired (more than {} in an entry)", name, max_repair));
  return Repaired{nearest, deviation};
}

}  // namespace

Result<RepairedRotation> repaired_rotation(const Mat3& matrix) {
  if (matrix.allFinite() && !(determinant(matrix) > 0))
    return fail(ErrorCode::bad_pose, "R: not a rotation, and none is near (determinant <= 0)");
  return repaired(matrix, "R", ErrorCode::bad_pose).map([](const Repaired& r) { return RepairedRotation{r.matrix, r.deviation}; });
}

Result<RepairedPose> repaired_pose(const Pose& pose) {
  return repaired_rotation(pose.rotation).map([&](const RepairedRotation& r) {
    return RepairedPose{{r.rotation, pose.translation}, r.deviation};
  });
}

Result<RepairedFrame> repaired_frame(const Frame& axes) {
  Mat3 matrix;
  for (int i = 0; i < 3; ++i) matrix.row(i) = axes[static_cast<std::size_t>(i)];
  return repaired(matrix, "axes", ErrorCode::bad_shape).map([](const Repaired& r) {
    return RepairedFrame{{Vec3(r.matrix.row(0)), Vec3(r.matrix.row(1)), Vec3(r.matrix.row(2))}, r.deviation};
  });
}

}  // namespace graze
