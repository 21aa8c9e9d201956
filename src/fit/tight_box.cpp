/// Half extents in double-doubles, rounded up once.

#include "fit/tight_box.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>

#include "fit/enclose.h"
#include "numbers/double_double.h"

namespace graze {
namespace {

using Wide3 = std::array<DoubleDouble, 3>;

/// Of a scalar product with a row of an inverse, relative to the sizes of what was added: a dozen operations. No unit.
/// FitMethods.ContainTheirInputInExactArithmetic
constexpr double row_error = 16 * DoubleDouble::unit;
/// Underflow loses at most half of the smallest double in each of about twenty operations.
constexpr double row_underflow = 32 * std::numeric_limits<double>::denorm_min();
/// Components of a unit vector below this mean nothing. No unit. FitMethods.TakeDegenerateSets
constexpr double trace = 0x1p-200;

Wide3 cross(const Vec3& a, const Vec3& b) {
  const auto component = [&](int j, int k) { return exact_product(a[j], b[k]) - exact_product(a[k], b[j]); };
  return {component(1, 2), component(2, 0), component(0, 1)};
}

DoubleDouble dot(const Wide3& a, const Wide3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

Wide3 widened(const Vec3& v) { return {DoubleDouble{v.x()}, DoubleDouble{v.y()}, DoubleDouble{v.z()}}; }

/// What takes the coordinate along axis i out of a vector, for axes that are orthonormal only up to rounding: a row of the inverse
/// of their matrix.
Wide3 inverse_row(const Frame& axes, std::size_t i) {
  Wide3 row = cross(axes[(i + 1) % 3], axes[(i + 2) % 3]);
  const DoubleDouble volume = dot(row, widened(axes[i]));
  for (DoubleDouble& r : row) r = r / volume;
  return row;
}

/// Where the row takes just that coordinate, or its negative.
std::optional<std::size_t> sole_coordinate(const Wide3& row) {
  for (std::size_t k = 0; k < 3; ++k)
    if (std::abs(row[k].hi) == 1 && row[(k + 1) % 3].hi == 0 && row[(k + 2) % 3].hi == 0 && row[k].lo == 0) return k;
  return std::nullopt;
}

double rounded_up(const DoubleDouble& x) { return x.lo > 0 ? std::nextafter(x.hi, std::numeric_limits<double>::infinity()) : x.hi; }

/// At least the absolute value of the scalar product with a row of about unit length, rounded up once.
double magnitude(const Wide3& row, const Wide3& offset) {
  if (const std::optional<std::size_t> k = sole_coordinate(row)) return rounded_up(abs(offset[*k]));
  double error = 0;
  DoubleDouble x;
  for (std::size_t k = 0; k < 3; ++k) {
    if (row[k].hi == 0 || offset[k].hi == 0) continue;  // exact zeros: a product adds neither value nor error
    x = x + row[k] * offset[k];
    error += row_error * std::abs(offset[k].hi) + row_underflow;
  }
  return rounded_up(abs(x) + DoubleDouble{error});
}

/// Without components whose products underflow; the axes stay orthonormal as far as they were.
Frame without_traces(Frame axes) {
  for (Vec3& axis : axes)
    for (double& x : axis)
      if (std::abs(x) < trace) x = 0;
  return axes;
}

Vec3 middle_of(const Frame& axes, std::span<const Vec3> points) {
  const Extent extent = extent_along(axes, points);
  const Vec3 middle = 0.5 * (extent.lo + extent.hi);
  return extent.reference + (middle.x() * axes[0] + middle.y() * axes[1] + middle.z() * axes[2]);
}

}  // namespace

Obb tightest_box(const Frame& given, std::span<const Vec3> points) {
  return tightest_box(given, middle_of(without_traces(given), points), points);
}

Obb tightest_box(const Frame& given, const Vec3& center, std::span<const Vec3> points) {
  const Frame axes = without_traces(given);
  Obb box{center, axes, Vec3::Zero()};
  std::array<std::array<Wide3, 2>, 3> rows;
  for (std::size_t i = 0; i < 3; ++i) rows[i] = {inverse_row(axes, i), widened(axes[i])};
  for (const Vec3& p : points) {
    Wide3 offset;
    for (std::size_t k = 0; k < 3; ++k)
      offset[k] = exact_sum(p[static_cast<Eigen::Index>(k)], -box.center[static_cast<Eigen::Index>(k)]);
    for (std::size_t i = 0; i < 3; ++i) {
      double& h = box.half_extents[static_cast<Eigen::Index>(i)];
      for (const Wide3& row : rows[i]) h = std::max(h, magnitude(row, offset));
    }
  }
  return box;
}

}  // namespace graze
