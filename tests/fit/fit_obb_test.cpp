/// Fitted boxes contain their input exactly, have good frames, and are about as small as they should be.

#include <cmath>
#include <numeric>
#include <random>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "fit/exact_containment.h"
#include "fit/fit_obb.h"
#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

using Engine = std::mt19937_64;

double uniform(Engine& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

Mat3 random_rotation(Engine& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().toRotationMatrix();
}

/// Points of a box of any proportions, flat and thin ones included, far from the origin or not.
std::vector<Vec3> random_points(Engine& random, std::size_t count) {
  const Mat3 rotation = random_rotation(random);
  Vec3 size;
  for (double& s : size) s = uniform(random, 0, 4) < 1 ? 0 : std::pow(10.0, uniform(random, -8, 1));
  const Vec3 center = std::pow(10.0, uniform(random, -3, 6)) * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 1);
  std::vector<Vec3> points(count);
  for (Vec3& p : points)
    p = center + rotation * size.cwiseProduct(Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)));
  return points;
}

void expect_good_frame(const Obb& box) {
  EXPECT_LT(orthonormality_defect(box.axes), 16 * tolerance::rounding);
  EXPECT_GT(box.axes[0].cross(box.axes[1]).dot(box.axes[2]), 0.5) << "left-handed";
  EXPECT_GE(box.half_extents.minCoeff(), 0);
}

void expect_contains(const Obb& box, std::span<const Vec3> points) {
  for (const Vec3& p : points) EXPECT_TRUE(oracle::contains(box, p)) << p.transpose();
}

double volume(const Obb& box) { return 8 * box.half_extents.prod(); }

TEST(FitObb, ContainsItsPointsInExactArithmetic) {
  for (unsigned seed = 0; seed < 1500; ++seed) {
    SCOPED_TRACE(seed);
    Engine random(seed);
    const std::vector<Vec3> points = random_points(random, 1 + seed % 20);
    const Obb box = fit_obb(points);
    expect_good_frame(box);
    expect_contains(box, points);
    if (HasFailure()) break;
  }
}

TEST(FitObb, ContainsPointsAtTheEndsOfTheRangeOfDouble) {
  for (const double scale : {1e-320, 1e-160, 1e-70, 1e70, 1e150, 1e300, 0x1p1022}) {
    SCOPED_TRACE(scale);
    for (unsigned seed = 0; seed < 50; ++seed) {
      Engine random(seed);
      std::vector<Vec3> points(2 + seed % 9);
      for (Vec3& p : points) p = scale * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
      if (seed % 3 == 0) points.push_back({1e-160, 1e-300, 1e-20});
      const Obb box = fit_obb(points);
      expect_good_frame(box);
      expect_contains(box, points);
    }
  }
}

TEST(FitObb, KeepsASinglePointASinglePoint) {
  const std::vector<Vec3> points{{1, 2, 3}, {1, 2, 3}};
  const Obb box = fit_obb(points);
  EXPECT_EQ(box.center, Vec3(1, 2, 3));
  EXPECT_LT(box.half_extents.maxCoeff(), 1e-300);
}

TEST(FitObb, KeepsCollinearPointsThinAndCoplanarPointsFlat) {
  Engine random(7);
  const Vec3 along = Vec3(1, 2, -3).normalized(), across = any_perpendicular(along);
  std::vector<Vec3> line, plane;
  for (int i = 0; i < 30; ++i) {
    line.push_back(uniform(random, -1, 1) * along);
    plane.push_back(uniform(random, -1, 1) * along + uniform(random, -1, 1) * across);
  }
  Vec3 of_line = fit_obb(line).half_extents, of_plane = fit_obb(plane).half_extents;
  std::sort(of_line.begin(), of_line.end());
  std::sort(of_plane.begin(), of_plane.end());
  EXPECT_LT(of_line[1], 1e-12);
  EXPECT_LT(of_plane[0], 1e-12);
  EXPECT_GT(of_plane[1], 0.5);
}

TEST(FitObb, FindsATurnedBoxFromItsCorners) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Engine random(seed);
    const Mat3 rotation = random_rotation(random);
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k) corners.push_back(rotation * Vec3(k & 1 ? 5 : -5, k & 2 ? 2 : -2, k & 4 ? 1 : -1));
    EXPECT_LT(volume(fit_obb(corners)), 80 * 1.0000001) << "seed " << seed;
  }
}

TEST(FitObb, LaysTheLeastRectangleOnATriangle) {
  for (unsigned seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    Engine random(seed);
    const std::vector<Vec3> p = random_points(random, 3);
    const Triangle triangle{{p[0], p[1], p[2]}};
    const Obb box = fit_obb(triangle);
    expect_good_frame(box);
    expect_contains(box, p);
    const double area = 0.5 * (p[1] - p[0]).cross(p[2] - p[0]).norm();
    const double size = (p[1] - p[0]).norm() + (p[2] - p[0]).norm();
    const double room = 1e-12 * size + 4 * tolerance::rounding * p[0].lpNorm<1>();  // the centre is a rounded point
    EXPECT_NEAR(4 * box.half_extents[0] * box.half_extents[1], 2 * area, 4 * room * size);
    EXPECT_LT(box.half_extents[2], room);
  }
}

TEST(FitObb, TakesZeroAreaTriangles) {
  const Vec3 p(1, 2, 3), q(4, 5, 7);
  for (const Triangle& t : {Triangle{{p, p, p}}, Triangle{{p, q, p}}, Triangle{{p, q, Vec3(0.5 * (p + q))}}}) {
    expect_good_frame(fit_obb(t));
    expect_contains(fit_obb(t), t.v);
  }
}

TEST(FitObb, ContainsTheTrianglesOfAMesh) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    Engine random(seed);
    TriangleMesh mesh;
    mesh.vertices = random_points(random, 3 + seed % 30);
    const auto pick = [&] { return static_cast<std::uint32_t>(random() % mesh.vertices.size()); };
    for (unsigned i = 0; i < 1 + seed % 25; ++i) mesh.triangles.push_back({pick(), pick(), pick()});
    std::vector<std::uint32_t> all(mesh.triangles.size());
    std::iota(all.begin(), all.end(), 0U);
    std::vector<Vec3> corners;
    for (const std::uint32_t t : all) {
      for (const Vec3& v : mesh.triangle(t).v) corners.push_back(v);
    }
    const Obb box = fit_obb(mesh, all, corners);
    expect_good_frame(box);
    expect_contains(box, corners);
    if (HasFailure()) break;
  }
}

}  // namespace
}  // namespace graze
