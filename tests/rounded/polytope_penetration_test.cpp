/// Depths by corners against the list of axes, which tests/sat holds against the definition.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "polytope/random_convex.h"
#include "rounded/hull_points.h"
#include "rounded/polytope_penetration.h"

namespace graze::distance {
namespace {

using testing::bare_hull;
using testing::effort;
using testing::hull_of;
using testing::moved;
using testing::Points;
using testing::Random;
using testing::RandomBody;
using testing::RandomConvex;
using testing::studded_box;

/// In exact arithmetic; rounded at the end.
double shadow_overlap(const oracle::RationalPoints& a, const oracle::RationalPoints& b, const Vec3& direction) {
  const auto along = oracle::exact(direction);
  mpq_class a_max = oracle::dot(a[0], along), b_min = oracle::dot(b[0], along);
  for (const auto& p : a) a_max = std::max(a_max, oracle::dot(p, along));
  for (const auto& p : b) b_min = std::min(b_min, oracle::dot(p, along));
  return mpq_class(a_max - b_min).get_d();
}

/// Slack for the roundings of a depth of order one along a unit normal that is rounded: the promise is 2^-40 relative.
constexpr double slack = 0x1p-40;

TEST(PolytopePenetration, OfSmallBodiesIsThatOfTheAxes) {
  RandomConvex random(2042);
  int found = 0, touching = 0;
  const int pairs = effort(20000);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.chance(0.6);
    const RandomBody a = random.body(on_grid, random.integer(0, RandomConvex::kinds - 1));
    const RandomBody b = random.body(on_grid, random.integer(0, RandomConvex::kinds - 1));
    const sat::Convex convex_a = *sat::as_convex(a.shape, a.pose), convex_b = *sat::as_convex(b.shape, b.pose);
    const auto expected = sat::penetration(convex_a, convex_b);
    const auto depth = penetration_by_corners(convex_a, convex_b);
    ASSERT_EQ(depth.has_value(), expected.has_value()) << i;
    if (!depth) continue;
    ++found;
    touching += depth->depth == 0 ? 1 : 0;
    ASSERT_NEAR(depth->depth, expected->depth, 4 * std::numeric_limits<double>::epsilon() * expected->depth) << i;
    if (depth->normal == Vec3::Zero()) continue;  // two points in one place
    ASSERT_NEAR(shadow_overlap(a.corners, b.corners, depth->normal), depth->depth, slack) << i;
  }
  EXPECT_GT(found, pairs / 8);
  EXPECT_GT(touching, pairs / 50);
}

TEST(PolytopePenetration, IsThatOfTheAxes) {
  Random random(2043);
  for (int i = 0; i < effort(60); ++i) {
    const Points small{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)};
    const Points b = moved(i % 3 == 0 ? small : random.on_ball(20 + 2 * i, Vec3::Zero()), random.real(0, 2) * random.unit());
    const sat::Convex convex_a = hull_of(random.on_ball(20 + 2 * i, Vec3::Zero())), convex_b = hull_of(b);
    const auto expected = sat::penetration(convex_a, convex_b);
    const auto depth = distance::penetration(convex_a, convex_b);
    ASSERT_EQ(depth.has_value(), expected.has_value()) << i;
    if (!depth) continue;
    EXPECT_EQ(depth->depth, expected->depth) << i;
    EXPECT_EQ(depth->normal, expected->normal) << i;
    EXPECT_EQ(depth->features, expected->features) << i;
    EXPECT_EQ(depth->manifold.size(), expected->manifold.size()) << i;
  }
}

TEST(PolytopePenetration, OfBoxesWithManyPointsOnTheirFacesIsThatOfBoxes) {
  const sat::Convex a = bare_hull(studded_box(Vec3::Zero()));
  for (const double x : {0.0, 1.0, 2.5, 4.0}) {
    const auto depth = penetration_by_corners(a, bare_hull(studded_box({x, 0, 0})));
    ASSERT_TRUE(depth) << x;
    EXPECT_EQ(depth->depth, 4 - x);
    EXPECT_EQ(depth->normal.cwiseAbs().maxCoeff(), 1);
  }
  EXPECT_FALSE(penetration_by_corners(a, bare_hull(studded_box({4.5, 0, 0}))));
  EXPECT_EQ(penetration_by_corners(a, bare_hull(studded_box({4, 4, 4})))->depth, 0);
}

TEST(PolytopePenetration, OfAPolygonInABallAndOfNeedles) {
  Random random(2044);
  Points disc, needle;
  for (int i = 0; i < 50; ++i) {
    const double angle = 2 * std::numbers::pi * i / 50;
    disc.emplace_back(std::cos(angle), std::sin(angle), 0);
    needle.emplace_back(0x1p-20 * std::cos(angle), 0x1p-20 * std::sin(angle), i - 25);
  }
  const sat::Convex ball = hull_of(random.on_ball(100, Vec3(0, 0, 0.25)));
  for (const sat::Convex& body : {*sat::as_convex({ConvexPolygon{disc}}, {}), hull_of(disc), hull_of(needle)}) {
    const auto depth = distance::penetration(ball, body), expected = sat::penetration(ball, body);
    ASSERT_TRUE(depth && expected);
    EXPECT_NEAR(depth->depth, expected->depth, slack);
  }
}

/// Concentric balls are as deep everywhere, up to their facets: the search has to look nearly everywhere.
TEST(PolytopePenetration, OfManyCornersIsRightToo) {
  Random random(2045);
  const Points a = random.on_ball(1000, Vec3::Zero());
  const auto depth = distance::penetration(hull_of(a), hull_of(a));
  ASSERT_TRUE(depth);
  EXPECT_LT(depth->depth, 2);
  EXPECT_GT(depth->depth, 1.9);
  const auto exact = oracle::exact_points(a);
  EXPECT_NEAR(shadow_overlap(exact, exact, depth->normal), depth->depth, slack);
  for (int i = 0; i < 100; ++i) EXPECT_GE(shadow_overlap(exact, exact, random.unit()), depth->depth - slack);
}

}  // namespace
}  // namespace graze::distance
