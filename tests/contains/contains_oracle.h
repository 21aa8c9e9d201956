#pragma once
/// Whether a rational point lies in a shape, straight from the definitions, and curved shapes made at random. Nothing here uses the
/// library's predicates.

#include <variant>

#include <oracle/rational.h>

#include "polytope/random_convex.h"

namespace graze::testing {

using oracle::Rational;
using oracle::RationalVec3;

inline RationalVec3 operator+(const RationalVec3& a, const RationalVec3& b) {
  return {Rational(a[0] + b[0]), Rational(a[1] + b[1]), Rational(a[2] + b[2])};
}
inline RationalVec3 operator*(const Rational& s, const RationalVec3& a) {
  return {Rational(s * a[0]), Rational(s * a[1]), Rational(s * a[2])};
}
inline Rational squared(const RationalVec3& a) { return oracle::dot(a, a); }
inline RationalVec3 posed_way(const Vec3& v, const Pose& pose) { return oracle::posed(v, {pose.rotation, Vec3::Zero()}); }

/// Definitions of the curved shapes, word for word.
struct Holds {
  const Pose& pose;
  const RationalVec3& x;

  bool operator()(const Sphere& s) const { return squared(x - oracle::posed(s.center, pose)) <= Rational(s.radius) * s.radius; }
  bool operator()(const Capsule& s) const {
    const RationalVec3 start = oracle::posed(s.v[0], pose);
    const RationalVec3 way = oracle::posed(s.v[1], pose) - start;
    Rational along = oracle::is_zero(way) ? Rational(0) : Rational(oracle::dot(x - start, way) / squared(way));
    if (along < 0) along = 0;
    if (along > 1) along = 1;
    return squared(x - (start + along * way)) <= Rational(s.radius) * s.radius;
  }
  bool operator()(const Cylinder& s) const {
    return between(s.v[0], s.v[1], [&](const Rational&) { return Rational(s.radius); });
  }
  bool operator()(const Cone& s) const {
    return between(s.base, s.apex, [&](const Rational& along) { return Rational((1 - along) * s.radius); });
  }
  bool operator()(const Ellipsoid& s) const {
    const RationalVec3 a[3] = {posed_way(s.axes[0], pose), posed_way(s.axes[1], pose), posed_way(s.axes[2], pose)};
    const RationalVec3 way = x - oracle::posed(s.center, pose);
    const Rational determinant = oracle::dot(a[0], oracle::cross(a[1], a[2]));
    Rational sum = 0;
    for (int i = 0; i < 3; ++i) {
      const Rational y = oracle::dot(way, oracle::cross(a[(i + 1) % 3], a[(i + 2) % 3])) / determinant;
      if (s.half_extents[i] == 0 && y != 0) return false;
      if (s.half_extents[i] != 0) sum += (y / s.half_extents[i]) * (y / s.half_extents[i]);
    }
    return sum <= 1;
  }
  template <class Other>
  bool operator()(const Other&) const {
    ADD_FAILURE() << "no oracle for this shape";
    return false;
  }

 private:
  template <class Radius>
  bool between(const Vec3& start, const Vec3& end, Radius radius) const {
    const RationalVec3 p = oracle::posed(start, pose);
    const RationalVec3 axis = oracle::posed(end, pose) - p;
    if (oracle::is_zero(axis)) return oracle::is_zero(x - p);
    const Rational along = oracle::dot(x - p, axis) / squared(axis);
    if (along < 0 || along > 1) return false;
    const Rational r = radius(along);
    return squared(x - (p + along * axis)) <= r * r;
  }
};

inline bool holds(const Shape& shape, const Pose& pose, const RationalVec3& x) { return std::visit(Holds{pose, x}, shape.value); }

struct CurvedBody {
  Shape shape;
  Pose pose;
};

/// Curved shapes with small whole numbers (degenerate ones among them) or with real ones.
inline CurvedBody random_curved(RandomConvex& random, bool on_grid) {
  const auto point = [&] { return on_grid ? random.grid_point(2) : random.real_point(2); };
  const auto size = [&] { return on_grid ? random.integer(0, 4) / 2.0 : random.real(0, 2); };
  CurvedBody body;
  if (random.chance(0.4)) body.pose = {on_grid ? random.grid_rotation() : random.any_rotation(), point()};
  switch (random.integer(0, 4)) {
    case 0: body.shape = {Sphere{point(), size()}}; break;
    case 1: body.shape = {Capsule{{point(), point()}, size()}}; break;
    case 2: body.shape = {Cylinder{{point(), point()}, size()}}; break;
    case 3: body.shape = {Cone{point(), point(), size()}}; break;
    default: {
      const Mat3 r = on_grid ? random.grid_rotation() : random.any_rotation();
      body.shape = {Ellipsoid{point(), {r.col(0), r.col(1), r.col(2)}, Vec3(size(), size(), size())}};
    }
  }
  return body;
}

}  // namespace graze::testing
