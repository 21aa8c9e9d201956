/// Sweeps of linear and rounded shapes, against distances in rational numbers at the times they name.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "methods/rounded_oracle.h"
#include "methods/rounded_sweep.h"

namespace graze::distance {
namespace {

using oracle::RationalBody;
using testing::effort;
using testing::RandomRounded;
using testing::RoundedCase;

using testing::infinity;
/// Of times, relative.
constexpr double promised_time = 1e-12;
/// Of lengths, for bodies of size 8 that move at speeds up to 8: what `promised_time` amounts to.
constexpr double sweep_slack = 1e-10;

Rounded rounded(const RoundedCase& c) { return *as_rounded(c.shape, c.pose); }

oracle::RationalVec3 scaled(const mpq_class& by, const oracle::RationalVec3& v) {
  return {mpq_class(by * v[0]), mpq_class(by * v[1]), mpq_class(by * v[2])};
}

RationalBody moved(RationalBody body, const oracle::RationalVec3& way) {
  for (auto& p : body.points) p = p - scaled(-1, way);
  return body;
}

/// Squared distance of the cores less the squared radii, when b has moved for some time.
struct Passage {
  RationalBody a;
  RationalBody b;
  oracle::RationalVec3 velocity;

  [[nodiscard]] mpq_class squared_distance(const mpq_class& time, double guess) const {
    return oracle::squared_distance(a, moved(b, scaled(time, velocity)), guess);
  }
  [[nodiscard]] mpq_class radii() const { return a.radius + b.radius; }
  [[nodiscard]] bool apart_or_touching(double time) const { return squared_distance(time, radii().get_d()) >= radii() * radii(); }
  /// Length by which the bodies are apart at a time.
  [[nodiscard]] double gap(double time) const {
    return mpf_class(oracle::root(squared_distance(time, radii().get_d())) - mpf_class(radii(), 400)).get_d();
  }
  /// Everything that b passes over.
  [[nodiscard]] bool ever_meets(double t_max) const {
    RationalBody swept = b;
    if (std::isinf(t_max)) {
      if (!oracle::is_zero(velocity)) swept.rays.push_back(velocity);
    } else {
      const RationalBody end = moved(b, scaled(t_max, velocity));
      swept.points.insert(swept.points.end(), end.points.begin(), end.points.end());
    }
    return oracle::squared_distance(a, swept, radii().get_d()) <= radii() * radii();
  }
};

void check_sweep(const RoundedCase& a, const RoundedCase& b, const sat::Velocities& v, double t_max) {
  const Passage passage{a.exact, b.exact, oracle::exact(v.b) - oracle::exact(v.a)};
  const auto impact = sweep(rounded(a), rounded(b), v, t_max);
  ASSERT_EQ(impact.has_value(), passage.ever_meets(t_max));
  if (!impact) return;
  ASSERT_EQ(impact->initial, passage.squared_distance(0, passage.radii().get_d()) <= passage.radii() * passage.radii());
  ASSERT_TRUE(impact->last);
  ASSERT_LE(*impact->last, t_max);
  ASSERT_LE(impact->first, *impact->last);
  if (impact->initial) {
    ASSERT_EQ(impact->first, 0);
  } else {
    ASSERT_TRUE(passage.apart_or_touching(impact->first) || passage.radii() == 0) << "late: " << impact->first;
    ASSERT_GT(passage.squared_distance(mpq_class(impact->first) * (1 - mpq_class(promised_time)), passage.radii().get_d()),
              passage.radii() * passage.radii())
        << "late";
    ASSERT_LE(passage.gap(impact->first * (1 + promised_time)), sweep_slack) << "early: " << impact->first;
    ASSERT_EQ(impact->set.points.size(), 1U);
    ASSERT_TRUE(impact->normal);
    ASSERT_NEAR(impact->normal->norm(), 1, sweep_slack);
    ASSERT_LE(impact->normal->dot(v.b - v.a), sweep_slack);
    const oracle::RationalVec3 at = oracle::exact(impact->set.points[0]);
    const auto off = [&](const RationalBody& body, const Vec3& velocity) {
      RationalBody point;
      point.points = {at - scaled(impact->first, oracle::exact(velocity))};
      const double radius = body.radius.get_d();
      return mpf_class(oracle::root(oracle::squared_distance(point, body, radius)) - mpf_class(body.radius, 400)).get_d();
    };
    ASSERT_LE(off(a.exact, v.a), sweep_slack * (1 + impact->first));
    ASSERT_LE(off(b.exact, v.b), sweep_slack * (1 + impact->first));
  }
  if (std::isfinite(*impact->last)) {
    const double last = *impact->last;
    ASSERT_LE(passage.gap(last * (1 - promised_time)), sweep_slack * (1 + last)) << "last contact at " << last;
    if (last < t_max) {
      const mpq_class after = mpq_class(last) * (1 + mpq_class(promised_time)) + mpq_class(0x1p-1000);
      ASSERT_GT(passage.squared_distance(after, passage.radii().get_d()), passage.radii() * passage.radii()) << last;
    }
  }
}

TEST(RoundedSweep, IsNeverLate) {
  RandomRounded random(21);
  const int pairs = effort(200);
  constexpr int first_endless = testing::RandomConvex::kinds;
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(first_endless, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const auto velocity = [&] { return on_grid ? random.convex.grid_point(2) : random.convex.real_point(2); };
    const sat::Velocities v{velocity(), velocity()};
    const double t_max = random.convex.chance(0.3) ? infinity : random.convex.integer(0, 4);
    SCOPED_TRACE(std::to_string(i) + " kinds " + std::to_string(a.shape.value.index()) + " " +
                 std::to_string(b.shape.value.index()) + " t_max " + std::to_string(t_max));
    check_sweep(a, b, v, t_max);
    if (HasFatalFailure()) return;
    check_sweep(b, a, {v.b, v.a}, t_max);
    if (HasFatalFailure()) return;
  }
}

Rounded sphere(const Vec3& center, double radius) { return *as_rounded({Sphere{center, radius}}, {}); }

TEST(RoundedSweep, SpheresMeetAtTheZeroOfTheirQuadratic) {
  const auto impact = sweep(sphere(Vec3::Zero(), 1), sphere(Vec3(10, 0, 0), 1), {Vec3::Zero(), Vec3(-2, 0, 0)}, infinity);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->first, 4);
  EXPECT_EQ(*impact->last, 6);
  EXPECT_EQ(*impact->normal, Vec3(1, 0, 0));
  EXPECT_NEAR((impact->set.points[0] - Vec3(1, 0, 0)).norm(), 0, sweep_slack);
}

TEST(RoundedSweep, AGrazeIsAContact) {
  const auto at_height = [](double z) {
    return sweep(sphere(Vec3::Zero(), 1), sphere(Vec3(10, 0, z), 1), {Vec3::Zero(), Vec3(-2, 0, 0)}, infinity);
  };
  ASSERT_TRUE(at_height(2));
  EXPECT_NEAR(at_height(2)->first, 5, 5 * promised_time);
  EXPECT_LE(at_height(2)->first, 5);
  EXPECT_NEAR(*at_height(2)->last, 5, 5 * promised_time);
  EXPECT_FALSE(at_height(std::nextafter(2.0, 3.0)));
  EXPECT_TRUE(at_height(std::nextafter(2.0, 1.0)));
}

TEST(RoundedSweep, TellsTouchingAndPartingFromTouchingAndComing) {
  const Rounded a = sphere(Vec3::Zero(), 1);
  const Rounded b = sphere(Vec3(2, 0, 0), 1);
  const auto parting = sweep(a, b, {Vec3::Zero(), Vec3(1, 0, 0)}, 5);
  ASSERT_TRUE(parting);
  EXPECT_TRUE(parting->initial);
  EXPECT_FALSE(parting->approaching);
  EXPECT_EQ(*parting->last, 0);
  EXPECT_EQ(*parting->normal, Vec3(1, 0, 0));
  const auto coming = sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, 5);
  EXPECT_TRUE(coming->approaching);
  EXPECT_NEAR(*coming->last, 4, 4 * promised_time);
  const auto resting = sweep(a, b, {Vec3(1, 2, 3), Vec3(1, 2, 3)}, 5);
  EXPECT_TRUE(resting->approaching);
  EXPECT_EQ(*resting->last, 5);
  EXPECT_TRUE(sweep(a, b, {Vec3::Zero(), Vec3(1, 0, 0)}, 0)->approaching);
}

TEST(RoundedSweep, ALineThatSlidesAlongItselfNeverLeaves) {
  const Rounded line = *as_rounded({Line{Vec3(0, 0, 0), Vec3(1, 1, 0)}}, {});
  const auto impact = sweep(line, sphere(Vec3::Zero(), 1), {Vec3(3, 3, 0), Vec3::Zero()}, infinity);
  ASSERT_TRUE(impact);
  EXPECT_EQ(*impact->last, infinity);
}

TEST(RoundedSweep, AContactBeyondAllDoublesIsAtTheLargest) {
  const auto impact = sweep(sphere(Vec3::Zero(), 1), sphere(Vec3(1e300, 0, 0), 1), {Vec3::Zero(), Vec3(-1e-300, 0, 0)}, infinity);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->first, std::numeric_limits<double>::max());
  EXPECT_EQ(*impact->last, infinity);
  const auto quick =
      sweep(sphere(Vec3::Zero(), 1e-300), sphere(Vec3(1, 0, 0), 1e-300), {Vec3::Zero(), Vec3(-1e300, 0, 0)}, infinity);
  ASSERT_TRUE(quick);
  EXPECT_NEAR(quick->first * 1e300, 1, promised_time);
}

TEST(RoundedSweep, TheEndOfTheTimeAllowedCounts) {
  const Rounded a = sphere(Vec3::Zero(), 1);
  const Rounded b = sphere(Vec3(4, 0, 0), 1);
  EXPECT_TRUE(sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, 2));
  EXPECT_FALSE(sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, std::nextafter(2.0, 0.0)));
  EXPECT_FALSE(sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, 0));
}

/// A point passes through a line after 1 / (1 + 1e-30), and is on its other side at the end.
TEST(RoundedSweep, WhatPassesBetweenTheLastTwoDoublesIsAContact) {
  const Rounded point = *as_rounded({Point{Vec3(-1, 0, 0)}}, {});
  const Rounded line = *as_rounded({Line{Vec3(-2, 0, 0), Vec3(0, 1, 0)}}, {});
  const auto impact = sweep(point, line, {Vec3(-1, 0, 0), Vec3(1e-30, 0, 0)}, 1);
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->first, std::nextafter(1.0, 0.0));
  EXPECT_EQ(*impact->last, 1);
  EXPECT_FALSE(sweep(point, line, {Vec3(-1, 0, 0), Vec3(-1e-30, 0, 0)}, 1));
}

}  // namespace
}  // namespace graze::distance
