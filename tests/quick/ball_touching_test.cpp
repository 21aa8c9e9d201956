/// Two balls that nearly touch, in double-doubles.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/known_shapes.h>

#include "methods/rounded_oracle.h"
#include "quick/ball_touching.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;

/// Gaps and depths from 1e-14 of the distance down to what double-doubles leave open: one radius is rounded, the other is the rest.
TEST(BallTouching, AgreesWithRationals) {
  RandomRounded random(71);
  int certified = 0;
  const int all = effort(2000);
  for (int i = 0; i < all; ++i) {
    const Vec3 a = random.convex.real_point(1), b = a + random.convex.real_point(2);
    mpq_class squared = 0;
    for (int k = 0; k < 3; ++k) squared += (mpq_class(b[k]) - mpq_class(a[k])) * (mpq_class(b[k]) - mpq_class(a[k]));
    const mpf_class length = oracle::root(squared);
    const mpf_class left =
        length * mpf_class(std::pow(10, -random.convex.real(14, 32)) * (random.convex.chance(0.5) ? 1 : -1), 400);
    const double large = mpf_class(length - left).get_d() * (1 - 2 * tolerance::rounding);
    const double small = mpf_class(length - left - large).get_d();  // what rounding left over
    const mpf_class gap = length - large - small;
    const TouchingBalls balls(StandingCenter(a), large, StandingCenter(b), small);
    const Known known = balls.relation();
    if (known == Known::nothing) continue;
    ++certified;
    ASSERT_EQ(known == Known::overlapping, gap <= 0) << i << " gap " << gap;
    const auto nothing = [] { return std::optional<Closest>(); };
    const auto closest = balls.answer<std::optional<Closest>>(nothing);
    if (!closest || gap <= 0) continue;
    ASSERT_LE(mpf_class(abs(mpf_class(closest->distance, 400) - gap) / gap).get_d(), enough_if_linear) << i << " gap " << gap;
  }
  EXPECT_GT(certified, 0.8 * all);
  EXPECT_LT(certified, all);
}

/// By a triangle with sides 3, 4 and 5.
Known relation_of_touching(double unit, double gap) {
  const TouchingBalls balls(StandingCenter(Vec3(0, 0, 0)), 3 * unit, StandingCenter(Vec3(3 * unit, 4 * unit, 0)), 2 * unit - gap);
  return balls.relation();
}

TEST(BallTouching, KnowsBallsThatTouchExactlyWhereNoSquareIsRounded) {
  EXPECT_EQ(relation_of_touching(1, 0), Known::overlapping);
  EXPECT_EQ(relation_of_touching(0x1p-20, 0), Known::overlapping);
  EXPECT_EQ(relation_of_touching(1, 0x1p-52), Known::apart);
  EXPECT_EQ(relation_of_touching(1, -0x1p-52), Known::overlapping);
  const auto nothing = [] { return std::optional<Closest>(); };
  const TouchingBalls balls(StandingCenter(Vec3(1, 0, 0)), 3, StandingCenter(Vec3(4, 4, 0)), 2);
  const auto closest = balls.answer<std::optional<Closest>>(nothing);
  ASSERT_TRUE(closest);
  EXPECT_EQ(closest->distance, 0);
  EXPECT_LT((closest->points[0] - Vec3(2.8, 2.4, 0)).norm(), 1e-15);
  EXPECT_EQ(closest->points[0], closest->points[1]);
}

TEST(BallTouching, LeavesBallsThatTouchExactlyToRationalsWhereSquaresAreRounded) {
  const double unit = 1 + 0x1p-40;
  EXPECT_EQ(relation_of_touching(unit, 0), Known::nothing);
  EXPECT_TRUE(overlap(Sphere{Vec3(0, 0, 0), 3 * unit}, Sphere{Vec3(3 * unit, 4 * unit, 0), 2 * unit}));
  EXPECT_EQ(closest_points(Sphere{Vec3(0, 0, 0), 3 * unit}, Sphere{Vec3(3 * unit, 4 * unit, 0), 2 * unit}).distance, 0);
}

}  // namespace
}  // namespace graze::distance
