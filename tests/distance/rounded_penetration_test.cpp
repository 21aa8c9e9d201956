/// Depth of linear and rounded shapes against its definition: no direction ends the overlap with less.

#include <cmath>

#include <gtest/gtest.h>

#include <graze/distance/rounded_closest.h>
#include <graze/distance/rounded_penetration.h>

#include <oracle/effort.h>

#include "rounded_oracle.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;
using testing::RoundedCase;

constexpr double slack = 0x1p-40;

/// How far b must go along a unit direction to be past a; negative when it is past already, large when there is no end.
double way_out(const RoundedCase& a, const RoundedCase& b, const Vec3& direction) {
  const auto along = oracle::exact(direction);
  mpq_class farthest = -1e6;
  for (const auto& g : oracle::difference(a.exact, b.exact)) {
    const mpq_class reach = oracle::dot(g.at, along);
    if (!g.is_ray) farthest = std::max(farthest, reach);
    if (g.is_ray && reach.get_d() > slack) return 1e6;
  }
  return mpq_class(farthest + a.exact.radius + b.exact.radius).get_d();
}

TEST(RoundedDepth, IsTheLeastOverSampledDirectionsAndAttainedAlongItsNormal) {
  RandomRounded random(31);
  const int pairs = effort(1500);
  int found_any = 0;
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(testing::RandomConvex::kinds, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    SCOPED_TRACE(std::to_string(i) + " kinds " + std::to_string(a.shape.value.index()) + " " +
                 std::to_string(b.shape.value.index()));
    const Rounded body_a = *as_rounded(a.shape, a.pose);
    const Rounded body_b = *as_rounded(b.shape, b.pose);
    const auto depth = penetration(body_a, body_b);
    ASSERT_EQ(depth.has_value(), overlap(body_a, body_b));
    if (!depth) continue;
    ++found_any;
    ASSERT_GE(depth->depth, 0);
    ASSERT_NEAR(depth->normal.norm(), 1, slack);
    ASSERT_NEAR(way_out(a, b, depth->normal), depth->depth, slack);
    for (int k = 0; k < 40; ++k) ASSERT_GE(way_out(a, b, random.convex.real_point(1).normalized()), depth->depth - slack);
    ASSERT_NEAR(penetration(body_b, body_a)->depth, depth->depth, slack);
    ASSERT_FALSE(depth->manifold.empty());
  }
  EXPECT_GT(found_any, pairs / 10);
}

TEST(RoundedDepth, OfConcentricSpheresIsTheSumOfRadiiAnyWay) {
  const Rounded a = *as_rounded({Sphere{Vec3(1, 2, 3), 2}}, {});
  const Rounded b = *as_rounded({Sphere{Vec3(1, 2, 3), 0.5}}, {});
  for (const auto world : {sat::World::space, sat::World::plane}) {
    const auto depth = penetration(a, b, world);
    ASSERT_TRUE(depth);
    EXPECT_EQ(depth->depth, 2.5);
    EXPECT_EQ(depth->normal.norm(), 1);
    EXPECT_TRUE(world == sat::World::space || depth->normal.z() == 0);
  }
}

TEST(RoundedDepth, OfASphereInABoxCountsFromTheNearestFace) {
  const Rounded box = *as_rounded({Aabb{Vec3(-2, -2, -2), Vec3(2, 2, 2)}}, {});
  const Rounded ball = *as_rounded({Sphere{Vec3(1.5, 0, 0), 1}}, {});
  const auto depth = penetration(box, ball);
  ASSERT_TRUE(depth);
  EXPECT_EQ(depth->depth, 1.5);
  EXPECT_EQ(depth->normal, Vec3(1, 0, 0));
}

TEST(RoundedDepth, InThePlaneStaysInThePlane) {
  const Rounded line = *as_rounded({Line{Vec3::Zero(), Vec3(1, 0, 0)}}, {});
  const Rounded disc = *as_rounded({Sphere{Vec3(3, 0, 0), 1}}, {});
  const auto depth = penetration(line, disc, sat::World::plane);
  ASSERT_TRUE(depth);
  EXPECT_EQ(depth->depth, 1);
  EXPECT_EQ(std::fabs(depth->normal.y()), 1);
}

TEST(RoundedDepth, OfLinesThatCrossInThePlaneHasNoEnd) {
  const Rounded rising = *as_rounded({Line{Vec3::Zero(), Vec3(1, 1, 0)}}, {});
  const Rounded falling = *as_rounded({Line{Vec3(2, 0, 0), Vec3(1, -3, 0)}}, {});
  const auto across = penetration(rising, falling, sat::World::plane);
  ASSERT_TRUE(across);
  EXPECT_TRUE(std::isinf(across->depth));
  EXPECT_EQ(penetration(rising, falling, sat::World::space)->depth, 0);
  EXPECT_EQ(penetration(rising, rising, sat::World::plane)->depth, 0);
}

}  // namespace
}  // namespace graze::distance
