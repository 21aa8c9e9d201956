/// Penetration depth of curved bodies against its definition: least over directions, attained along its normal.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "curved/bodies.h"
#include "curved/curved_oracle.h"
#include "curved/distance.h"
#include "curved/penetration.h"

namespace graze::distance {
namespace {

using testing::curved;

using testing::upright;

using testing::effort;
using testing::Oracle;
using testing::RandomCurved;

constexpr double slack = 0x1p-40;

double shadow_overlap(const Oracle& a, const Oracle& b, const Vec3& direction) {
  return double(a.reach(testing::real(direction)) + b.reach(testing::real(-direction)));
}

TEST(CurvedPenetration, IsTheLeastOverSampledDirectionsAndAttainedAlongItsNormal) {
  RandomCurved random(31);
  const int pairs = effort(600);
  int found = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape shape_a = random.shape(random.integer(0, 2));
    const Shape shape_b = random.shape(random.integer(0, 12));
    const Pose pose = random.pose(0.5);
    const Curved a = curved(shape_a);
    const Curved b = curved(shape_b, pose);
    const auto depth = depth_of(a, b);
    ASSERT_EQ(depth.has_value(), overlap(a, b)) << i;
    if (!depth) continue;
    ++found;
    const Oracle on_a = testing::oracle_of(shape_a, {});
    const Oracle on_b = testing::oracle_of(shape_b, pose);
    ASSERT_NEAR(depth->normal.norm(), 1, slack) << i;
    ASSERT_NEAR(shadow_overlap(on_a, on_b, depth->normal), depth->upper, slack) << i;
    ASSERT_LE(depth->lower, depth->upper) << i;
    for (int k = 0; k < 300; ++k) {
      const bool nearby = k % 2 == 0;
      const Vec3 direction = nearby ? Vec3((depth->normal + 0.01 * random.unit()).normalized()) : random.unit();
      ASSERT_GE(shadow_overlap(on_a, on_b, direction), depth->lower - slack) << i;
    }
    const auto swapped = penetration(b, a);
    ASSERT_TRUE(swapped) << i;
    ASSERT_NEAR(swapped->depth, depth->upper, 2e-6 * depth->upper + slack) << i;
  }
  EXPECT_GT(found, pairs / 4);
}

TEST(CurvedPenetration, IsProvenToAMillionth) {
  RandomCurved random(32);
  for (int i = 0; i < effort(400); ++i) {
    const auto depth = depth_of(curved(random.shape(random.integer(0, 2))), curved(random.shape(random.integer(0, 12))));
    if (!depth) continue;
    ASSERT_GE(depth->lower, depth->upper * (1 - 1e-6) - 8 * 0x1p-45) << i;
  }
}

TEST(CurvedPenetration, IsAsExactAsDistancesWhereOneDirectionIsShallowest) {
  RandomCurved random(34);
  for (int i = 0; i < effort(200); ++i) {
    const Pose pose = random.pose(2);
    const double off_axis = random.real_in(0.1, 0.9);
    const double height = random.real_in(-0.9, 0.9);
    const auto ball =
        penetration(curved({upright(Vec3(0, 0, -1), 2, 1)}, pose), curved({Sphere{Vec3(0, off_axis, height), 0.25}}, pose));
    ASSERT_TRUE(ball) << i;
    ASSERT_NEAR(ball->depth, 0.25 + std::min(1 - off_axis, 1 - std::fabs(height)), 1e-11) << i;
  }
}

TEST(CurvedPenetration, OfABallOnTheAxisOfATurnedCylinderIsExact) {
  RandomCurved random(35);
  for (int i = 0; i < 10; ++i) {
    const Pose pose = random.pose(2);
    const auto ball = penetration(curved({upright(Vec3(0, 0, -5), 10, 1)}, pose), curved({Sphere{Vec3(0, 0, 1), 0.5}}, pose));
    ASSERT_TRUE(ball) << i;
    ASSERT_NEAR(ball->depth, 1.5, 1e-12) << i;
    ASSERT_NEAR(ball->normal.dot(pose.rotation.col(2)), 0, 1e-12) << i;
  }
}

TEST(CurvedPenetration, MovesTheBodiesJustApart) {
  RandomCurved random(33);
  for (int i = 0; i < effort(200); ++i) {
    const Curved a = curved(random.shape(random.integer(0, 2)));
    const Shape b = random.shape(random.integer(0, RandomCurved::kinds - 1));
    const auto p = penetration(a, curved(b));
    if (!p) continue;
    const auto pushed = [&](double by) { return closest_points(a, curved(b, {Mat3::Identity(), by * p->normal})).distance; };
    ASSERT_LE(pushed(p->depth), 1e-6 * p->depth + slack) << i;  // what the depth may be too large by
    ASSERT_GT(pushed(p->depth + 1e-3), 0) << i;
  }
}

TEST(CurvedPenetration, OfCoaxialCylindersIsTheirDiameterOrHeight) {
  const auto tall = depth_of(curved({upright(Vec3(0, 0, -1), 2, 0.5)}), curved({upright(Vec3(0, 0, -1), 2, 0.5)}));
  ASSERT_TRUE(tall);
  EXPECT_NEAR(tall->upper, 1, slack);
  EXPECT_GT(tall->lower, 1 - 1e-4);
  EXPECT_NEAR(tall->normal.z(), 0, 1e-6);
  const auto low = depth_of(curved({upright(Vec3(0, 0, -1), 2, 5)}), curved({upright(Vec3(0, 0, 0.5), 2, 4)}));
  ASSERT_TRUE(low);
  EXPECT_NEAR(low->upper, 0.5, slack);
  EXPECT_NEAR(low->normal.z(), 1, slack);
}

TEST(CurvedPenetration, OfEllipsoidsIsKnownAlongTheirAxes) {
  const auto p = penetration(curved({Ellipsoid{Vec3::Zero(), world_frame(), Vec3(1, 2, 3)}}),
                             curved({Ellipsoid{Vec3(1.5, 0, 0), world_frame(), Vec3(1, 3, 2)}}));
  ASSERT_TRUE(p);
  EXPECT_NEAR(p->depth, 0.5, slack);
  EXPECT_NEAR(p->normal.x(), 1, slack);
}

TEST(CurvedPenetration, OfFlatBodiesInOnePlaneIsZero) {
  const Ellipsoid disc{Vec3::Zero(), world_frame(), Vec3(1, 1, 0)};
  const auto p = penetration(curved({disc}), curved({Triangle{{Vec3(0.5, 0, 0), Vec3(3, 0, 0), Vec3(0, 3, 0)}}}));
  ASSERT_TRUE(p);
  EXPECT_NEAR(p->depth, 0, slack);
  EXPECT_NEAR(std::fabs(p->normal.z()), 1, slack);
}

TEST(CurvedPenetration, OfALineIsThatOfAnEndlessOne) {
  const Curved c = curved({upright(Vec3(0, 0, -1), 2, 0.5)});
  const auto along = penetration(c, curved({Line{Vec3(0.25, 0, 77), Vec3(0, 0, 3)}}));
  ASSERT_TRUE(along);
  EXPECT_NEAR(along->depth, 0.25, slack);
  EXPECT_NEAR(along->normal.x(), 1, slack);
  const auto across = penetration(curved({Line{Vec3(50, 0, 0.75), Vec3(1, 0, 0)}}), c);
  ASSERT_TRUE(across);
  EXPECT_NEAR(across->depth, 0.25, slack);
  EXPECT_NEAR(across->normal.z(), -1, slack);
  const auto ray = penetration(c, curved({Ray{Vec3(0, 0, 0.75), Vec3(0, 0, 1)}}));  // its end is what leaves first
  ASSERT_TRUE(ray);
  EXPECT_NEAR(ray->depth, 0.25, slack);
  EXPECT_NEAR(ray->normal.z(), 1, slack);
}

TEST(CurvedPenetration, OfPlanesIsTheShadowBelowThem) {
  const Curved c = curved({Cone{Vec3(0, 0, -1), Vec3(0, 0, 1), 0.5}});
  const auto half = penetration(c, curved({HalfSpace{Vec3(0, 0, 5), 2.5}}));  // z <= 0.5 holds most of the cone
  ASSERT_TRUE(half);
  EXPECT_NEAR(half->depth, 1.5, slack);
  EXPECT_NEAR(half->normal.z(), -1, slack);
  const auto plane = penetration(c, curved({Plane{Vec3(0, 0, 5), 2.5}}));
  ASSERT_TRUE(plane);
  EXPECT_NEAR(plane->depth, 0.5, slack);
  EXPECT_NEAR(plane->normal.z(), 1, slack);
}

TEST(CurvedPenetration, OfASphereIsSmoothWhereItsCentreEnters) {
  const Curved c = curved({upright(Vec3(0, 0, -1), 2, 0.5)});
  for (int k = -50; k <= 0; k += 5) {
    for (const double side : {-1.0, 1.0}) {
      const double x = 0.5 + side * std::ldexp(0.125, k);
      const auto p = penetration(c, curved({Sphere{Vec3(x, 0, 0), 0.25}}));
      ASSERT_TRUE(p);
      EXPECT_NEAR(p->depth, 0.75 - x, 2e-6 * p->depth) << x;
      EXPECT_NEAR(p->normal.x(), 1, 1e-6) << x;
    }
  }
}

TEST(CurvedPenetration, IsZeroForBodiesThatTouch) {
  const auto p = penetration(curved({upright(Vec3::Zero(), 1, 1)}), curved({Aabb{Vec3(1, -1, -1), Vec3(2, 2, 2)}}));
  ASSERT_TRUE(p);
  EXPECT_NEAR(p->depth, 0, slack);
  EXPECT_NEAR(p->normal.x(), 1, 1e-6);
}

}  // namespace
}  // namespace graze::distance
