/// The box of given axes, and boxes centred at a mean: against the formulas they are defined by.

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <graze/fit.h>
#include <graze/generate.h>

#include "fit/exact_containment.h"
#include "fit/random_points.h"
#include "geometry/orthonormal_frame.h"
#include "oracle/effort.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;

/// What long double leaves of the formulas, relative to the size of the points.
constexpr double rounding = 1e-13;

double size_of(const Points& points) {
  double size = 0;
  for (const Vec3& p : points) size = std::max(size, p.cwiseAbs().maxCoeff());
  return size;
}

Frame random_frame(Random& random) {
  const auto direction = [&] { return Vec3(random.real(-1, 1), random.real(-1, 1), random.real(-1, 1)); };
  return *orthonormal_frame(direction(), direction());
}

Points random_cloud(Random& random) {
  Points points;
  const std::size_t count = 1 + random.below(40);
  for (std::size_t i = 0; i < count; ++i) points.emplace_back(random.real(-3, 5), random.real(-1, 1), random.real(7, 7.5));
  return points;
}

TEST(FitAlongAxes, IsTheRangeOfTheProjections) {
  Random random(3);
  for (int i = 0; i < testing::effort(300); ++i) {
    const Points points = random_cloud(random);
    const Frame axes = random_frame(random);
    const auto box = fit(points, axes);
    ASSERT_TRUE(box);
    EXPECT_EQ(box->axes, axes);
    for (std::size_t k = 0; k < 3; ++k) {
      double low = std::numeric_limits<double>::infinity(), high = -low;
      for (const Vec3& p : points) low = std::min(low, axes[k].dot(p)), high = std::max(high, axes[k].dot(p));
      const double allowed = 10 * rounding * size_of(points);
      EXPECT_NEAR(axes[k].dot(box->center), 0.5 * (low + high), allowed);
      EXPECT_NEAR(box->half_extents[static_cast<Eigen::Index>(k)], 0.5 * (high - low), allowed);
    }
    for (const Vec3& p : points) EXPECT_TRUE(oracle::contains(*box, p)) << p.transpose();
  }
}

TEST(FitAlongAxes, TakesLeftHandedFramesAndScalesByPowersOfTwo) {
  const Points points{{0, 1, 2}, {4, 1, 3}, {2, 7, 2}};
  const Frame mirrored{Vec3::UnitY(), Vec3::UnitX(), Vec3::UnitZ()};
  const auto box = fit(points, mirrored);
  ASSERT_TRUE(box);
  EXPECT_EQ(box->center, Vec3(2, 4, 2.5));
  EXPECT_EQ(box->half_extents, Vec3(3, 2, 0.5));
  for (const double scale : {0x1p-400, 0x1p400}) {
    Points scaled = points;
    for (Vec3& p : scaled) p *= scale;
    const auto other = fit(scaled, mirrored);
    ASSERT_TRUE(other);
    EXPECT_EQ(other->center, scale * box->center);
    for (const Vec3& p : scaled) EXPECT_TRUE(oracle::contains(*other, p));
  }
}

TEST(FitAlongAxes, RefusesAxesThatAreNotOrthonormal) {
  const Points points{{0, 1, 2}, {4, 1, 3}};
  const Frame bad[] = {{Vec3::UnitX(), Vec3::UnitX(), Vec3::UnitZ()},
                       {2 * Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()},
                       {Vec3::Zero(), Vec3::UnitY(), Vec3::UnitZ()},
                       {Vec3(std::numeric_limits<double>::quiet_NaN(), 0, 0), Vec3::UnitY(), Vec3::UnitZ()}};
  for (const Frame& axes : bad) EXPECT_FALSE(fit(points, axes));
}

TEST(FitAlongAxes, OfABodyIsInTheWorld) {
  Body body{*Geometry::make(Shape{make_box_mesh({1, 2, 3})}), {}, {}};
  body.pose.translation = Vec3(5, 0, 0);
  body.pose.rotation << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const auto box = fit(body, world_frame());
  ASSERT_TRUE(box);
  EXPECT_EQ(std::get<Obb>(*box).center, Vec3(5, 0, 0));
  EXPECT_EQ(std::get<Obb>(*box).half_extents, Vec3(2, 1, 3));
  EXPECT_FALSE(fit(Body{*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}}, world_frame()));
}

/// [Eberly00 §6.1.2]: C the mean, A the eigenvectors of the covariance, a_i = max |A_i · (X - C)|.
TEST(FitAtTheMean, OfPointsIsTheFirstFormOfTheText) {
  Random random(4);
  for (int i = 0; i < testing::effort(200); ++i) {
    Points points = random_cloud(random);
    if (points.size() < 5) continue;
    const Obb box = std::get<Obb>(fit(points, FitMethod::mean_points));
    Vec3 mean = Vec3::Zero();
    for (const Vec3& p : points) mean += p / static_cast<double>(points.size());
    Mat3 covariance = Mat3::Zero();
    for (const Vec3& p : points) covariance += (p - mean) * (p - mean).transpose() / static_cast<double>(points.size());
    EXPECT_LT((box.center - mean).norm(), 10 * rounding * size_of(points));
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& axis = box.axes[k];
      const Vec3 image = covariance * axis;
      EXPECT_LT((image - axis.dot(image) * axis).norm(), 1e-9) << "no eigenvector";
      double reach = 0;
      for (const Vec3& p : points) reach = std::max(reach, std::abs(axis.dot(p - box.center)));
      EXPECT_NEAR(box.half_extents[static_cast<Eigen::Index>(k)], reach, 10 * rounding * size_of(points));
    }
  }
}

TEST(FitAtTheMean, IsCentredElsewhereThanTheTighterForm) {
  const Points points{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {9, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const Obb first = std::get<Obb>(fit(points, FitMethod::mean_points));
  EXPECT_LT((first.center - Vec3(2, 1.0 / 6, 1.0 / 6)).norm(), 1e-14);
  EXPECT_GT(first.half_extents[0], 6.9);
  EXPECT_LT(std::get<Obb>(fit(points, FitMethod::pca_points)).half_extents[0], 4.7);
}

TEST(FitAtTheMean, OfTrianglesIsCentredAtTheMiddleOfTheSurface) {
  // Two squares of sides 1 and 2 in the plane: the larger counts four times.
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {3, 0, 0}, {5, 0, 0}, {5, 2, 0}, {3, 2, 0}},
                    {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}}};
  const Obb box = std::get<Obb>(fit(mesh, FitMethod::mean_triangles));
  EXPECT_LT((box.center - Vec3((0.5 + 4 * 4) / 5, (0.5 + 4 * 1) / 5, 0)).norm(), 1e-14);
  for (const Vec3& v : mesh.vertices) EXPECT_TRUE(oracle::contains(box, v));
}

}  // namespace
}  // namespace graze
