/// Derives the margins of the box tests from the rounding errors of composing two poses.

#include "box/margin.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

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

/// Of three numbers each. Written out, here and below: g++ makes loops and calls of Eigen's expressions, five times as long.
double product(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

void cross(const double* a, const double* b, double (&normal)[3]) {
  normal[0] = a[1] * b[2] - a[2] * b[1];
  normal[1] = a[2] * b[0] - a[0] * b[2];
  normal[2] = a[0] * b[1] - a[1] * b[0];
}

Mat3 inverse_of(const Mat3& m) {
  const double *x = m.data(), *y = x + 3, *z = y + 3;
  double rows[3][3];
  cross(y, z, rows[0]);
  cross(z, x, rows[1]);
  cross(x, y, rows[2]);
  const double determinant = product(x, rows[0]);
  Mat3 inverse;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) inverse.data()[3 * k + i] = rows[i][k] / determinant;
  }
  return inverse;
}

/// m * v, for columns.
void turn(const Mat3& m, const double* v, double* turned) {
  const double* c = m.data();
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) turned[i] = c[i] * v[0] + c[3 + i] * v[1] + c[6 + i] * v[2];
}

/// As orthonormality_defect() of the columns.
double defect_of(const Mat3& m) {
  const double *x = m.data(), *y = x + 3, *z = y + 3;
  const double stretch = std::max({std::abs(product(x, x) - 1), std::abs(product(y, y) - 1), std::abs(product(z, z) - 1)});
  const double skew = std::max({std::abs(product(x, y)), std::abs(product(y, z)), std::abs(product(z, x))});
  return std::max(stretch, skew) + 4 * tolerance::rounding;
}

}  // namespace

RelativePose relative_pose_with_errors(const Pose& a, const Pose& b) {
  RelativePose pose;
  pose.to_a = inverse_of(a.rotation);
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j)
    turn(pose.to_a, b.rotation.data() + std::ptrdiff_t{3} * j, pose.rotation.data() + std::ptrdiff_t{3} * j);
  const Vec3 between = b.translation - a.translation;
  turn(pose.to_a, between.data(), pose.translation.data());
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
