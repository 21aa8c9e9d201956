#include "accuracy_truth.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <oracle/linear_program.h>
#include <Eigen/Geometry>

namespace graze::bench {
namespace {

using RealVec3 = Eigen::Matrix<Real, 3, 1>;
using RealMat3 = Eigen::Matrix<Real, 3, 3>;

RealVec3 in_frame_of(const Pose& pose, const RealVec3& world) {
  return pose.rotation.cast<Real>().transpose() * (world - pose.translation.cast<Real>());
}

/// Of a point of the half-plane (radius, z) from the segment between two others.
Real from_segment(Real r, Real z, Real r0, Real z0, Real r1, Real z1) {
  const Real dr = r1 - r0, dz = z1 - z0;
  const Real t = std::clamp<Real>(((r - r0) * dr + (z - z0) * dz) / (dr * dr + dz * dz), 0, 1);
  return std::hypot(r - r0 - t * dr, z - z0 - t * dz);
}

Real from_cone(Real r, Real z, Real radius, Real half) {
  const bool below_side = r * 2 * half + (z - half) * radius <= 0;
  if (z >= -half && below_side) return 0;
  return std::min(from_segment(r, z, 0, -half, radius, -half), from_segment(r, z, radius, -half, 0, half));
}

Real from_shape(const RealVec3& p, const HardShape& shape) {
  const RealVec3 half = shape.half.cast<Real>();
  const Real radius = half.x(), r = std::hypot(p.x(), p.y()), beyond = std::max<Real>(0, std::abs(p.z()) - half.z());
  switch (shape.kind) {
    case HardShape::Kind::box: return (p.cwiseAbs() - half).cwiseMax(Real(0)).norm();
    case HardShape::Kind::ball: return std::max<Real>(0, p.norm() - radius);
    case HardShape::Kind::capsule: return std::max<Real>(0, std::hypot(r, beyond) - radius);
    case HardShape::Kind::cylinder: return std::hypot(std::max<Real>(0, r - radius), beyond);
    case HardShape::Kind::cone: return from_cone(r, p.z(), radius, half.z());
    case HardShape::Kind::mesh: break;
  }
  return std::numeric_limits<Real>::quiet_NaN();
}

oracle::RationalPoints corners(const HardShape& shape, const Pose& pose) {
  oracle::RationalPoints points;
  if (shape.kind == HardShape::Kind::mesh) {
    for (const Vec3& v : shape.mesh.vertices) points.push_back(oracle::posed(v, pose));
    return points;
  }
  for (unsigned k = 0; k < 8; ++k) {
    const Vec3 sign((k & 1U) != 0 ? 1 : -1, (k & 2U) != 0 ? 1 : -1, (k & 4U) != 0 ? 1 : -1);
    points.push_back(oracle::posed(sign.cwiseProduct(shape.half), pose));
  }
  return points;
}

/// Where o + t d is in [-half, half].
void clip(Chord& chord, Real o, Real d, Real half) {
  Real first = 0, last = 1;
  if (d == 0) {
    if (std::abs(o) > half) last = -1;
  } else {
    first = (-half - o) / d, last = (half - o) / d;
    if (first > last) std::swap(first, last);
  }
  const Real end = std::min(chord.enters + chord.length, last);
  chord.enters = std::max(chord.enters, first);
  chord.length = end - chord.enters;
}

/// Where it is within a radius of the z axis.
void clip_round(Chord& chord, const RealVec3& o, const RealVec3& d, Real radius) {
  const Real a = d.head<2>().squaredNorm(), b = o.head<2>().dot(d.head<2>()), c = o.head<2>().squaredNorm() - radius * radius;
  const Real under = b * b - a * c;
  if (under < 0) return static_cast<void>(chord.length = -1);
  const Real root = std::sqrt(under), end = std::min(chord.enters + chord.length, (-b + root) / a);
  chord.enters = std::max(chord.enters, (-b - root) / a);
  chord.length = end - chord.enters;
}

}  // namespace

Real distance_of_point(const Vec3& world, const HardShape& shape, const Pose& pose) {
  return from_shape(in_frame_of(pose, world.cast<Real>()), shape);
}

Real distance_of_segment(const Vec3& from, const Vec3& to, const HardShape& shape, const Pose& pose) {
  const RealVec3 start = in_frame_of(pose, from.cast<Real>()), way = in_frame_of(pose, to.cast<Real>()) - start;
  const auto at = [&](Real t) { return from_shape(start + t * way, shape); };
  Real lo = 0, hi = 1;
  while (hi - lo > 1e-18L && at(lo) + at(hi) > 0) {
    const Real left = lo + (hi - lo) / 3, right = hi - (hi - lo) / 3;
    if (left <= lo || right >= hi) break;
    (at(left) <= at(right) ? hi : lo) = at(left) <= at(right) ? right : left;
  }
  return std::min({at(lo), at((lo + hi) / 2), at(hi)});
}

Real depth_of_boxes(const HardCase& c) {
  const RealMat3 a = c.pose_a.rotation.cast<Real>(), b = c.pose_b.rotation.cast<Real>();
  const RealVec3 between = c.pose_b.translation.cast<Real>() - c.pose_a.translation.cast<Real>();
  const RealVec3 half_a = c.a.half.cast<Real>(), half_b = c.b.half.cast<Real>();
  Real least = std::numeric_limits<Real>::infinity();
  const auto try_axis = [&](const RealVec3& axis) {
    const Real length = axis.norm();
    if (length < 1e-12L) return;  // parallel edges: the faces beside them say the same
    const Real reach = half_a.dot((a.transpose() * axis).cwiseAbs()) + half_b.dot((b.transpose() * axis).cwiseAbs());
    least = std::min(least, (reach - std::abs(between.dot(axis))) / length);
  };
  for (int i = 0; i < 3; ++i) {
    try_axis(a.col(i)), try_axis(b.col(i));
    for (int j = 0; j < 3; ++j) try_axis(a.col(i).cross(b.col(j)));
  }
  return least;
}

std::optional<Chord> chord_in(const Vec3& from, const Vec3& to, const HardShape& shape, const Pose& pose) {
  const RealVec3 o = in_frame_of(pose, from.cast<Real>()), d = in_frame_of(pose, to.cast<Real>()) - o;
  const RealVec3 half = shape.half.cast<Real>();
  Chord chord{0, 1};
  clip(chord, o.z(), d.z(), half.z());
  if (shape.kind == HardShape::Kind::cylinder) {
    clip_round(chord, o, d, half.x());
  } else {
    clip(chord, o.x(), d.x(), half.x()), clip(chord, o.y(), d.y(), half.y());
  }
  return chord.length >= 0 ? std::optional(chord) : std::nullopt;
}

bool meet_exactly(const HardCase& c) { return oracle::meet(corners(c.a, c.pose_a), corners(c.b, c.pose_b)); }

bool hit_exactly(const HardCase& c) {
  return oracle::contact(corners(c.a, c.pose_a), corners(c.b, c.pose_b), oracle::exact(c.velocity), mpq_class(1)).has_value();
}

}  // namespace graze::bench
