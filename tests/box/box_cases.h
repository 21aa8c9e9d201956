#pragma once
/// Random pairs of placed boxes, most of them close to touching, with the awkward ones over-represented.

#include <algorithm>
#include <random>

#include <Eigen/Geometry>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "simd/single_precision.h"

namespace graze::test {

using Engine = std::mt19937_64;

inline double uniform(Engine& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }
inline int below(Engine& random, int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); }

/// Bits below 2^-150 would not fit the integers of the oracle; they carry nothing at these sizes.
inline double without_dust(double x) { return std::ldexp(std::round(std::ldexp(x, 120)), -120); }
inline Vec3 without_dust(const Vec3& v) {
  return v.unaryExpr([](double x) { return without_dust(x); });
}

inline Vec3 random_vector(Engine& random, double size) {
  return without_dust({uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)});
}

inline Mat3 random_rotation(Engine& random) {
  std::normal_distribution<double> normal;
  Eigen::Quaterniond q(normal(random), normal(random), normal(random), normal(random));
  return q.normalized().toRotationMatrix();
}

inline Mat3 small_rotation(Engine& random) {
  const double angle = std::pow(10.0, uniform(random, -18, -2));
  return Eigen::AngleAxisd(angle, random_vector(random, 1).normalized()).toRotationMatrix();
}

/// Rotations as they come: exact, good, rounded to single precision, sheared as much as validation allows.
inline Mat3 as_stored(Engine& random, const Mat3& rotation) {
  Mat3 m = rotation;
  const int kind = below(random, 4);
  if (kind == 2) m = m.unaryExpr([](double x) { return simd::nearest_float(x); }).eval();
  if (kind == 3) m = m.unaryExpr([&](double x) { return x + uniform(random, -0x1p-21, 0x1p-21); });
  return m.unaryExpr([](double x) { return without_dust(x); });
}

inline Mat3 any_rotation(Engine& random) { return below(random, 4) == 0 ? Mat3(Mat3::Identity()) : random_rotation(random); }

inline Vec3 random_half_extents(Engine& random) {
  Vec3 h;
  for (double& x : h) x = below(random, 6) == 0 ? 0 : without_dust(std::pow(2.0, uniform(random, -12, 1)));
  return h;
}

struct BoxCase {
  Obb a, b;
  Pose pose_a, pose_b;
};

inline Obb box_with(const Mat3& axes, const Vec3& center, const Vec3& half_extents) {
  return {center, {axes.col(0), axes.col(1), axes.col(2)}, half_extents};
}

/// b's world orientation is a's turned by any angle or by next to none.
inline BoxCase random_case(Engine& random) {
  const double far = below(random, 4) == 0 ? 1000 : 1;
  const Mat3 turn_a = any_rotation(random), axes_a = any_rotation(random), turn_b = any_rotation(random);
  const Mat3 relative = below(random, 3) == 0 ? small_rotation(random) : any_rotation(random);
  const Mat3 axes_b = turn_b.transpose() * turn_a * axes_a * relative;
  BoxCase c;
  c.pose_a = {as_stored(random, turn_a), random_vector(random, far)};
  c.pose_b = {as_stored(random, turn_b), random_vector(random, far)};
  c.a = box_with(as_stored(random, axes_a), random_vector(random, far), random_half_extents(random));
  c.b = box_with(as_stored(random, axes_b), random_vector(random, far), random_half_extents(random));
  return c;
}

inline double size_of(const BoxCase& c) { return c.a.half_extents.sum() + c.b.half_extents.sum(); }

/// The offset, in the world, from a's centre to b's.
inline Vec3 center_offset(const BoxCase& c) { return c.pose_b.to_world(c.b.center) - c.pose_a.to_world(c.a.center); }

inline void put_b_at(BoxCase& c, const Vec3& offset) {
  c.pose_b.translation = without_dust(c.pose_b.translation + (offset - center_offset(c)));
}

/// A gap along some axis, in plain double: good enough to come close to touching, not more.
inline bool roughly_apart(const BoxCase& c) {
  Mat3 a, b;
  for (int i = 0; i < 3; ++i) {
    a.col(i) = c.pose_a.rotation * c.a.axes[static_cast<std::size_t>(i)];
    b.col(i) = c.pose_b.rotation * c.b.axes[static_cast<std::size_t>(i)];
  }
  const Vec3 d = center_offset(c);
  const auto gap = [&](const Vec3& axis) {
    const double reach_a = (a.transpose() * axis).cwiseAbs().dot(c.a.half_extents);
    const double reach_b = (b.transpose() * axis).cwiseAbs().dot(c.b.half_extents);
    return axis.norm() > 1e-6 && std::abs(d.dot(axis)) > reach_a + reach_b;
  };
  for (int i = 0; i < 3; ++i) {
    if (gap(a.col(i)) || gap(b.col(i))) return true;
    for (int j = 0; j < 3; ++j) {
      if (gap(a.col(i).cross(b.col(j)))) return true;
    }
  }
  return false;
}

/// How far along a direction b's centre must be from a's for the two to part, by bisection.
inline double parting_distance(BoxCase c, const Vec3& direction) {
  double near = 0, far = 2 * size_of(c);
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (near + far);
    put_b_at(c, middle * direction);
    (roughly_apart(c) ? far : near) = middle;
  }
  return far;
}

/// Directions a face or an edge product looks into make exact and grazing contacts likelier than random ones.
inline Vec3 random_direction(Engine& random, const BoxCase& c) {
  const Vec3 face = c.pose_a.rotation * c.a.axes[static_cast<std::size_t>(below(random, 3))];
  return below(random, 2) == 0 ? face : random_vector(random, 1).normalized();
}

}  // namespace graze::test
