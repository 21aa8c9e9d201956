/// Relations that every way to fit must keep: scaling by powers of two, exchange of coordinates, moves, more points inside.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/fit.h>

#include "fit/exact_containment.h"
#include "fit/random_points.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;

/// The edges of a box or the radius of a ball, sorted: what does not depend on where it is or on the order of its axes.
std::vector<double> sizes_of(const BoundingVolume& fitted) {
  if (const Sphere* ball = std::get_if<Sphere>(&fitted)) return {ball->radius};
  const Vec3& h = std::get<Obb>(fitted).half_extents;
  std::vector<double> sizes(h.begin(), h.end());
  std::sort(sizes.begin(), sizes.end());
  return sizes;
}

Vec3 center_of(const BoundingVolume& fitted) {
  return std::visit([](const auto& shape) { return shape.center; }, fitted);
}

void expect_near(const BoundingVolume& found, const BoundingVolume& expected, double factor, double room, const std::string& what) {
  const std::vector<double> a = sizes_of(found), b = sizes_of(expected);
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], factor * b[k], room) << what;
}

/// Bit for bit: nothing in a fit may depend on the unit of length.
TEST(FitInvariance, UnderPowersOfTwoIsExactForEveryMethod) {
  for (int seed = 0; seed < 10; ++seed) {
    Random random(seed);
    const Points points = testing::random_cloud(random, 25, Vec3(3, 2, 1));
    for (const auto& [name, method] : fit_methods) {
      const BoundingVolume plain = fit(points, method);
      for (const int exponent : {-150, -30, 1, 30, 150}) {
        Points scaled = points;
        for (Vec3& p : scaled) p *= std::ldexp(1.0, exponent);
        const BoundingVolume found = fit(scaled, method);
        EXPECT_EQ(Vec3(center_of(found) * std::ldexp(1.0, -exponent)), center_of(plain))
            << name << " " << exponent << ", seed " << seed;
        const std::vector<double> a = sizes_of(found), b = sizes_of(plain);
        for (std::size_t k = 0; k < a.size(); ++k)
          EXPECT_EQ(std::ldexp(a[k], -exponent), b[k]) << name << " " << exponent << ", seed " << seed;
      }
    }
  }
}

/// A turn and a move leave the sizes of principal boxes, least boxes and balls as they are, up to rounding.
TEST(FitInvariance, UnderMovesKeepsWhatDoesNotLookAtCoordinates) {
  for (int seed = 0; seed < 20; ++seed) {
    Random random(seed);
    const Points points = testing::random_cloud(random, 40, Vec3(5, 2, 0.5));
    const Mat3 turn = testing::random_rotation(random);
    const Vec3 offset(10, -20, 30);
    Points moved;
    for (const Vec3& p : points) moved.push_back(turn * p + offset);
    for (const FitMethod method :
         {FitMethod::pca_points, FitMethod::pca_hull, FitMethod::pca_triangles, FitMethod::min_volume, FitMethod::sphere}) {
      const BoundingVolume plain = fit(points, method), found = fit(moved, method);
      expect_near(found, plain, 1, 1e-9, "method " + std::to_string(static_cast<int>(method)) + ", seed " + std::to_string(seed));
      EXPECT_LT((center_of(found) - (turn * center_of(plain) + offset)).norm(), 1e-8) << "seed " << seed;
    }
  }
}

/// A larger set has no smaller least box, ball or box of coordinates.
TEST(FitInvariance, MorePointsNeverMakeTheLeastSmaller) {
  for (int seed = 0; seed < 30; ++seed) {
    Random random(seed);
    Points points = testing::random_cloud(random, 5, Vec3(1, 1, 1));
    for (const FitMethod method : {FitMethod::aabb, FitMethod::min_volume, FitMethod::sphere}) {
      Points growing = points;
      double last = 0;
      for (int k = 0; k < 6; ++k) {
        const double volume = volume_of(fit(growing, method));
        EXPECT_GE(volume, last * (1 - 1e-10)) << static_cast<int>(method) << ", seed " << seed;
        last = volume;
        growing.push_back(1.5 * random.vector(1));
      }
    }
  }
}

/// A mesh is fitted around the vertices that its triangles use, however they are stored.
TEST(FitInvariance, OfAMeshIgnoresUnusedAndRepeatedVertices) {
  Random random(3);
  const Points points = testing::random_cloud(random, 12, Vec3(3, 2, 1));
  TriangleMesh mesh{points, {}}, untidy;
  for (std::uint32_t k = 0; k + 2 < points.size(); ++k) mesh.triangles.push_back({k, k + 1, k + 2});
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t c : t) untidy.vertices.push_back(points[c]);
  for (std::uint32_t k = 0; k < mesh.triangles.size(); ++k) untidy.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  untidy.vertices.emplace_back(1e6, 1e6, 1e6);
  for (const auto& [name, method] : fit_methods) {
    EXPECT_EQ(sizes_of(fit(mesh, method)), sizes_of(fit(untidy, method))) << name;
    EXPECT_EQ(center_of(fit(mesh, method)), center_of(fit(untidy, method))) << name;
  }
}

/// By hand: a cube of side 2 and its ball, a rectangle of 6 by 1 and its disc.
TEST(FitMeasures, AreThoseOfTheShapes) {
  const BoundingVolume box = Obb{{0, 0, 0}, world_frame(), {1, 2, 3}}, ball = Sphere{{0, 0, 0}, 2};
  EXPECT_EQ(volume_of(box), 48);
  EXPECT_EQ(area_of(box), 88);
  EXPECT_DOUBLE_EQ(volume_of(ball), 32 * M_PI / 3);
  EXPECT_DOUBLE_EQ(area_of(ball), 16 * M_PI);
  const BoundingArea rectangle = Obb2{{0, 0}, {Vec2(1, 0), Vec2(0, 1)}, {3, 0.5}}, disc = Circle{{0, 0}, 3};
  EXPECT_EQ(area_of(rectangle), 6);
  EXPECT_DOUBLE_EQ(area_of(disc), 9 * M_PI);
}

}  // namespace
}  // namespace graze
