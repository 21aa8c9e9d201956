/// First contact of turning bodies: closed forms, dense sampling, and the limits.

#include <cmath>

#include <gtest/gtest.h>

#include <graze/motion/pose_at.h>
#include <graze/query/questions.h>

#include <oracle/effort.h>

#include "any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::effort;

constexpr double pi = 3.14159265358979323846;

Body body(const Shape& shape, const Motion& motion = {}) { return {*Geometry::make(shape), {}, motion}; }

/// A hand of length 2 turns about the origin until its tip, which lies on the x axis at first, comes to the point at 90 degrees.
TEST(SweepTurning, FindsWhenAHandReachesAPoint) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = body({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const Body point = body({Point{Vec3(0, 1.5, 0)}});
  const auto impact = sweep_turning(hand, point, {.t_max = 10, .tolerance = 1e-9});
  ASSERT_TRUE(impact) << impact.error().message;
  EXPECT_EQ(impact->status, TurningStatus::contact);
  EXPECT_LE(impact->t_lo, pi / 2);
  EXPECT_NEAR(impact->t_lo, pi / 2, 1e-8);
}

TEST(SweepTurning, IsClearWhenTheHandIsTooShortHoweverLongItTurns) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = body({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const auto impact = sweep_turning(hand, body({Point{Vec3(0, 2.001, 0)}}));
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->status, TurningStatus::clear);
}

TEST(SweepTurning, SaysUnfinishedWithAValidBoundWhenItMustStop) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = body({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const auto impact = sweep_turning(hand, body({Point{Vec3(0, 1.5, 0)}}), {.t_max = 10, .tolerance = 1e-9, .max_evaluations = 3});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->status, TurningStatus::unfinished);
  EXPECT_GT(impact->t_lo, 0);
  EXPECT_LE(impact->t_lo, pi / 2);
}

TEST(SweepTurning, RefusesAnEndlessShapeThatTurns) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), {}};
  const auto impact = sweep_turning(body({Line{}}, turn), body({Point{Vec3(0, 1, 0)}}));
  ASSERT_FALSE(impact);
  EXPECT_EQ(impact.error().code, ErrorCode::unsupported_pair);
  EXPECT_TRUE(sweep_turning(body({Plane{Vec3::UnitX(), 5}}), body({Sphere{Vec3(0, 1, 0), 0.5}}, turn)));
}

Body at_time(const Body& b, double t) { return {b.geometry, motion::pose_at(b.pose, b.motion, t), {}}; }

TEST(SweepTurning, NeverReportsAContactLate) {
  AnyBody random(21);
  int contacts = 0, clear = 0;
  for (int n = 0; n < effort(300); ++n) {
    const auto bounded = [&] {
      for (;;) {
        const int kind = static_cast<int>(random.real(0, AnyBody::kinds));
        if (kind == 0 || kind == 3 || kind > 5) return kind;
      }
    };
    Body a = random.body(bounded(), 2), b = random.body(bounded(), 2);
    a.motion = {random.vector(1), random.vector(3), {}};
    b.motion = {random.vector(1), random.vector(3), random.vector(1)};
    const auto impact = sweep_turning(a, b, {.t_max = 1, .tolerance = 1e-5});
    ASSERT_TRUE(impact) << impact.error().message;
    ASSERT_NE(impact->status, TurningStatus::unfinished) << "pair " << n;
    const bool contact = impact->status == TurningStatus::contact;
    const double free_until = contact ? impact->t_lo : 1;
    for (int k = 0; k < 200 && free_until > 0; ++k) {
      const double t = free_until * k / 200;
      ASSERT_FALSE(*overlap(at_time(a, t), at_time(b, t))) << "pair " << n << " meets at " << t << " before " << free_until;
    }
    (contact ? contacts : clear) += 1;
    if (!contact) continue;
    EXPECT_LE(closest_points(at_time(a, impact->t_lo), at_time(b, impact->t_lo))->distance, 1e-5) << "pair " << n;
    EXPECT_TRUE(!impact->t_hi || *overlap(at_time(a, *impact->t_hi), at_time(b, *impact->t_hi))) << "pair " << n;
  }
  EXPECT_GT(contacts, effort(300) / 10);
  EXPECT_GT(clear, effort(300) / 10);
}

}  // namespace
}  // namespace graze
