/// Depth of linear and rounded shapes against its definition: no direction ends the overlap with less.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/generate.h>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "methods/rounded_penetration.h"

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

/// The hull is so fine that a line is as deep in it as in the ball, from the side on which it is nearest to the surface.
TEST(UnboundedDepth, OfALineInAHullOfThousandsOfCorners) {
  testing::Random random(35);
  const Rounded hull = *as_rounded({*convex_hull(random.on_ball(3000, Vec3::Zero()))}, {});
  const Rounded line = *as_rounded({Line{Vec3(0, 0.25, 0), Vec3(3, 0, 0)}}, {});
  const Rounded ray = *as_rounded({Ray{Vec3(0.5, 0, 0), Vec3(2, 0, 0)}}, {});
  constexpr double grain = 0.02;  // no corner is farther than 0.2 from the next
  const auto across = penetration(hull, line);
  ASSERT_TRUE(across);
  EXPECT_NEAR(across->depth, 0.75, grain);
  EXPECT_NEAR(across->normal.x(), 0, slack);
  const auto along = penetration(ray, hull);
  ASSERT_TRUE(along);
  EXPECT_NEAR(along->depth, 0.5, grain);  // out past the end of the ray
}

/// On a grid many facets are equally near or nearly so; none that the definition allows is nearer than the one found.
TEST(UnboundedDepth, IsTheLeastOfAllFacets) {
  testing::RandomConvex random(36);
  int found_any = 0;
  for (int i = 0; i < effort(400); ++i) {
    std::vector<Vec3> points;
    for (int k = 0; k < 12; ++k) points.push_back(random.grid_point(3) * 0x1p-2 + Vec3(1e6, 0, 0));
    const Shape shape{*convex_hull(points)};
    const Vec3 o = random.grid_point(2) * 0x1p-2 + Vec3(1e6, 0, 0), d = random.grid_point(3);
    if (d == Vec3::Zero()) continue;
    const Rounded hull = *as_rounded(shape, {}), ray = *as_rounded({Ray{o, d}}, {});
    const auto found = penetration(hull, ray);
    if (!found) continue;
    ++found_any;
    double least = std::numeric_limits<double>::infinity();
    std::vector<Vec3> sides{d};
    for (const Vec3& p : points) {
      for (const Vec3& q : points) sides.push_back(p - q);
    }
    for (const Vec3& u : sides) {
      for (const Vec3& v : sides) {
        const Vec3 n = u.cross(v);                        // exact: small multiples of a power of two
        if (n == Vec3::Zero() || n.dot(d) < 0) continue;  // b, the ray, has no end along -n
        double far = -std::numeric_limits<double>::infinity();
        for (const Vec3& p : points) far = std::max(far, n.dot(p - o));
        least = std::min(least, far / n.norm());
      }
    }
    ASSERT_NEAR(found->depth, least, 1e-12) << i;
  }
  EXPECT_GT(found_any, effort(400) / 10);
}

}  // namespace
}  // namespace graze::distance
