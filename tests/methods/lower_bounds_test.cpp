/// Lower bounds of distances, where the numbers they are made of have rounded: against rational numbers.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include "methods/convex_approach.h"
#include "methods/swept_body.h"
#include "views/rounded_body.h"

namespace graze {
namespace {

using oracle::Rational;
using oracle::RationalVec3;
using testing::Random;

Rational squared(double x) { return Rational(x) * Rational(x); }

/// A thousand million times as near as it is far from the origin: what a pose and the way round is more than the distance is known
/// to.
TEST(SweptBody, IsNoFartherThanTheWayOfThePoint) {
  Random random(3);
  double used = 0;
  for (int i = 0; i < 3000; ++i) {
    const Shape moving{Point{random.vector(10)}};
    const Pose pose = random.pose(1000);
    const Vec3 velocity = random.unit(), from = pose.to_world(std::get<Point>(moving.value).p);
    const double nearest = std::ldexp(1.0, -static_cast<int>(10 + random.below(30)));
    const Vec3 still = from + random.real(0.5, 1.5) * velocity + nearest * velocity.cross(random.unit());
    const double bound = distance::distance_bound(*distance::as_rounded(Shape{Point{still}}, {}),
                                                  distance::swept(*distance::as_rounded(moving, pose), velocity, 2));
    const RationalVec3 off = oracle::exact(still) - oracle::posed(std::get<Point>(moving.value).p, pose),
                       way = oracle::exact(velocity);
    const RationalVec3 area = oracle::cross(off, way);
    const Rational exact = oracle::dot(area, area) / oracle::dot(way, way);
    ASSERT_LE(squared(bound), exact) << i;
    used = std::max(used, 1 - bound / std::sqrt(exact.get_d()));
  }
  EXPECT_GT(used, 0.01);
}

TEST(ConvexApproach, GapsAlongADirectionAreNoMoreThanTheExactOnes) {
  Random random(4);
  for (int i = 0; i < 3000; ++i) {
    const Shape a{Point{random.vector(1)}}, b{Point{random.vector(1)}};
    const Pose pose_a = random.pose(1), pose_b = random.pose(1);
    const Vec3 direction = random.vector(1);
    const double gap = query::gap_along({a, pose_a}, {b, pose_b}, direction);
    const RationalVec3 between =
        oracle::posed(std::get<Point>(b.value).p, pose_b) - oracle::posed(std::get<Point>(a.value).p, pose_a);
    const RationalVec3 along = oracle::exact(direction);
    const Rational ahead = oracle::dot(between, along);
    ASSERT_EQ(gap < 0, ahead < 0) << i;
    const Rational exact = ahead * ahead / oracle::dot(along, along);
    ASSERT_TRUE(gap > 0 ? squared(gap) <= exact : squared(gap) >= exact) << i;
    EXPECT_NEAR(gap * gap, exact.get_d(), 1e-9 * gap * gap) << i;
  }
}

}  // namespace
}  // namespace graze
