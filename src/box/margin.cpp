/// Derives the margins of the box tests from the rounding errors of composing two poses.

#include "box/margin.h"

#include <limits>

#include <Eigen/Geometry>

#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze::sat {
namespace {

/// Entrywise error of the adjugate divided by the determinant, for columns of length 1 + 2^-16 at most: the adjugate is off by
/// 2 u, the determinant by 3 u + sqrt(3) * 2 u, the quotient adds u.
constexpr double inverse_error = 12 * tolerance::rounding;
/// Entrywise error of a product of two such matrices beyond those of its factors: three products, two sums.
constexpr double product_error = 4 * tolerance::rounding;
/// Underflow loses at most half of the smallest double in each of the few dozen operations behind a projection.
constexpr double projection_underflow = 256 * std::numeric_limits<double>::denorm_min();

constexpr double sqrt3 = 1.75;  // from above

Mat3 inverse_of(const Mat3& m) {
  const Vec3 yz = m.col(1).cross(m.col(2));
  const Vec3 zx = m.col(2).cross(m.col(0));
  const Vec3 xy = m.col(0).cross(m.col(1));
  const double determinant = m.col(0).dot(yz);
  Mat3 inverse;
  inverse << yz.transpose() / determinant, zx.transpose() / determinant, xy.transpose() / determinant;
  return inverse;
}

double defect_of(const Mat3& m) { return orthonormality_defect({m.col(0), m.col(1), m.col(2)}); }

}  // namespace

RelativePose relative_pose_with_errors(const Pose& a, const Pose& b) {
  RelativePose pose;
  pose.to_a = inverse_of(a.rotation);
  pose.rotation = pose.to_a * b.rotation;
  const Vec3 between = b.translation - a.translation;
  pose.translation = pose.to_a * between;
  // The spectral norm of a symmetric 3x3 matrix is at most three times its largest entry; the fourth third is for second order.
  pose.shear = 4 * (defect_of(a.rotation) + defect_of(b.rotation));
  pose.rotation_error = sqrt3 * inverse_error + product_error;
  pose.translation_error = (inverse_error + product_error + 2 * tolerance::rounding) * between.lpNorm<1>() + projection_underflow;
  return pose;
}

RelativePose exact_relative_pose(const Pose& b_in_a) {
  RelativePose pose;
  pose.rotation = b_in_a.rotation;
  pose.translation = b_in_a.translation;
  pose.shear = 4 * defect_of(b_in_a.rotation);
  return pose;
}

PairMargin margin_of(const BoxBounds& a, const BoxBounds& b, const RelativePose& b_in_a) {
  const double shear = a.defect + b.defect + b_in_a.shear;
  const double rotation_error = 3 * b_in_a.rotation_error + 3 * product_error;
  const double coordinates = a.center_norm + b.center_norm + b_in_a.translation.lpNorm<1>();
  const double translation_error =
      2 * (b_in_a.rotation_error * b.center_norm + b_in_a.translation_error) + 16 * tolerance::rounding * coordinates;
  return {6 * shear + 3 * rotation_error + 8 * tolerance::rounding,
          2 * translation_error + 8 * tolerance::rounding * coordinates + projection_underflow};
}

double speed_margin_of(const Vec3& velocity) {
  if (velocity == Vec3::Zero()) return 0;
  constexpr double in_a = inverse_error + product_error;
  constexpr double in_box = sqrt3 * in_a + product_error;
  return (2 * in_box + 8 * tolerance::rounding) * velocity.lpNorm<1>() + projection_underflow;
}

}  // namespace graze::sat
