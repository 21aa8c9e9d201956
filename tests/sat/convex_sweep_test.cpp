/// First and last times of contact against an exact linear program, and the contact sets they leave.

#include <gtest/gtest.h>

#include <graze/sat/sweep.h>

#include <oracle/effort.h>

#include "random_convex.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::RandomBody;
using testing::RandomConvex;

constexpr double infinity = std::numeric_limits<double>::infinity();

struct Flight {
  RandomBody a;
  RandomBody b;
  Velocities velocities;
  double t_max;
};

Flight random_flight(RandomConvex& random) {
  const bool on_grid = random.chance(0.7);
  const int kind_a = random.integer(0, RandomConvex::kinds - 1);
  const int kind_b = random.integer(0, RandomConvex::kinds - 1);
  const auto velocity = [&] {
    return random.chance(0.1) ? Vec3(Vec3::Zero()) : on_grid ? random.grid_point(2) : random.real_point(2);
  };
  Flight flight{random.body(on_grid, kind_a), random.body(on_grid, kind_b), {velocity(), velocity()}, 0};
  const double limits[] = {0, 0.5, 1, 2, 8, infinity};
  flight.t_max = limits[random.integer(0, 5)];
  return flight;
}

std::optional<oracle::RationalContact> truth(const Flight& f) {
  oracle::RationalVec3 w = oracle::exact(f.velocities.b) - oracle::exact(f.velocities.a);
  const auto t_max = std::isinf(f.t_max) ? std::nullopt : std::optional(mpq_class(f.t_max));
  return oracle::contact(f.a.corners, f.b.corners, w, t_max);
}

std::optional<Impact> answer(const Flight& f) {
  return sweep(*as_convex(f.a.shape, f.a.pose), *as_convex(f.b.shape, f.b.pose), f.velocities, f.t_max);
}

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

double stepped(double x, double towards, int places) {
  for (int i = 0; i < places; ++i) x = std::nextafter(x, towards);
  return x;
}

/// Times are exact up to one place, of boxes with rounded axes up to two.
int places(const Flight& f) {
  const auto is_rounded = [](const RandomBody& body) {
    const auto* box = std::get_if<Obb>(&body.shape.value);
    return box != nullptr && box->axes[0].cwiseAbs().maxCoeff() != 1;
  };
  return is_rounded(f.a) || is_rounded(f.b) ? 2 : 1;
}

TEST(ConvexSweep, AgreesWithAnExactLinearProgramOnBooleanAndBothTimes) {
  RandomConvex random(42);
  const int flights = effort(100000);
  int hits = 0;
  for (int i = 0; i < flights; ++i) {
    const Flight f = random_flight(random);
    const auto expected = truth(f);
    const auto impact = answer(f);
    ASSERT_EQ(impact.has_value(), expected.has_value()) << "flight " << i;
    if (!impact) continue;
    ++hits;
    ASSERT_LE(mpq_class(impact->first), expected->first) << "flight " << i;
    ASSERT_GT(mpq_class(stepped(impact->first, infinity, places(f))), expected->first) << "flight " << i;
    ASSERT_EQ(impact->initial, expected->first == 0) << "flight " << i;
    if (!expected->last) {
      ASSERT_EQ(impact->last, infinity) << "flight " << i;
      continue;
    }
    ASSERT_GE(mpq_class(*impact->last), *expected->last) << "flight " << i;
    ASSERT_TRUE(*impact->last == 0 || mpq_class(stepped(*impact->last, 0, places(f))) < *expected->last) << "flight " << i;
  }
  EXPECT_GT(hits, flights / 8);
}

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
    const Convex a = *as_convex(f.a.shape, f.a.pose);
    const Convex b = *as_convex(f.b.shape, f.b.pose);
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
