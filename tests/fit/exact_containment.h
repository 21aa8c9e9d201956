#pragma once
/// Whether a bounding volume contains a point, in rational arithmetic on the stored numbers.

#include <array>

#include <gmpxx.h>

#include <graze/shapes.h>

namespace graze::oracle {

using Rational3 = std::array<mpq_class, 3>;

inline Rational3 rational(const Vec3& v) { return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}; }

inline Rational3 offset(const Vec3& from, const Vec3& to) {
  const Rational3 p = rational(from), q = rational(to);
  return {q[0] - p[0], q[1] - p[1], q[2] - p[2]};
}

inline mpq_class product(const Rational3& a, const Rational3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

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

/// A corner of a box relative to another one's centre: bit i of `signs` says to which side along axis i.
inline Rational3 corner(const Obb& box, unsigned signs, const Vec3& from) {
  Rational3 p = offset(from, box.center);
  for (std::size_t i = 0; i < 3; ++i) {
    const Rational3 axis = rational(box.axes[i]);
    const mpq_class reach = mpq_class(box.half_extents[static_cast<Eigen::Index>(i)]) * ((signs >> i & 1U) != 0 ? 1 : -1);
    for (std::size_t k = 0; k < 3; ++k) p[k] += reach * axis[k];
  }
  return p;
}

inline bool contains(const Obb& box, const Vec3& point) { return contains(box, offset(box.center, point)); }

/// The same for readers who take the axes for orthonormal: scalar products with them instead of coordinates.
inline bool contains_by_products(const Obb& box, const Vec3& point) {
  const Rational3 d = offset(box.center, point);
  for (std::size_t i = 0; i < 3; ++i)
    if (abs(product(rational(box.axes[i]), d)) > mpq_class(box.half_extents[static_cast<Eigen::Index>(i)])) return false;
  return true;
}

inline bool contains(const Sphere& ball, const Vec3& point) {
  const Rational3 d = offset(ball.center, point);
  return product(d, d) <= mpq_class(ball.radius) * mpq_class(ball.radius);
}

inline bool contains(const Circle& disc, const Vec2& point) {
  const mpq_class x = mpq_class(point.x()) - mpq_class(disc.center.x()), y = mpq_class(point.y()) - mpq_class(disc.center.y());
  return x * x + y * y <= mpq_class(disc.radius) * mpq_class(disc.radius);
}

inline bool contains(const Obb2& box, const Vec2& point) {
  const mpq_class dx = mpq_class(point.x()) - mpq_class(box.center.x()), dy = mpq_class(point.y()) - mpq_class(box.center.y());
  const mpq_class ax(box.axes[0].x()), ay(box.axes[0].y()), bx(box.axes[1].x()), by(box.axes[1].y());
  const mpq_class whole = abs(ax * by - ay * bx);
  return abs(dx * by - dy * bx) <= mpq_class(box.half_extents.x()) * whole &&
         abs(ax * dy - ay * dx) <= mpq_class(box.half_extents.y()) * whole;
}

}  // namespace graze::oracle
