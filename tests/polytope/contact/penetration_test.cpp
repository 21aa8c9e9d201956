/// Penetration depth against the definition: pushing by it just parts the bodies, and no direction does it with less.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "polytope/contact/penetration.h"
#include "polytope/overlap.h"
#include "polytope/random_convex.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::RandomBody;
using testing::RandomConvex;

/// Slack for the roundings of a depth of order one: the promise is 2^-40 relative.
constexpr double slack = 0x1p-40;

double shadow_overlap(const RandomBody& a, const RandomBody& b, const Vec3& direction) {
  mpq_class a_max = -1e6;
  mpq_class b_min = 1e6;
  const auto along = oracle::exact(direction);
  for (const auto& p : a.corners) a_max = std::max(a_max, oracle::dot(p, along));
  for (const auto& p : b.corners) b_min = std::min(b_min, oracle::dot(p, along));
  return mpq_class(a_max - b_min).get_d();
}

TEST(Penetration, IsTheLeastOverSampledDirectionsAndAttainedAlongItsNormal) {
  RandomConvex random(99);
  const int pairs = effort(100000);
  int found = 0;
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.chance(0.5);
    const RandomBody a = random.body(on_grid, random.integer(2, 6));
    const RandomBody b = random.body(on_grid, random.integer(2, 6));
    const auto depth = penetration(*as_convex(a.shape, a.pose), *as_convex(b.shape, b.pose));
    ASSERT_EQ(depth.has_value(), oracle::meet(a.corners, b.corners)) << "pair " << i;
    if (!depth) continue;
    ++found;
    ASSERT_GE(depth->depth, 0);
    ASSERT_NEAR(depth->normal.norm(), 1, slack);
    ASSERT_NEAR(shadow_overlap(a, b, depth->normal), depth->depth, slack) << "pair " << i;
    for (int k = 0; k < 8; ++k) {
      const Vec3 direction = random.real_point(1).normalized();
      ASSERT_GE(shadow_overlap(a, b, direction), depth->depth - slack) << "pair " << i;
    }
  }
  EXPECT_GT(found, pairs / 8);
}

Convex box_at(const Vec3& center, const Vec3& half_extents, const Mat3& turn = Mat3::Identity()) {
  return *as_convex(Shape{Obb{center, {turn.col(0), turn.col(1), turn.col(2)}, half_extents}}, {});
}

TEST(Penetration, GivesTheFourCornersOfABoxThatSinksIntoATable) {
  const auto p = penetration(box_at(Vec3::Zero(), Vec3(5, 5, 1)), box_at(Vec3(0, 0, 1.75), Vec3(1, 1, 1)));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->depth, 0.25);
  EXPECT_EQ(p->normal, Vec3(0, 0, 1));
  ASSERT_EQ(p->manifold.size(), 4U);
  for (const ManifoldPoint& m : p->manifold) {
    EXPECT_EQ(m.depth, 0.25);
    EXPECT_EQ(m.point.cwiseAbs(), Vec3(1, 1, 0.75));
  }
}

TEST(Penetration, GivesOnePointWhereTwoEdgesCross) {
  const double s = std::sqrt(0.5);
  Mat3 about_x;
  about_x << 1, 0, 0, 0, s, -s, 0, s, s;
  Mat3 about_y;
  about_y << s, 0, s, 0, 1, 0, -s, 0, s;
  const auto p = penetration(box_at(Vec3::Zero(), Vec3(5, 1, 1), about_x), box_at(Vec3(0, 0, 2.75), Vec3(1, 5, 1), about_y));
  ASSERT_TRUE(p);
  EXPECT_NEAR(p->depth, 2 * std::sqrt(2.0) - 2.75, slack);
  ASSERT_EQ(p->manifold.size(), 1U);
  EXPECT_NEAR((p->manifold[0].point - Vec3(0, 0, 1.375)).norm(), 0, slack);
}

TEST(Penetration, TouchingBodiesHaveDepthZeroAndASeparatingNormal) {
  const auto p = penetration(box_at(Vec3::Zero(), Vec3(1, 1, 1)), box_at(Vec3(2, 0, 0), Vec3(1, 1, 1)));
  ASSERT_TRUE(p);
  EXPECT_EQ(p->depth, 0);
  EXPECT_EQ(p->normal, Vec3(1, 0, 0));
}

TEST(Penetration, InThePlaneNeverLeavesThePlane) {
  const Convex flat = box_at(Vec3::Zero(), Vec3(2, 1, 0));
  const auto p = penetration(flat, box_at(Vec3(0, 1.5, 0), Vec3(1, 1, 0)), World::plane);
  ASSERT_TRUE(p);
  EXPECT_EQ(p->depth, 0.5);
  EXPECT_EQ(p->normal, Vec3(0, 1, 0));
  EXPECT_EQ(p->manifold.size(), 2U);
}

}  // namespace
}  // namespace graze::sat
