/// Shapes whose least boxes, rectangles and balls are known, and sets without area or volume.

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/fit.h>

#include "fit/enclose.h"
#include "fit/exact_containment.h"
#include "fit/point_set.h"
#include "fit/random_points.h"
#include "fit/rectangle.h"
#include "fit/scale.h"
#include "fit/sphere.h"
#include "fit/tight_box.h"
#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;
using Points2 = std::vector<Vec2>;

const double golden = (1 + std::sqrt(5.0)) / 2;

/// Of edge 2, 2, 2, 2 and 2 / golden ratio.
Points icosahedron() {
  Points points;
  for (int k = 0; k < 3; ++k)
    for (const double a : {1.0, -1.0})
      for (const double b : {golden, -golden}) {
        Vec3 p = Vec3::Zero();
        p[k] = a, p[(k + 1) % 3] = b;
        points.push_back(p);
      }
  return points;
}

Points dodecahedron() {
  Points points = testing::brick({1, 1, 1});
  for (int k = 0; k < 3; ++k)
    for (const double a : {1 / golden, -1 / golden})
      for (const double b : {golden, -golden}) {
        Vec3 p = Vec3::Zero();
        p[k] = a, p[(k + 1) % 3] = b;
        points.push_back(p);
      }
  return points;
}

Points octahedron() {
  Points points;
  for (int k = 0; k < 3; ++k) points.insert(points.end(), {Vec3::Unit(k), -Vec3::Unit(k)});
  return points;
}

/// Every regular solid has its ball around its centre through all corners.
TEST(KnownBalls, OfRegularSolidsGoThroughAllCorners) {
  Random random(1);
  const Points tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  for (const auto& [points, radius] :
       {std::pair{tetrahedron, std::sqrt(3.0)}, std::pair{testing::brick({1, 1, 1}), std::sqrt(3.0)}, std::pair{octahedron(), 1.0},
        std::pair{icosahedron(), std::hypot(1, golden)}, std::pair{dodecahedron(), std::sqrt(3.0)}})
    for (int k = 0; k < 10; ++k) {
      const Vec3 center = k == 0 ? Vec3(0, 0, 0) : random.vector(5);
      Points moved = testing::turned(k == 0 ? Mat3(Mat3::Identity()) : testing::random_rotation(random), points);
      for (Vec3& p : moved) p += center;
      const Sphere ball = fit_sphere(moved);
      EXPECT_NEAR(ball.radius, radius, 1e-14 * (1 + center.norm()));
      EXPECT_LT((ball.center - center).norm(), 1e-14 * (1 + center.norm()));
    }
}

/// All balls through two, three or four of the points that hold the others: the least is the answer.
TEST(KnownBalls, AreTheLeastAmongAllBallsThroughSomePoints) {
  for (int seed = 0; seed < 150; ++seed) {
    Random random(seed);
    Points points(3 + seed % 6);
    for (Vec3& p : points) p = seed % 3 == 0 ? random.grid(2) : random.vector(1);
    double least = std::numeric_limits<double>::infinity();
    for (unsigned subset = 1; subset < 1U << points.size(); ++subset) {
      Points chosen;
      for (std::size_t k = 0; k < points.size(); ++k)
        if (subset >> k & 1U) chosen.push_back(points[k]);
      if (chosen.size() > 4) continue;
      // The point of their flat that is as far from all: least squares on 2 (p_k - p_0) . c = |p_k|^2 - |p_0|^2 within the flat.
      Eigen::MatrixXd sides(3, static_cast<Eigen::Index>(chosen.size()) - 1);
      for (Eigen::Index k = 0; k < sides.cols(); ++k) sides.col(k) = chosen[static_cast<std::size_t>(k) + 1] - chosen[0];
      Vec3 center = chosen[0];
      if (sides.cols() > 0) {
        const Eigen::VectorXd halves = 0.5 * sides.colwise().squaredNorm().transpose();
        center += sides * (sides.transpose() * sides).completeOrthogonalDecomposition().solve(halves);
      }
      double radius = 0;
      for (const Vec3& p : points) radius = std::max(radius, (p - center).norm());
      least = std::min(least, radius);
    }
    EXPECT_NEAR(fit_sphere(points).radius, least, 1e-12) << "seed " << seed;
  }
}

/// Known from the literature of regular solids: a cube of edge 2 and a dodecahedron stand in the cubes of side 2 and 2 golden
/// ratio.
TEST(KnownBoxes, OfRegularSolids) {
  Random random(2);
  for (int k = 0; k < 5; ++k) {
    const Mat3 turn = k == 0 ? Mat3(Mat3::Identity()) : testing::random_rotation(random);
    const auto least = [&](const Points& points) { return volume_of(fit(testing::turned(turn, points), FitMethod::min_volume)); };
    EXPECT_NEAR(least(testing::brick({1, 1, 1})), 8, 1e-10);
    EXPECT_NEAR(least(octahedron()), 64.0 / 27, 1e-10);
    EXPECT_LT(least(icosahedron()), 8 * std::pow(golden, 3) * (1 + 1e-10)) << "no larger than along its own axes";
    EXPECT_LT(least(dodecahedron()), 8 * std::pow(golden, 3) * (1 + 1e-10));
  }
}

/// An upright prism over a triangle, a kite and a regular pentagon: the least rectangle of the base, times the height.
TEST(KnownBoxes, OfFlatPrismsStandOnTheLeastRectangle) {
  Random random(4);
  Points2 pentagon;
  for (int k = 0; k < 5; ++k) pentagon.emplace_back(std::cos(2 * M_PI * k / 5), std::sin(2 * M_PI * k / 5));
  for (const Points2& base : {Points2{{0, 0}, {4, 0}, {1, 2}}, Points2{{0, 0}, {2, -1}, {5, 0}, {2, 1}}, pentagon}) {
    const double area = area_of(fit(base, PlaneFitMethod::min_area));
    Points prism;
    for (const Vec2& p : base)
      for (const double z : {0.0, 40.0}) prism.emplace_back(p.x(), p.y(), z);
    const double volume = volume_of(fit(testing::turned(testing::random_rotation(random), prism), FitMethod::min_volume));
    EXPECT_NEAR(volume, 40 * area, 1e-8);
  }
}

/// The smallest disc among all through two or three of the points.
TEST(KnownDiscs, AreTheLeastAmongAllThroughTwoOrThreePoints) {
  for (int seed = 0; seed < 150; ++seed) {
    Random random(seed);
    Points2 points(3 + seed % 8);
    for (Vec2& p : points) p = seed % 3 == 0 ? Vec2(random.whole(2), random.whole(2)) : Vec2(random.real(1), random.real(1));
    double least = std::numeric_limits<double>::infinity();
    const auto consider = [&](const Vec2& center) {
      double radius = 0;
      for (const Vec2& p : points) radius = std::max(radius, (p - center).norm());
      least = std::min(least, radius);
    };
    for (const Vec2& a : points)
      for (const Vec2& b : points) {
        consider((a + b) / 2);
        for (const Vec2& c : points) {
          const Vec2 u = b - a, v = c - a;
          const double twice = 2 * (u.x() * v.y() - u.y() * v.x());
          if (std::abs(twice) < 1e-9) continue;
          consider(a + Vec2(v.y() * u.squaredNorm() - u.y() * v.squaredNorm(), u.x() * v.squaredNorm() - v.x() * u.squaredNorm()) /
                           twice);
        }
      }
    const Circle disc = std::get<Circle>(fit(points, PlaneFitMethod::circle));
    EXPECT_NEAR(disc.radius, least, 1e-12) << "seed " << seed;
    for (const Vec2& p : points) EXPECT_TRUE(oracle::contains(disc, p)) << "seed " << seed;
  }
}

TEST(PointSets, AreSortedWithEachPointOnceAndNoNegativeZero) {
  const Points points = point_set(Points{{1, 0, 0}, {-0.0, 2, 0}, {0, 2, -0.0}, {1, 0, 0}, {0, 1, 5}});
  EXPECT_EQ(points, (Points{{0, 1, 5}, {0, 2, 0}, {1, 0, 0}}));
  for (const Vec3& p : points)
    for (const double x : p) EXPECT_FALSE(x == 0 && std::signbit(x));
  EXPECT_EQ(position_in(points, {0, 2, 0}), 1U);
  EXPECT_EQ(position_in(points, {0, 1.5, 0}), 1U) << "where it would be";
  EXPECT_EQ(position_in(points, {9, 9, 9}), 3U);
  EXPECT_EQ(point_set(Points2{{2, 1}, {1, 2}}), (Points{{1, 2, 0}, {2, 1, 0}}));
}

/// Left alone from 2^-200 to 2^200, else brought into [1/4, 1/2).
TEST(Scales, AreOneWhereNothingOverflows) {
  const auto exponent = [](double x) { return scale_to_unit(Points{{0, -x, x / 2}}).exponent; };
  EXPECT_EQ(exponent(1), 0);
  EXPECT_EQ(exponent(0x1p200), 0);
  EXPECT_EQ(exponent(0x1.fp200), 0);
  EXPECT_EQ(exponent(0x1p201), -203);
  EXPECT_EQ(exponent(0x1p-200), 0);
  EXPECT_EQ(exponent(0x1.fp-201), 199);
  EXPECT_EQ(exponent(0), 0);
  for (const double x : {0x1p201, 0x1p1023, 1.7e308, 0x1p-201, 5e-324}) {
    const double scaled = scale_to_unit(Points{{x, 0, 0}}).times(Vec3(x, 0, 0)).x();
    EXPECT_GE(scaled, 0.25) << x;
    EXPECT_LT(scaled, 0.5) << x;
  }
}

TEST(Frames, AreRightHandedAndOrthonormalForAnyTwoDirections) {
  Random random(5);
  for (int i = 0; i < 2000; ++i) {
    const Vec3 first = std::pow(10.0, random.real(-300, 300)) * random.unit();
    const Vec3 second = i % 3 == 0 ? Vec3(std::ldexp(1.0, i % 60) * first) : std::pow(10.0, random.real(-300, 300)) * random.unit();
    const auto frame = orthonormal_frame(first, second);
    ASSERT_TRUE(frame) << i;
    EXPECT_LT(orthonormality_defect(*frame), 16 * 0x1p-53) << "case " << i << " of seed 5";
    EXPECT_GT((*frame)[0].cross((*frame)[1]).dot((*frame)[2]), 0.5) << i;
    EXPECT_GT((*frame)[0].dot(first.stableNormalized()), 1 - 1e-15) << i;
  }
  EXPECT_FALSE(orthonormal_frame(Vec3::Zero(), Vec3::UnitX()));
  EXPECT_FALSE(orthonormal_frame(Vec3(std::numeric_limits<double>::infinity(), 0, 0), Vec3::UnitX()));
  EXPECT_TRUE(orthonormal_frame(Vec3::UnitX(), Vec3::Zero()));
}

/// The box is no larger than it must be: half extents of the tight one are right to the last place but one.
TEST(TightBoxes, HoldTheirPointsAndAreHardlyLarger) {
  for (int seed = 0; seed < 100; ++seed) {
    Random random(seed);
    const Points points = testing::random_cloud(random, 10, testing::random_size(random));
    const Frame frame = *orthonormal_frame(random.unit(), random.unit());
    const Obb tight = tightest_box(frame, points), loose = enclosing_box(frame, extent_along(frame, points));
    for (const Vec3& p : points) {
      EXPECT_TRUE(oracle::contains(tight, p)) << "seed " << seed;
      EXPECT_TRUE(oracle::contains(loose, p)) << "seed " << seed;
    }
    for (int k = 0; k < 3; ++k) {
      if (tight.half_extents[k] == 0) continue;
      Obb smaller = tight;
      smaller.half_extents[k] *= 1 - 0x1p-49;
      EXPECT_FALSE(
          std::all_of(points.begin(), points.end(),
                      [&](const Vec3& p) { return oracle::contains(smaller, p) && oracle::contains_by_products(smaller, p); }))
          << "seed " << seed << " axis " << k;
      EXPECT_LE(tight.half_extents[k], loose.half_extents[k] * (1 + 0x1p-40) + 1e-14 * points[0].norm()) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace graze
