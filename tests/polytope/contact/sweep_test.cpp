/// First and last times of contact against an exact linear program, and the contact sets they leave.

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include <graze/generate.h>

#include "polytope/contact/random_flight.h"
#include "polytope/contact/sweep.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::Flight;
using testing::random_flight;
using testing::RandomConvex;
using testing::truth;

using testing::infinity;

std::optional<Impact> answer(const Flight& f) { return sweep(f.convex_a(), f.convex_b(), f.velocities, f.t_max); }

/// Squared distance of x from the hull of the corners moved by t*v is at most `reach`^2, decided by a linear program on a small
/// cube.
bool near_moved_body(const Vec3& x, const oracle::RationalPoints& corners, const Vec3& v, const mpq_class& t, double reach) {
  oracle::RationalPoints cube;
  for (int k = 0; k < 8; ++k) {
    oracle::RationalVec3 p = oracle::exact(x);
    for (int c = 0; c < 3; ++c) p[c] += ((k >> c & 1) != 0 ? mpq_class(reach) : mpq_class(-reach)) - t * mpq_class(v[c]);
    cube.push_back(p);
  }
  return oracle::meet(cube, corners);
}

TEST(ConvexSweep, AgreesWithAnExactLinearProgramOnBooleanAndBothTimes) { testing::expect_exact_times(42, effort(100000), answer); }

TEST(ConvexSweep, PutsEveryContactPointOnBothBodiesAndTheNormalBetweenThem) {
  RandomConvex random(43);
  const int flights = effort(100000);
  int sets = 0;
  for (int i = 0; i < flights; ++i) {
    const Flight f = random_flight(random);
    const auto expected = truth(f);
    if (!expected) continue;
    const auto impact = answer(f);
    ASSERT_TRUE(impact);
    if (!impact->initial) {
      ASSERT_FALSE(impact->set.points.empty()) << "flight " << i;
      ASSERT_TRUE(impact->normal) << "flight " << i;
      ASSERT_LT(impact->normal->dot(f.velocities.b - f.velocities.a), 1e-12) << "flight " << i;
    }
    for (const Vec3& p : impact->set.points) {
      ++sets;
      ASSERT_TRUE(near_moved_body(p, f.a.corners, f.velocities.a, expected->first, 0x1p-45)) << "flight " << i;
      ASSERT_TRUE(near_moved_body(p, f.b.corners, f.velocities.b, expected->first, 0x1p-45)) << "flight " << i;
    }
  }
  EXPECT_GT(sets, flights / 8);
}

TEST(ConvexSweep, IsTheSameFromTheOtherBodysPointOfView) {
  RandomConvex random(44);
  for (int i = 0; i < effort(20000); ++i) {
    const Flight f = random_flight(random);
    const Convex a = f.convex_a(), b = f.convex_b();
    const auto forth = sweep(a, b, f.velocities, f.t_max);
    const auto back = sweep(b, a, {f.velocities.b, f.velocities.a}, f.t_max);
    ASSERT_EQ(forth.has_value(), back.has_value()) << "flight " << i;
    if (!forth) continue;
    ASSERT_EQ(forth->first, back->first);
    ASSERT_EQ(forth->last, back->last);
    ASSERT_EQ(forth->initial, back->initial);
    ASSERT_EQ(forth->approaching, back->approaching);
    ASSERT_EQ(forth->set.points.size(), back->set.points.size()) << "flight " << i;
  }
}

/// A hull of points that leave a plane or a line by about a rounding, many of them between others.
std::vector<Vec3> nearly_flat_points(RandomConvex& random) {
  const Vec3 u = random.grid_point(2), v = random.chance(0.3) ? Vec3(Vec3::Zero()) : random.grid_point(2);
  const double off = std::ldexp(1.0, -random.integer(43, 57));
  std::vector<Vec3> points;
  for (int i = random.integer(3, 14); i > 0; --i) {
    points.push_back(random.integer(-2, 2) * u + random.integer(-2, 2) * v);
    points.back()[random.integer(0, 2)] += off * random.integer(-1, 1);
  }
  return points;
}

TEST(ConvexSweep, OfHullsThatAreFlatUpToRoundingAgreesWithAnExactLinearProgram) {
  RandomConvex random(45);
  int hits = 0;
  const int flights = effort(10000);
  for (int i = 0; i < flights; ++i) {
    const std::vector<Vec3> a = nearly_flat_points(random), b{random.real_point(4)};
    const Vec3 velocity = random.chance(0.5) ? random.grid_point(1) : random.real_point(2);
    const auto impact = sweep(*as_convex(Shape{convex_hull(a).value()}, {}), *as_convex(Shape{convex_hull(b).value()}, {}),
                              {Vec3::Zero(), velocity}, infinity);
    const auto expected = oracle::contact(oracle::exact_points(a), oracle::exact_points(b), oracle::exact(velocity), std::nullopt);
    testing::expect_times(impact, expected, 1);
    if (HasFatalFailure()) FAIL() << "flight " << i;
    hits += impact ? 1 : 0;
  }
  EXPECT_GT(hits, flights / 20);
}

Convex unit_box_at(double x) { return *as_convex(Shape{Obb{Vec3(x, 0, 0), world_frame(), Vec3(1, 1, 1)}}, {}); }

TEST(ConvexSweep, FindsAFullFaceWhenBoxesMeetHeadOn) {
  const auto impact = sweep(unit_box_at(0), unit_box_at(4), {Vec3(1, 0, 0), Vec3(-1, 0, 0)}, infinity);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->first, 1);
  EXPECT_EQ(impact->last, 3);
  ASSERT_EQ(impact->set.points.size(), 4U);
  for (const Vec3& p : impact->set.points) EXPECT_EQ(p.x(), 2);
  EXPECT_EQ(*impact->normal, Vec3(1, 0, 0));
  EXPECT_EQ(impact->features[0], (Feature{FeatureKind::face, 1}));
  EXPECT_EQ(impact->features[1], (Feature{FeatureKind::face, 0}));
}

TEST(ConvexSweep, TellsTouchingAndLeavingFromTouchingAndClosingIn) {
  const auto leaving = sweep(unit_box_at(0), unit_box_at(2), {Vec3::Zero(), Vec3(1, 0, 0)}, 5);
  ASSERT_TRUE(leaving);
  EXPECT_TRUE(leaving->initial);
  EXPECT_FALSE(leaving->approaching);
  EXPECT_EQ(leaving->last, 0);
  EXPECT_EQ(leaving->set.points.size(), 4U);
  const auto closing = sweep(unit_box_at(0), unit_box_at(2), {Vec3::Zero(), Vec3(-1, 0, 0)}, 5);
  ASSERT_TRUE(closing);
  EXPECT_TRUE(closing->initial);
  EXPECT_TRUE(closing->approaching);
  EXPECT_EQ(closing->last, 4);
}

}  // namespace
}  // namespace graze::sat
