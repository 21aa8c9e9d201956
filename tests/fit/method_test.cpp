/// What all ways to fit have in common, and what tells them apart.

#include <algorithm>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/fit.h>

#include "fit/exact_containment.h"
#include "fit/random_points.h"
#include "geometry/frame.h"
#include "numbers/tolerance.h"
#include "oracle/effort.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;

struct ExpectGood {
  const Points& points;

  void operator()(const Obb& box) const {
    EXPECT_LT(orthonormality_defect(box.axes), 16 * tolerance::rounding);
    EXPECT_GT(box.axes[0].cross(box.axes[1]).dot(box.axes[2]), 0.5) << "left-handed";
    for (const Vec3& p : points) {
      EXPECT_TRUE(oracle::contains(box, p)) << p.transpose();
      EXPECT_TRUE(oracle::contains_by_products(box, p)) << p.transpose();
    }
  }
  void operator()(const Sphere& ball) const {
    for (const Vec3& p : points) EXPECT_TRUE(oracle::contains(ball, p)) << p.transpose();
  }
};

std::vector<double> bits_of(const BoundingVolume& fitted) {
  if (const Sphere* ball = std::get_if<Sphere>(&fitted))
    return {ball->center.x(), ball->center.y(), ball->center.z(), ball->radius};
  const Obb& box = std::get<Obb>(fitted);
  std::vector<double> bits;
  for (const Vec3& v : {box.center, box.axes[0], box.axes[1], box.axes[2], box.half_extents})
    bits.insert(bits.end(), v.begin(), v.end());
  return bits;
}

/// Any triangles of the points, each point in one of them at least.
TriangleMesh random_mesh(Random& random, const Points& points) {
  TriangleMesh mesh{points, {}};
  const auto pick = [&] { return static_cast<std::uint32_t>(random.below(points.size())); };
  for (std::uint32_t k = 0; k < points.size(); ++k) mesh.triangles.push_back({k, pick(), pick()});
  return mesh;
}

TEST(FitMethods, HaveTheirNames) {
  for (const auto& [name, method] : fit_methods) EXPECT_EQ(method_named(name, fit_methods), method);
  for (const auto& [name, method] : plane_fit_methods) EXPECT_EQ(method_named(name, plane_fit_methods), method);
  EXPECT_FALSE(method_named("smallest", fit_methods));
  EXPECT_EQ(names_of(plane_fit_methods), "min_area, circle");
}

TEST(FitMethods, ContainTheirInputInExactArithmetic) {
  for (int seed = 0; seed < testing::effort(200); ++seed) {
    Random random(seed);
    Points points = testing::random_cloud(random, 1 + seed % 20, testing::random_size(random));
    for (Vec3& p : points) p += Vec3(1, 2, 3) * (seed % 2 == 0 ? 0 : 1000);
    const TriangleMesh mesh = random_mesh(random, points);
    for (const auto& [name, method] : fit_methods) {
      SCOPED_TRACE(::testing::Message() << name << " " << seed);
      std::visit(ExpectGood{points}, fit(points, method));
      std::visit(ExpectGood{points}, fit(mesh, method));
    }
    if (HasFailure()) break;
  }
}

TEST(FitMethods, TakeDegenerateSets) {
  for (const Points& points : testing::degenerate_sets()) {
    Random random(1);
    const TriangleMesh mesh = random_mesh(random, points);
    for (const auto& [name, method] : fit_methods) {
      SCOPED_TRACE(::testing::Message() << name << " from " << points.front().transpose());
      std::visit(ExpectGood{points}, fit(points, method));
      std::visit(ExpectGood{points}, fit(mesh, method));
    }
  }
}

TEST(FitMethods, DoNotDependOnOrderOrRepetition) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    Points points = testing::random_cloud(random, 30, Vec3(3, 2, 1));
    points.push_back({0.0, 9, 9});
    Points shuffled = points;
    shuffled.push_back({-0.0, 9, 9});
    shuffled.push_back(points.front());
    std::shuffle(shuffled.begin(), shuffled.end(), std::mt19937_64(seed));
    for (const auto& [name, method] : fit_methods) EXPECT_EQ(bits_of(fit(points, method)), bits_of(fit(shuffled, method))) << name;
  }
}

TEST(FitMethods, DoNotDependOnTheOrderOfTriangles) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const TriangleMesh mesh = random_mesh(random, testing::random_cloud(random, 30, Vec3(3, 2, 1)));
    TriangleMesh shuffled = mesh;
    const auto count = static_cast<std::uint32_t>(mesh.vertices.size());
    std::reverse(shuffled.vertices.begin(), shuffled.vertices.end());
    for (auto& t : shuffled.triangles) t = {count - 1 - t[1], count - 1 - t[2], count - 1 - t[0]};
    std::shuffle(shuffled.triangles.begin(), shuffled.triangles.end(), std::mt19937_64(seed));
    for (const auto& [name, method] : fit_methods) EXPECT_EQ(bits_of(fit(mesh, method)), bits_of(fit(shuffled, method))) << name;
  }
}

TEST(FitMethods, MakeNoBoxSmallerThanTheLeast) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Points points = testing::random_cloud(random, 20, Vec3(3, 2, 1));
    const double least = volume_of(fit(points, FitMethod::min_volume));
    for (const auto& [name, method] : fit_methods) EXPECT_GT(volume_of(fit(points, method)), least * (1 - 1e-10)) << name;
  }
}

TEST(FitMethods, AlongTheCoordinatesGiveTheBoxOfTheCoordinates) {
  const Points points{{0, 1, 2}, {4, 1, 3}, {2, 7, 2}};
  const Obb box = std::get<Obb>(fit(points, FitMethod::aabb));
  EXPECT_EQ(box.axes, world_frame());
  EXPECT_EQ(box.center, Vec3(2, 4, 2.5));
  EXPECT_EQ(box.half_extents, Vec3(2, 3, 0.5));
}

/// How far the nearest axis of the box is from x, as a sine.
double sine_to_x(const BoundingVolume& fitted) {
  double sine = 1;
  for (const Vec3& axis : std::get<Obb>(fitted).axes) sine = std::min(sine, axis.cross(Vec3::UnitX()).norm());
  return sine;
}

TEST(FitMethods, WithPrincipalAxesDifferInWhatCounts) {
  Points points = testing::brick({4, 2, 1});
  for (int k = 0; k < 100; ++k) points.emplace_back(3 + 0.004 * k, 1 + 0.003 * k, 0);  // inside, in one corner
  EXPECT_GT(sine_to_x(fit(points, FitMethod::pca_points)), 0.1);
  EXPECT_LT(sine_to_x(fit(points, FitMethod::pca_hull)), 1e-12);
  EXPECT_LT(sine_to_x(fit(points, FitMethod::pca_triangles)), 1e-12);

  // The same surface, one corner of it cut into many triangles: a rectangle.
  TriangleMesh rectangle{{{-4, -2, 0}, {4, -2, 0}, {4, 2, 0}, {-4, 2, 0}}, {{0, 1, 2}}};
  for (std::uint32_t k = 0; k < 50; ++k) {
    rectangle.vertices.emplace_back(4 - 0.08 * (k + 1), 2, 0);  // halfway from corner 2 to corner 3
    rectangle.triangles.push_back({0, k == 0 ? 2 : 3 + k, 4 + k});
  }
  rectangle.triangles.push_back({0, 53, 3});
  EXPECT_GT(sine_to_x(fit(rectangle, FitMethod::pca_points)), 0.001);
  EXPECT_LT(sine_to_x(fit(rectangle, FitMethod::pca_triangles)), 1e-12);
}

}  // namespace
}  // namespace graze
