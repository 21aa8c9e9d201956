/// Moving curved bodies: closed forms, and the distance before, at and after the reported times.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "curved/bodies.h"
#include "curved/curved_oracle.h"
#include "curved/distance.h"
#include "curved/sweep.h"

namespace graze::distance {
namespace {

using testing::curved;

using testing::upright;

using testing::effort;
using testing::RandomCurved;

using testing::infinity;
constexpr double sweep_slack = 0x1p-40;

Curved shifted(const Shape& shape, const Pose& pose, const Vec3& by) {
  return curved(shape, {pose.rotation, pose.translation + by});
}

sat::Velocities moving_b(const Vec3& v) { return {Vec3::Zero(), v}; }

/// Least distance over [0, t_max] by ternary search: the distance is convex in time.
double least_distance(const Curved& a, const Shape& b, const Pose& pose, const Vec3& v, double t_max) {
  double low = 0;
  double high = t_max;
  const auto at = [&](double t) { return closest_points(a, shifted(b, pose, t * v)).distance; };
  for (int i = 0; i < 90; ++i) {
    const double p = low + (high - low) / 3;
    const double q = high - (high - low) / 3;
    const double at_p = at(p);
    if (at_p == 0) return 0;
    (at_p < at(q) ? high : low) = at_p < at(q) ? q : p;
  }
  return at(low);
}

TEST(CurvedSweep, IsNeverLate) {
  RandomCurved random(41);
  const int pairs = effort(400);
  int hits = 0;
  int misses = 0;
  for (int i = 0; i < pairs; ++i) {
    const Curved a = curved(random.shape(random.integer(0, 2)));
    const Shape b = random.shape(random.integer(0, RandomCurved::kinds - 1));
    const Pose pose{random.rotation(), 4 * random.unit()};
    const Vec3 v = -pose.translation + random.point(1.5);
    const double t_max = 2;
    const auto impact = sweep(a, curved(b, pose), moving_b(v), t_max);
    const auto at = [&](double t) { return closest_points(a, shifted(b, pose, t * v)).distance; };
    const double least = least_distance(a, b, pose, v, t_max);
    ASSERT_TRUE(impact || least > 0) << i;  // that a hit is one is seen below, by the distance at `first`
    if (!impact) {
      ++misses;
      continue;
    }
    ++hits;
    ASSERT_LE(at(impact->first), sweep_slack) << i;
    ASSERT_LE(at(*impact->last), sweep_slack) << i;
    ASSERT_LE(impact->first, *impact->last) << i;
    ASSERT_EQ(impact->initial, at(0) == 0) << i;
    if (impact->first > 0) {
      ASSERT_GT(at(impact->first * (1 - 1e-5)), 0) << i;
      ASSERT_EQ(impact->set.points.size(), 1U) << i;
      ASSERT_NEAR(impact->normal->norm(), 1, sweep_slack) << i;
      ASSERT_LE(impact->normal->dot(v), 0) << i;
      const Curved point = curved({Point{impact->set.points[0]}});
      ASSERT_LE(closest_points(a, point).distance, sweep_slack) << i;
      ASSERT_TRUE(!curved(b).is_bounded() || closest_points(shifted(b, pose, impact->first * v), point).distance <= sweep_slack)
          << i;
    }
    ASSERT_TRUE(*impact->last == t_max || at(*impact->last * (1 + 1e-5)) > 0) << i;
  }
  EXPECT_GT(hits, pairs / 5);
  EXPECT_GT(misses, pairs / 10);
}

TEST(CurvedSweep, OfCylindersHeadOnIsGapOverSpeed) {
  const auto impact = sweep(curved({upright(Vec3::Zero(), 2, 1)}), curved({upright(Vec3(5, 0, 1), 2, 1)}),
                            {Vec3(1, 0, 0), Vec3(-1, 0, 0)}, infinity);
  ASSERT_TRUE(impact);
  EXPECT_LE(impact->first, 1.5);
  EXPECT_NEAR(impact->first, 1.5, sweep_slack);
  EXPECT_NEAR(*impact->last, 3.5, sweep_slack);
  EXPECT_GE(*impact->last, 3.5);
  EXPECT_FALSE(impact->initial);
  EXPECT_TRUE(impact->approaching);
  EXPECT_NEAR(impact->normal->x(), 1, sweep_slack);
  EXPECT_NEAR(impact->set.points[0].x(), 2.5, sweep_slack);
}

TEST(CurvedSweep, CountsAGrazingContact) {
  const Curved a = curved({upright(Vec3(0, 0, -1), 2, 1)});
  const Shape ball{Sphere{Vec3::Zero(), 1}};
  for (const double aside : {2.0, 2.0 + 1e-9}) {
    const auto impact = sweep(a, curved(ball, {Mat3::Identity(), Vec3(-10, aside, 0)}), moving_b(Vec3(1, 0, 0)), infinity);
    ASSERT_EQ(impact.has_value(), aside == 2);
    if (!impact) continue;
    EXPECT_LE(impact->first, 10);
    EXPECT_NEAR(impact->first, 10, 1e-5);
    EXPECT_GE(*impact->last, 10);
  }
}

TEST(CurvedSweep, ParallelSlidersMiss) {
  const Curved c = curved({Cylinder{{Vec3(0, 0, 1), Vec3(3, 4, 1)}, 0.5}});
  const Vec3 v(-30, -40, 0);
  const double gap = 0x1p-30;
  EXPECT_FALSE(sweep(c, curved({Plane{Vec3(0, 0, 7), 3.5 - gap}}), moving_b(v), infinity));
  EXPECT_FALSE(sweep(c, curved({HalfSpace{Vec3(0, 0, 7), 3.5 - gap}}), moving_b(v), infinity));
  EXPECT_FALSE(sweep(c, curved({Line{Vec3(0, 0, 0.5 - gap), v}}), moving_b(v), infinity));
  EXPECT_FALSE(sweep(c, curved({Ray{Vec3(0, 0, 0.5 - gap), -v}}), moving_b(v), infinity));
  EXPECT_FALSE(sweep(c, curved({Cylinder{{Vec3(30, 40, -gap), Vec3(60, 80, -gap)}, 0.5}}), moving_b(v), infinity));
  EXPECT_TRUE(sweep(c, curved({Plane{Vec3(0, 0, 7), 3.5}}), moving_b(v), infinity));
}

TEST(CurvedSweep, LinesThatMoveAlongThemselvesMiss) {
  RandomCurved random(44);
  for (int i = 0; i < effort(100); ++i) {
    const Vec3 d = random.point(1);
    const Vec3 aside = 3 * d.unitOrthogonal();
    const Curved c = curved(random.shape(random.integer(0, 2)), {random.rotation(), Vec3::Zero()});
    ASSERT_FALSE(sweep(c, curved({Line{aside, d}}), moving_b(8 * d), infinity)) << i;
    ASSERT_FALSE(sweep(curved({Ray{aside, d}}), c, moving_b(8 * d), infinity)) << i;
  }
}

TEST(CurvedSweep, MeetsPlanesThatAreNearlyParallelToTheMotion) {
  const Curved c = curved({upright(Vec3(0, 0, 1), 2, 1)});
  const auto impact = sweep(c, curved({Plane{Vec3(0, 0, 1), 0}}), moving_b(Vec3(1, 0, 0x1p-60)), infinity);
  ASSERT_TRUE(impact);
  EXPECT_NEAR(impact->first, 0x1p+60, 0x1p+20);
  EXPECT_NEAR(*impact->last, 3 * 0x1p+60, 0x1p+22);
}

TEST(CurvedSweep, TellsTouchingFromOverlapping) {
  const Curved a = curved({upright(Vec3::Zero(), 1, 1)});
  const auto touching = sweep(a, curved({upright(Vec3(0, 0, 1), 1, 1)}), moving_b(Vec3(0, 0, -1)), 5);
  ASSERT_TRUE(touching);
  EXPECT_TRUE(touching->initial);
  EXPECT_TRUE(touching->approaching);
  EXPECT_EQ(touching->first, 0);
  EXPECT_NEAR(*touching->last, 2, sweep_slack);
  ASSERT_TRUE(touching->normal);
  EXPECT_NEAR(touching->normal->z(), 1, sweep_slack);
  ASSERT_EQ(touching->set.points.size(), 1U);
  EXPECT_NEAR(touching->set.points[0].z(), 1, sweep_slack);
  for (const double depth : {0.5, 0x1p-30}) {
    const auto inside = sweep(a, curved({upright(Vec3(0, 0, 1 - depth), 1, 1)}), moving_b(Vec3(0, 0, -1)), 5);
    ASSERT_TRUE(inside);
    EXPECT_TRUE(inside->initial);
    EXPECT_EQ(inside->first, 0);
    EXPECT_FALSE(inside->normal);
    EXPECT_TRUE(inside->set.points.empty());
  }
}

TEST(CurvedSweep, KnowsWhenTheyPartAtOnce) {
  const Curved a = curved({upright(Vec3::Zero(), 1, 1)});
  for (const Shape& b : {Shape{upright(Vec3(0.5, 0, 1), 1, 1)}, Shape{Plane{Vec3(0, 0, 1), 1}}, Shape{Sphere{Vec3(0, 0, 2), 1}}}) {
    const auto parting = sweep(a, curved(b), moving_b(Vec3(0, 0, 1)), infinity);
    ASSERT_TRUE(parting);
    EXPECT_TRUE(parting->initial);
    EXPECT_FALSE(parting->approaching);
    EXPECT_EQ(parting->first, 0);
    EXPECT_EQ(*parting->last, 0);
    const auto sliding = sweep(a, curved(b), moving_b(Vec3(1, 0, 0)), 0.25);
    ASSERT_TRUE(sliding);
    EXPECT_TRUE(sliding->approaching);
    EXPECT_NEAR(*sliding->last, 0.25, sweep_slack);
  }
}

TEST(CurvedSweep, KnowsWhenTheyPartAlongTheirTangent) {
  const auto parting =
      sweep(curved({upright(Vec3::Zero(), 1, 1)}), curved({Sphere{Vec3(2, 0, 0.5), 1}}), moving_b(Vec3(0, 1, 0)), infinity);
  ASSERT_TRUE(parting);
  EXPECT_TRUE(parting->initial);
  EXPECT_FALSE(parting->approaching);
  EXPECT_EQ(*parting->last, 0);
}

TEST(CurvedSweep, TakesAnyTimeAndNoVelocity) {
  const Curved a = curved({upright(Vec3::Zero(), 1, 1)});
  const Curved inside = curved({Ellipsoid{Vec3(1, 0, 0), world_frame(), Vec3(1, 2, 0.5)}});
  const Curved outside = curved({Ellipsoid{Vec3(5, 0, 0), world_frame(), Vec3(1, 2, 0.5)}});
  EXPECT_FALSE(sweep(a, outside, {}, infinity));
  EXPECT_FALSE(sweep(a, outside, moving_b(Vec3(-1, 0, 0)), 0));
  EXPECT_FALSE(sweep(a, outside, moving_b(Vec3(-1, 0, 0)), 2.999));
  EXPECT_TRUE(sweep(a, outside, moving_b(Vec3(-1, 0, 0)), 3));
  const auto rest = sweep(a, inside, {Vec3(1, 2, 3), Vec3(1, 2, 3)}, infinity);
  ASSERT_TRUE(rest);
  EXPECT_EQ(*rest->last, infinity);
  const auto instant = sweep(a, inside, moving_b(Vec3(9, 0, 0)), 0);
  ASSERT_TRUE(instant);
  EXPECT_EQ(*instant->last, 0);
  EXPECT_TRUE(instant->approaching);
}

TEST(CurvedSweep, TakesSpeedsOfAnySize) {
  const Curved a = curved({upright(Vec3::Zero(), 1, 1)});
  const Curved b = curved({upright(Vec3(5, 0, 0), 1, 1)});
  for (const double speed : {0x1p-900, 0x1p+900}) {
    const auto impact = sweep(a, b, moving_b(Vec3(-speed, 0, 0)), infinity);
    ASSERT_TRUE(impact) << speed;
    EXPECT_NEAR(impact->first * speed, 3, sweep_slack) << speed;
    EXPECT_NEAR(*impact->last * speed, 7, sweep_slack) << speed;
    EXPECT_FALSE(sweep(a, b, moving_b(Vec3(0, speed, 0)), infinity)) << speed;
  }
}

TEST(CurvedSweep, AlongARayOrIntoAHalfSpaceNeverEnds) {
  const Curved c = curved({upright(Vec3(0, 0, -0.5), 1, 1)});
  const Shape ray{Ray{Vec3(5, 0, 0), Vec3(2, 0, 0)}};
  const auto along = sweep(c, curved(ray), moving_b(Vec3(-1, 0, 0)), infinity);  // the cylinder runs out along the ray
  ASSERT_TRUE(along);
  EXPECT_NEAR(along->first, 4, sweep_slack);
  EXPECT_EQ(*along->last, infinity);
  const auto back = sweep(curved({Ray{Vec3(-5, 0, 0), Vec3(2, 0, 0)}}), c, moving_b(Vec3(-1, 0, 0)), infinity);
  ASSERT_TRUE(back);
  EXPECT_EQ(back->first, 0);
  EXPECT_NEAR(*back->last, 6, sweep_slack);
  const auto sunk = sweep(c, curved({HalfSpace{Vec3(0, 0, 1), -3}}), moving_b(Vec3(0, 0, 1)), infinity);
  ASSERT_TRUE(sunk);
  EXPECT_NEAR(sunk->first, 2.5, sweep_slack);
  EXPECT_EQ(*sunk->last, infinity);
}

TEST(CurvedSweep, IsNeutralToPowersOfTwoAndToOrder) {
  RandomCurved random(43);
  for (int i = 0; i < effort(200); ++i) {
    const Cylinder c = std::get<Cylinder>(random.shape(0).value);
    const Ellipsoid e = std::get<Ellipsoid>(random.shape(2).value);
    const Vec3 place = 4 * random.unit();
    const Vec3 v = -place + random.point(1);
    const auto at = [&](double by, bool swapped) {
      const Curved a = curved({Cylinder{{by * c.v[0], by * c.v[1]}, by * c.radius}});
      const Curved b = curved({Ellipsoid{by * (e.center + place), e.axes, by * e.half_extents}});
      return swapped ? sweep(b, a, {by * v, Vec3::Zero()}, 3) : sweep(a, b, {Vec3::Zero(), by * v}, 3);
    };
    const auto plain = at(1, false);
    const auto scaled = at(i % 2 == 0 ? 0x1p-600 : 0x1p+600, false);
    const auto swapped = at(1, true);
    ASSERT_EQ(plain.has_value(), scaled.has_value()) << i;
    ASSERT_EQ(plain.has_value(), swapped.has_value()) << i;
    if (!plain) continue;
    ASSERT_EQ(plain->first, scaled->first) << i;
    ASSERT_EQ(plain->last, scaled->last) << i;
    ASSERT_NEAR(plain->first, swapped->first, sweep_slack) << i;
  }
}

}  // namespace
}  // namespace graze::distance
