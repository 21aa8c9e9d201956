/// The first time within a margin, unbounded bodies that turn, and sub-steps of every pair: against times found by bisection.

#include <questions/any_body.h>

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/path.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using testing::AnyBody;

double distance_at(const Body& a, const Body& b, double t) {
  return closest_points({a.geometry, pose_at(a.pose, a.motion, t), {}}, {b.geometry, pose_at(b.pose, b.motion, t), {}})->distance;
}

/// The first of many sampled times at which the bodies are within the margin; nothing if none is.
std::optional<double> first_sample_within(const Body& a, const Body& b, double margin, double t_max, int samples = 500) {
  for (int k = 0; k <= samples; ++k) {
    const double t = t_max * k / samples;
    if (distance_at(a, b, t) <= margin) return t;
  }
  return std::nullopt;
}

Body made_to_turn(AnyBody& any, Body body) {
  body.motion = {any.vector(1), any.vector(1), {}};
  return body;
}

/// Bounded kinds, a mesh among them.
constexpr int bounded_kinds[] = {0, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18};

TEST(SweepMargin, IsTheFirstTimeWithinTheDistance) {
  AnyBody any(71);
  int contacts = 0;
  for (int k = 0; k < testing::effort(150); ++k) {
    Body a = any.body(bounded_kinds[any.below(std::size(bounded_kinds))], 2),
         b = made_to_turn(any, any.body(bounded_kinds[k % 14], 2));
    if (k % 2 == 0) a = made_to_turn(any, a);
    const double margin = any.real(0.05, 0.5), t_max = 3;
    const auto found = sweep_turning(a, b, {.t_max = t_max, .margin = margin});
    ASSERT_TRUE(found) << found.error().message;
    const auto sampled = first_sample_within(a, b, margin, t_max);
    if (sampled) {
      ASSERT_EQ(found->status, TurningStatus::contact) << "case " << k;
      EXPECT_LE(found->t_lo, *sampled) << "case " << k;
    }
    if (found->status != TurningStatus::contact) continue;
    EXPECT_LE(distance_at(a, b, found->t_lo), margin + 1e-5) << "case " << k;
    if (found->t_hi) {
      EXPECT_LE(distance_at(a, b, *found->t_hi), margin * (1 + 1e-9)) << "case " << k;
    }
    ++contacts;
  }
  EXPECT_GT(contacts, 10);
}

/// Lines, rays, planes and half-spaces, near which a mesh has something to fear for a part of the time only.
TEST(SweepMargin, OfAMeshToAnEndlessBodyIsTheFirstTimeWithinTheDistance) {
  constexpr int endless_kinds[] = {1, 2, 4, 5};
  AnyBody any(73);
  int contacts = 0, clear = 0;
  for (int k = 0; k < testing::effort(120); ++k) {
    const Body mesh = made_to_turn(any, any.body(AnyBody::kinds - 1, 0.5));
    Body endless = any.body(endless_kinds[k % 4], 3);
    endless.motion.velocity = any.vector(2);
    const double margin = any.real(0.5, 3), t_max = 2;
    const auto found = sweep_turning(mesh, endless, {.t_max = t_max, .margin = margin});
    ASSERT_TRUE(found) << found.error().message;
    if (const auto sampled = first_sample_within(mesh, endless, margin, t_max, 100)) {
      ASSERT_EQ(found->status, TurningStatus::contact) << "case " << k;
      EXPECT_LE(found->t_lo, *sampled) << "case " << k;
    }
    (found->status == TurningStatus::contact ? contacts : clear) += 1;
  }
  EXPECT_GT(contacts, 20);
  EXPECT_GT(clear, 5);
}

/// Small bodies that pass each other far beyond what they reach to by turning, but within the margin.
TEST(SweepMargin, LargerThanTheBodiesIsKeptAsWell) {
  const Geometry cube = *Geometry::make(Shape{Aabb{Vec3(-0.1, -0.1, -0.1), Vec3(0.1, 0.1, 0.1)}});
  const Geometry rod = *Geometry::make(Shape{Capsule{{Vec3(-0.2, 0, 0), Vec3(0.2, 0, 0)}, 0.05}});
  AnyBody any(74);
  int contacts = 0, clear = 0;
  for (int k = 0; k < testing::effort(120); ++k) {
    const Body a{k % 2 == 0 ? cube : rod, any.pose(3), {any.vector(1), any.vector(1), {}}},
        b{cube, any.pose(3), {any.vector(1), any.vector(1), {}}};
    const double margin = any.real(1, 2), t_max = 4;
    const auto found = sweep_turning(a, b, {.t_max = t_max, .margin = margin});
    ASSERT_TRUE(found) << found.error().message;
    const auto sampled = first_sample_within(a, b, margin, t_max, 200);
    if (sampled) {
      ASSERT_EQ(found->status, TurningStatus::contact) << "case " << k;
      EXPECT_LE(found->t_lo, *sampled) << "case " << k;
    }
    (found->status == TurningStatus::contact ? contacts : clear) += 1;
  }
  EXPECT_GT(contacts, 10);
  EXPECT_GT(clear, 10);
}

TEST(SweepMargin, OfATranslationIsWhenTheGapIsClosedToIt) {
  const Body still{*Geometry::make(Shape{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}}), {}, {}};
  Body ball{*Geometry::make(Shape{Sphere{Vec3(5, 0, 0), 0.5}}), {}, {}};
  ball.motion.velocity = Vec3(-1, 0, 0);
  const auto found = sweep(still, ball, {.t_max = 10, .margin = 0.25});
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->certainty, Certainty::certified);
  EXPECT_LE((*found)->first, 3.25);
  EXPECT_NEAR((*found)->first, 3.25, 1e-5);
  EXPECT_FALSE(*sweep(still, ball, {.t_max = 3.2, .margin = 0.25}));
  EXPECT_FALSE(sweep(still, ball, {.margin = -1}));
  EXPECT_FALSE(sweep(still, ball, {.margin = std::numeric_limits<double>::infinity()}));
}

TEST(TurningUnbounded, DoorMeetsABallWhenItsPlaneHasTurnedThere) {
  // The plane x = 0 about the z axis, and a ball at (2, 2) of radius 1: its centre is at 45 degrees, less asin(1 / sqrt(8)).
  Body door{*Geometry::make(Shape{Plane{Vec3::UnitX(), 0}}), {}, {Vec3::Zero(), Vec3(0, 0, -1), Vec3::Zero()}};
  const Body ball{*Geometry::make(Shape{Sphere{Vec3(2, 2, 0), 1}}), {}, {}};
  const double expected = std::acos(-1) / 4 - std::asin(1 / std::sqrt(8.0));
  for (const bool swapped : {false, true}) {
    const auto found = swapped ? sweep_turning(ball, door) : sweep_turning(door, ball);
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->status, TurningStatus::contact);
    EXPECT_LE(found->t_lo, expected);
    EXPECT_NEAR(found->t_lo, expected, 1e-5);
    EXPECT_EQ(found->closest.features[swapped ? 1 : 0].kind, FeatureKind::face);
  }
  door.motion.velocity = Vec3(0, 1, 0);
  EXPECT_FALSE(sweep_turning(door, ball)) << "without an end the plane reaches everything";
  EXPECT_TRUE(sweep_turning(door, ball, {.t_max = 10}));
}

TEST(TurningUnbounded, AgreesWithSampledTimes) {
  AnyBody any(72);
  int contacts = 0;
  for (int k = 0; k < testing::effort(80); ++k) {
    const int unbounded[] = {1, 2, 4, 5};
    const Body a = made_to_turn(any, any.body(unbounded[k % 4], 3));
    Body b = any.body(bounded_kinds[any.below(std::size(bounded_kinds))], 3);
    if (k % 3 == 0) b = made_to_turn(any, b);
    const auto found = sweep_turning(a, b, {.t_max = 2});
    ASSERT_TRUE(found) << found.error().message;
    const auto sampled = first_sample_within(a, b, 0, 2, 400);
    if (sampled) {
      ASSERT_EQ(found->status, TurningStatus::contact) << "case " << k;
      EXPECT_LE(found->t_lo, *sampled) << "case " << k;
    }
    if (found->status != TurningStatus::contact) continue;
    EXPECT_LE(distance_at(a, b, found->t_lo), 1e-4) << "case " << k;
    ++contacts;
  }
  EXPECT_GT(contacts, 20);
}

TEST(TurningLastContact, IsNotBeforeAnySampleThatMeets) {
  AnyBody any(75);
  int contacts = 0;
  for (int k = 0; k < testing::effort(100); ++k) {
    const Body a = made_to_turn(any, any.body(bounded_kinds[k % 14], 1)),
               b = made_to_turn(any, any.body(bounded_kinds[any.below(14)], 1));
    const auto last = last_contact(a, b, {.t_max = 3});
    ASSERT_TRUE(last) << last.error().message;
    std::optional<double> sampled;
    for (int i = 0; i <= 300; ++i) {
      if (distance_at(a, b, 0.01 * i) == 0) sampled = 0.01 * i;
    }
    ASSERT_TRUE(!sampled || *last) << "case " << k;
    if (!*last) continue;
    EXPECT_GE(**last, sampled.value_or(0) * (1 - 1e-12)) << "case " << k;
    EXPECT_LE(distance_at(a, b, **last), 1e-4) << "case " << k;
    ++contacts;
  }
  EXPECT_GT(contacts, 20);
}

TEST(TurningLastContact, OfADoorThatPassesABallIsWhenItHasPassed) {
  const Body door{*Geometry::make(Shape{Segment{{Vec3::Zero(), Vec3(0, 9, 0)}}}), {}, {Vec3::Zero(), Vec3(0, 0, -1), Vec3::Zero()}};
  const Body ball{*Geometry::make(Shape{Sphere{Vec3(2, 2, 0), 1}}), {}, {}};
  const auto impact = sweep(door, ball, {.t_max = 2, .want_last = true});
  ASSERT_TRUE(impact && *impact) << impact.error().message;
  const double middle = std::acos(-1) / 4, half = std::asin(1 / std::sqrt(8.0));
  EXPECT_NEAR((*impact)->first, middle - half, 1e-5);
  ASSERT_TRUE((*impact)->last);
  EXPECT_GE(*(*impact)->last, middle + half);
  EXPECT_NEAR(*(*impact)->last, middle + half, 1e-5);
}

TEST(TurningSubSteps, OfShapesAreNeverLateAndEarlyByTheBendOnly) {
  AnyBody any(73);
  int contacts = 0;
  for (int k = 0; k < testing::effort(150); ++k) {
    const Body a = made_to_turn(any, any.body(bounded_kinds[k % 13], 1.5)),
               b = made_to_turn(any, any.body(bounded_kinds[any.below(13)], 1.5));
    const auto best = sweep_turning(a, b, {.t_max = 2}), stepped = sweep_turning(a, b, {.t_max = 2, .sub_steps = 50});
    ASSERT_TRUE(best && stepped) << stepped.error().message;
    if (best->status == TurningStatus::contact) {
      ASSERT_EQ(stepped->status, TurningStatus::contact) << "case " << k;
      ASSERT_LE(stepped->t_lo, best->t_lo + 1e-4) << "case " << k;
    }
    if (stepped->status != TurningStatus::contact) continue;
    // Reaches are below 8, speeds of turning below sqrt(3): 2 * 8 * 3 * (2 / 50)^2 / 2.
    EXPECT_LE(distance_at(a, b, stepped->t_lo), 0.04) << "case " << k;
    ++contacts;
  }
  EXPECT_GT(contacts, 10);
}

TEST(TurningSubSteps, OfBodiesOfThePlaneAreAnswered) {
  AnyBody any(74);
  int contacts = 0;
  for (int k = 0; k < 64; ++k) {
    const int kinds[] = {0, 5, 6, 9, 10, 11};
    Body a = any.body2(kinds[k % 6], 2), b = any.body2(kinds[(k / 6) % 6], 2);
    b.motion = {Vec3(any.real(1), any.real(1), 0), Vec3(0, 0, any.real(1)), {}};
    const auto stepped = sweep_turning(a, b, {.t_max = 2, .sub_steps = 64}), best = sweep_turning(a, b, {.t_max = 2});
    ASSERT_TRUE(stepped && best) << k;
    if (best->status == TurningStatus::contact) {
      EXPECT_EQ(stepped->status, TurningStatus::contact) << k;
      EXPECT_LE(stepped->t_lo, best->t_lo + 1e-4) << k;
      ++contacts;
    }
  }
  EXPECT_GT(contacts, 5);
}

/// y = 5 - t^2 / 2 falls on y = 0.5 at time 3.
TEST(TurningSubSteps, OfMotionsGivenByFunctionsAreNotIgnoredAndNeverLate) {
  const Geometry floor = *Geometry::make(Shape{Aabb{Vec3(-9, -1, -9), Vec3(9, 0, 9)}});
  const Geometry ball = *Geometry::make(Shape{Sphere{Vec3::Zero(), 0.5}});
  const GuidedMotion still{[](double) { return Pose{}; }, [](double, double) { return SpeedBound{}; }};
  const GuidedMotion falling{[](double t) { return Pose{Mat3::Identity(), Vec3(0, 5 - t * t / 2, 0)}; },
                             [](double, double to) { return SpeedBound{to, 0}; }};
  double before = 0;
  for (const std::size_t steps : {std::size_t{4}, std::size_t{40}, std::size_t{400}, std::size_t{4000}}) {
    const auto found = sweep_along(floor, still, ball, falling, {.t_max = 10, .sub_steps = steps});
    ASSERT_TRUE(found) << found.error().message;
    ASSERT_EQ(found->status, TurningStatus::contact);
    EXPECT_LE(found->t_lo, 3);
    EXPECT_GT(found->t_lo, before) << "more sub-steps are nearer";
    before = found->t_lo;
  }
  EXPECT_NEAR(before, 3, 0.05);
}

}  // namespace
}  // namespace graze
