#pragma once
/// Whether a box contains a point, in rational arithmetic on the stored numbers.

#include <array>

#include <gmpxx.h>

#include <graze/shapes/shapes.h>

namespace graze::oracle {

using Rational3 = std::array<mpq_class, 3>;

inline Rational3 rational(const Vec3& v) { return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}; }

inline mpq_class determinant(const Rational3& a, const Rational3& b, const Rational3& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0]) + a[2] * (b[0] * c[1] - b[1] * c[0]);
}

/// Solves sum x_i axes[i] = d, d from the centre to a point, by Cramer's rule and compares |x_i| with the half extents.
inline bool contains(const Obb& box, const Rational3& d) {
  const std::array<Rational3, 3> axes{rational(box.axes[0]), rational(box.axes[1]), rational(box.axes[2])};
  const mpq_class whole = abs(determinant(axes[0], axes[1], axes[2]));
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<Rational3, 3> replaced = axes;
    replaced[i] = d;
    const mpq_class part = abs(determinant(replaced[0], replaced[1], replaced[2]));
    if (part > mpq_class(box.half_extents[static_cast<Eigen::Index>(i)]) * whole) return false;
  }
  return true;
}

inline bool contains(const Obb& box, const Vec3& point) {
  const Rational3 center = rational(box.center), p = rational(point);
  return contains(box, Rational3{p[0] - center[0], p[1] - center[1], p[2] - center[2]});
}

}  // namespace graze::oracle
