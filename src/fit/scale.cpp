/// Scales points by a power of two, and boxes back without losing a point.

#include "fit/scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {
namespace {

/// Exponents up to which products of four lengths (moments of a surface) stay far from the ends of double's range.
constexpr int comfortable_exponent = 200;

/// Scaling huge points down may round them by half of the smallest double, times a few for turning into the box's axes.
constexpr double scaling_underflow = 8 * std::numeric_limits<double>::denorm_min();

double scaled(double x, int exponent) { return std::ldexp(x, exponent); }

}  // namespace

Vec3 PowerOfTwo::times(const Vec3& v) const { return {scaled(v.x(), exponent), scaled(v.y(), exponent), scaled(v.z(), exponent)}; }

Obb PowerOfTwo::undo(const Obb& scaled_box) const {
  const PowerOfTwo back{-exponent};
  Obb box = scaled_box;
  box.center = back.times(scaled_box.center);
  box.half_extents = back.times(scaled_box.half_extents.array() + scaling_underflow).array() + scaling_underflow;
  for (double& h : box.half_extents) h = std::nextafter(h, std::numeric_limits<double>::infinity());  // so little may get lost
  return box;
}

PowerOfTwo scale_to_unit(std::span<const Vec3> points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, p.lpNorm<Eigen::Infinity>());
  if (!(largest > 0)) return {};
  const int exponent = std::ilogb(largest);
  if (std::abs(exponent) <= comfortable_exponent) return {};
  return {-exponent - 2};
}

}  // namespace graze
