#pragma once
/// How far a point is from a triangle, in rationals: by its edges and the foot on its plane.

#include <algorithm>
#include <cmath>

#include <oracle/rational.h>

namespace graze::distance {

using oracle::Rational;
using oracle::RationalTriangle;
using oracle::RationalVec3;
using oracle::operator-;

inline RationalVec3 plus(const RationalVec3& p, const Rational& s, const RationalVec3& e) {
  return {Rational(p[0] + s * e[0]), Rational(p[1] + s * e[1]), Rational(p[2] + s * e[2])};
}

inline Rational squared(const RationalVec3& v) { return dot(v, v); }

inline Rational point_segment(const RationalVec3& x, const RationalVec3& p, const RationalVec3& q) {
  const RationalVec3 e = q - p;
  const Rational length = squared(e);
  Rational s = length == 0 ? Rational(0) : Rational(dot(x - p, e) / length);
  if (s < 0) s = 0;
  if (s > 1) s = 1;
  return squared(x - plus(p, s, e));
}

/// The foot on the plane, if all three sub-triangles turn the same way around the normal.
inline Rational point_triangle(const RationalVec3& x, const RationalTriangle& t) {
  Rational best = point_segment(x, t[0], t[1]);
  best = std::min<Rational>(best, point_segment(x, t[1], t[2]));
  best = std::min<Rational>(best, point_segment(x, t[2], t[0]));
  const RationalVec3 n = cross(t[1] - t[0], t[2] - t[0]);
  if (is_zero(n)) return best;
  const Rational height = dot(x - t[0], n) / squared(n);
  const RationalVec3 foot = plus(x, -height, n);
  for (int i = 0; i < 3; ++i) {
    if (dot(cross(t[(i + 1) % 3] - t[i], foot - t[i]), n) < 0) return best;
  }
  return std::min<Rational>(best, height * height * squared(n));
}

/// |distance / sqrt(truth) - 1|, by squares in rational arithmetic.
inline double relative_error(double distance, const Rational& truth) {
  const Rational ratio = Rational(distance) * Rational(distance) / truth;
  return std::abs(Rational(ratio - 1).get_d()) / 2;
}

}  // namespace graze::distance
