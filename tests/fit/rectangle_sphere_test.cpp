/// Least rectangles, discs and balls against brute force and in exact arithmetic.

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <graze/fit.h>

#include "fit/exact_containment.h"
#include "fit/random_points.h"
#include "fit/rectangle.h"
#include "fit/sphere.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;
using Points2 = std::vector<Vec2>;

Points2 random_points2(Random& random, std::size_t count) {
  Points2 points(count);
  for (Vec2& p : points) p = Vec2(random.real(1), random.real(1));
  return points;
}

void shuffle(auto& points) { std::shuffle(points.begin(), points.end(), std::mt19937_64(3)); }

double brute_force_area(const Points2& points) {
  double least = std::numeric_limits<double>::infinity();
  for (const Vec2& p : points)
    for (const Vec2& q : points) {
      if (p == q) continue;
      const Vec2 x = (q - p).normalized(), y(-x.y(), x.x());
      Vec2 low = Vec2::Constant(std::numeric_limits<double>::infinity()), high = -low;
      for (const Vec2& r : points) {
        const Vec2 c(x.dot(r), y.dot(r));
        low = low.cwiseMin(c), high = high.cwiseMax(c);
      }
      least = std::min(least, (high - low).prod());
    }
  return least;
}

TEST(FitMinArea, IsTheLeastAlongAnyPairOfPointsAndContainsThem) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    Random random(seed);
    Points2 points = random_points2(random, 2 + seed % 15);
    if (seed % 4 == 0)
      for (Vec2& p : points) p = (2 * p).array().round();  // many sides of the hull along each other
    const Obb2 box = fit_min_area(points);
    const double least = brute_force_area(points);  // infinite when all points coincide
    EXPECT_NEAR(area_of(box), std::isfinite(least) ? least : 0, 1e-13) << seed;
    for (const Vec2& p : points) EXPECT_TRUE(oracle::contains(box, p)) << seed;
    shuffle(points);
    const Obb2 again = fit_min_area(points);
    EXPECT_EQ(again.center, box.center);
    EXPECT_EQ(again.axes, box.axes);
    EXPECT_EQ(again.half_extents, box.half_extents);
  }
}

TEST(FitMinArea, IsRightHandedAndTakesDegenerateSets) {
  for (const Points& in_space : testing::degenerate_sets()) {
    Points2 points;
    for (const Vec3& p : in_space) points.emplace_back(p.head<2>());
    const Obb2 box = fit_min_area(points);
    EXPECT_EQ(box.axes[1], Vec2(-box.axes[0].y(), box.axes[0].x()));
    EXPECT_NEAR(box.axes[0].norm(), 1, 1e-15);
    for (const Vec2& p : points) {
      EXPECT_TRUE(oracle::contains(box, p)) << p.transpose();
      EXPECT_TRUE(oracle::contains(std::get<Circle>(fit(points, PlaneFitMethod::circle)), p)) << p.transpose();
    }
  }
}

TEST(FitMinArea, OfOnePointIsThePoint) {
  const Points2 point{{1, 2}};
  EXPECT_EQ(fit_min_area(point).center, Vec2(1, 2));
  EXPECT_EQ(fit_min_area(point).half_extents, Vec2::Zero());
}

TEST(FitSphere, ContainsItsPointsInExactArithmeticWhateverTheirOrder) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const double scale = seed % 5 == 0 ? 1e-160 : seed % 5 == 1 ? 1e150 : 1;
    Points points(1 + seed % 12);
    for (Vec3& p : points) p = scale * random.vector(1).cwiseProduct(Vec3(1, 1, seed % 7 == 0 ? 0 : 1));
    const Sphere ball = fit_sphere(points);
    for (const Vec3& p : points) EXPECT_TRUE(oracle::contains(ball, p)) << seed;
    shuffle(points);
    EXPECT_EQ(fit_sphere(points).center, ball.center);
    EXPECT_EQ(fit_sphere(points).radius, ball.radius);
  }
}

/// A ball is the least one exactly when no step of its centre brings all farthest points nearer.
TEST(FitSphere, HasTheLeastRadius) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    Random random(seed);
    Points points = seed % 2 == 0 ? random.on_ball(3 + static_cast<int>(seed % 40), Vec3(5, 0, 0)) : Points(3 + seed % 40);
    if (seed % 2 != 0)
      for (Vec3& p : points) p = seed % 3 == 0 ? random.grid(2) : random.vector(1);
    const Sphere ball = fit_sphere(points);
    const auto radius_at = [&](const Vec3& center) {
      double radius = 0;
      for (const Vec3& p : points) radius = std::max(radius, (p - center).norm());
      return radius;
    };
    for (int k = 0; k < 200; ++k)
      EXPECT_GT(radius_at(ball.center + random.vector(k % 2 == 0 ? 1e-4 : 1e-8)), ball.radius * (1 - 1e-12)) << seed;
  }
}

TEST(FitSphere, FindsTheBallThroughTheCornersOfACube) {
  EXPECT_NEAR(fit_sphere(testing::brick({0.5, 0.5, 0.5})).radius, std::sqrt(0.75), 1e-15);
}

}  // namespace
}  // namespace graze
