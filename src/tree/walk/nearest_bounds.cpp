/// Lower bounds of distances between boxes and points, in double.

#include "tree/walk/nearest_bounds.h"

#include <algorithm>
#include <cmath>

#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze::tree {
namespace {

/// Bounds a few dozen roundings, relative to the terms. No unit. Nearest.BoundsInDoubleNeverExceedTheExactDistance
constexpr double bound_rounding = 64 * tolerance::rounding;

double shear_of(const Obb& box) { return 4 * orthonormality_defect(box.axes); }

Mat3 matrix_of(const Frame& axes) {
  Mat3 m;
  m << axes[0], axes[1], axes[2];
  return m;
}

Vec3 positive(const Vec3& v) { return v.cwiseMax(0.0); }

}  // namespace

Obb placed_outward(const Obb& box, const Pose& pose) {
  if (pose.is_identity()) return box;
  Obb placed;
  placed.center = pose.to_world(box.center);
  for (std::size_t i = 0; i < 3; ++i) placed.axes[i] = pose.rotation * box.axes[i];
  const Vec3 terms = pose.rotation.cwiseAbs() * box.center.cwiseAbs() + pose.translation.cwiseAbs();
  // A point's coordinates in stored axes that are off by an error e are off by 2 sqrt(3) e where a shear below a half stretches
  // them.
  const double error = 4 * (8 * tolerance::rounding * terms.sum() + 8 * tolerance::rounding * box.half_extents.sum());
  placed.half_extents = box.half_extents.array() + error;
  return placed;
}

double distance_bound(const Obb& box, const Vec3& point) {
  const Vec3 offset = point - box.center;
  const double shear = shear_of(box);
  const double size = box.half_extents.sum() + offset.lpNorm<1>() + bound_rounding * point.lpNorm<1>();
  const double margin = (shear + bound_rounding) * box.half_extents.sum() + bound_rounding * size;
  const Vec3 along = matrix_of(box.axes).transpose() * offset;
  return positive((along.cwiseAbs() - box.half_extents).array() - margin).stableNorm() * (1 - shear - bound_rounding);
}

double distance_bound(const Obb& a, const Obb& b) {
  const Mat3 axes_a = matrix_of(a.axes), axes_b = matrix_of(b.axes);
  const Vec3 offset = b.center - a.center;
  const double shear = shear_of(a) + shear_of(b);
  const double size = a.half_extents.sum() + b.half_extents.sum() + offset.lpNorm<1>();
  const double margin = shear * (a.half_extents.sum() + b.half_extents.sum()) + bound_rounding * size;
  const Mat3 rotation = axes_a.transpose() * axes_b;
  const Vec3 in_a = axes_a.transpose() * offset, in_b = axes_b.transpose() * offset;
  const Vec3 reach_a = a.half_extents + rotation.cwiseAbs() * b.half_extents;
  const Vec3 reach_b = b.half_extents + rotation.cwiseAbs().transpose() * a.half_extents;
  const double faces_a = positive((in_a.cwiseAbs() - reach_a).array() - margin).stableNorm();
  const double faces_b = positive((in_b.cwiseAbs() - reach_b).array() - margin).stableNorm();
  const Vec3 from_a = in_a - in_a.cwiseMin(a.half_extents).cwiseMax(-a.half_extents);
  const Vec3 on_b = (rotation.transpose() * from_a).cwiseMin(b.half_extents).cwiseMax(-b.half_extents);
  const Vec3 line = from_a - rotation * on_b;
  const double length = line.stableNorm();
  double gap = 0;
  if (length > 0) {
    const Vec3 unit = line / length;
    gap = unit.dot(in_a) - unit.cwiseAbs().dot(a.half_extents) - (rotation.transpose() * unit).cwiseAbs().dot(b.half_extents) -
          2 * margin;
  }
  return std::max({0.0, faces_a, faces_b, gap}) * (1 - shear - bound_rounding);
}

}  // namespace graze::tree
