#pragma once
/// Convex shapes made at random, many of them degenerate or touching, with their corners in rational numbers.

#include <random>

#include <oracle/linear_program.h>
#include <Eigen/Geometry>

#include <graze/generate.h>

#include "polytope/convex.h"

namespace graze::testing {

/// A shape in a pose together with the corners it has in real arithmetic, worked out without the library.
struct RandomBody {
  Shape shape;
  Pose pose;
  oracle::RationalPoints corners;
};

class RandomConvex {
 public:
  explicit RandomConvex(std::uint64_t seed) : engine_(seed) {}

  int integer(int low, int high) { return std::uniform_int_distribution<int>(low, high)(engine_); }
  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  bool chance(double p) { return real(0, 1) < p; }

  /// On a small grid touching and coplanar pairs are common; with real coordinates nothing is special.
  Vec3 grid_point(int reach) {
    return {double(integer(-reach, reach)), double(integer(-reach, reach)), double(integer(-reach, reach))};
  }
  Vec3 real_point(double reach) { return {real(-reach, reach), real(-reach, reach), real(-reach, reach)}; }

  /// A rotation that keeps the grid: a signed permutation with determinant 1.
  Mat3 grid_rotation() {
    Mat3 r = Mat3::Identity();
    const int turn = integer(0, 2);
    Mat3 cycle;
    cycle << 0, 0, 1, 1, 0, 0, 0, 1, 0;
    for (int i = 0; i < turn; ++i) r = cycle * r;
    const int quarter = integer(0, 3);
    Mat3 about_z;
    about_z << 0, -1, 0, 1, 0, 0, 0, 0, 1;
    for (int i = 0; i < quarter; ++i) r = about_z * r;
    return r;
  }

  Mat3 any_rotation() {
    const Eigen::Vector4d q(real(-1, 1), real(-1, 1), real(-1, 1), real(-1, 1));
    return Eigen::Quaterniond(q.normalized()).toRotationMatrix();
  }

  RandomBody body(bool on_grid, int kind) {
    const int reach = chance(0.7) ? 1 : 2;
    const auto point = [&] { return on_grid ? grid_point(reach) : real_point(reach); };
    Pose pose;
    if (chance(0.3)) pose = {on_grid ? grid_rotation() : any_rotation(), on_grid ? grid_point(1) : real_point(1)};
    switch (kind) {
      case 0: return made(Point{point()}, pose);
      case 1: return made(Segment{{point(), point()}}, pose);
      case 2: return made(Triangle{{point(), point(), point()}}, pose);
      case 3:
        if (chance(0.1)) return made(hull(on_grid), pose);  // rare, because the oracle's work grows fast with the corners
        return made(Tetrahedron{{point(), point(), point(), point()}}, pose);
      case 4: {
        const Vec3 p = point();
        const Vec3 q = point();
        return made(Aabb{p.cwiseMin(q), p.cwiseMax(q)}, pose);
      }
      case 5: return made(box(on_grid, point()), pose);
      default: return made(parallelogram(point(), point(), point()), pose);
    }
  }
  static constexpr int kinds = 7;

  /// In real arithmetic, in the frame of the shape.
  static oracle::RationalPoints corners(const Point& s) { return {oracle::exact(s.p)}; }
  static oracle::RationalPoints corners(const Segment& s) { return oracle::exact_points(s.v); }
  static oracle::RationalPoints corners(const Triangle& s) { return oracle::exact_points(s.v); }
  static oracle::RationalPoints corners(const Tetrahedron& s) { return oracle::exact_points(s.v); }
  static oracle::RationalPoints corners(const ConvexPolygon& s) { return oracle::exact_points(s.vertices); }
  static oracle::RationalPoints corners(const ConvexPolyhedron& s) { return oracle::exact_points(s.vertices); }
  static oracle::RationalPoints corners(const Aabb& s) {
    oracle::RationalPoints out;
    for (const double x : {s.min.x(), s.max.x()}) {
      for (const double y : {s.min.y(), s.max.y()}) {
        for (const double z : {s.min.z(), s.max.z()}) out.push_back(oracle::exact(Vec3(x, y, z)));
      }
    }
    return out;
  }
  static oracle::RationalPoints corners(const Obb& s) {
    oracle::RationalPoints out;
    for (int k = 0; k < 8; ++k) {
      oracle::RationalVec3 corner = oracle::exact(s.center);
      for (int i = 0; i < 3; ++i) {
        for (int c = 0; c < 3; ++c)
          corner[c] += oracle::Rational((k >> i & 1) != 0 ? 1 : -1) * s.half_extents[i] * oracle::Rational(s.axes[i][c]);
      }
      out.push_back(corner);
    }
    return out;
  }

 private:
  Obb box(bool on_grid, const Vec3& center) {
    const Mat3 r = on_grid ? grid_rotation() : any_rotation();
    const Vec3 h =
        on_grid ? Vec3(integer(0, 3) / 2.0, integer(0, 3) / 2.0, integer(0, 3) / 2.0) : Vec3(real(0, 1), real(0, 1), real(0, 1));
    return {center, {r.col(0), r.col(1), r.col(2)}, h};
  }

  /// Off the grid its corners are planar only up to rounding.
  ConvexPolygon parallelogram(const Vec3& o, const Vec3& u, const Vec3& v) { return {{o, o + u, o + u + v, o + v}}; }

  /// Of enough points that pairs of edges are refused unseen; on the grid with faces of many corners.
  ConvexPolyhedron hull(bool on_grid) {
    std::vector<Vec3> points;
    for (int i = integer(4, 14); i > 0; --i) points.push_back(on_grid ? grid_point(2) : real_point(2));
    return *convex_hull(points);
  }

  template <class S>
  RandomBody made(const S& shape, const Pose& pose) {
    RandomBody body{Shape{shape}, pose, {}};
    for (const auto& local : corners(shape)) body.corners.push_back(placed(local, pose));
    return body;
  }

  static oracle::RationalVec3 placed(const oracle::RationalVec3& x, const Pose& pose) {
    oracle::RationalVec3 world;
    for (int i = 0; i < 3; ++i) {
      world[i] = oracle::dot(oracle::exact(pose.rotation.row(i).transpose()), x) + oracle::Rational(pose.translation[i]);
    }
    return world;
  }

  std::mt19937_64 engine_;
};

}  // namespace graze::testing
