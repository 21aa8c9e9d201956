/// Orthonormal frames by scaled cross products.

#include "geometry/orthonormal_frame.h"

#include <cmath>

#include <Eigen/Geometry>

namespace graze {
namespace {

/// Shorter products of unit vectors are rounding: the sine of the angle is known to 2^-52 only. No unit.
constexpr double shortest_product = 0x1p-40;

/// Scaling by the largest component first keeps squares of tiny and huge vectors from leaving the range of double.
std::optional<Vec3> unit(const Vec3& v) {
  const double scale = v.lpNorm<Eigen::Infinity>();
  if (!(scale > 0) || !std::isfinite(scale)) return std::nullopt;
  const Vec3 scaled = v / scale;
  const Vec3 direction = scaled / scaled.norm();
  if (!direction.allFinite()) return std::nullopt;
  return direction;
}

}  // namespace

Vec3 any_perpendicular(const Vec3& v) {
  Eigen::Index smallest = 0;
  v.cwiseAbs().minCoeff(&smallest);
  return v.cross(Vec3::Unit(smallest));
}

std::optional<Frame> orthonormal_frame(const Vec3& first, const Vec3& second) {
  const std::optional<Vec3> x = unit(first);
  if (!x) return std::nullopt;
  const std::optional<Vec3> towards = unit(second);
  Vec3 z = towards ? Vec3(x->cross(*towards)) : Vec3(Vec3::Zero());
  if (z.norm() < shortest_product) z = any_perpendicular(*x);
  z -= x->dot(z) * *x;  // a short product is not at a right angle yet
  z.normalize();
  z -= x->dot(z) * *x;
  z.normalize();
  const Vec3 y = z.cross(*x);
  return Frame{*x, y, z};
}

}  // namespace graze
