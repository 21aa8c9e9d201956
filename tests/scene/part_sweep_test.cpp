/// First contacts of two parts from a time of the scene on, by hand: exact and certified, of solids and surfaces, of parts beside
/// the middle of a body that turns.

#include <cmath>
#include <limits>
#include <numbers>

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/random.h>

#include <graze/generate.h>

#include "questions/any_body.h"
#include "scene/part_sweep.h"

namespace graze::scenes {
namespace {

using testing::body;

constexpr double never = std::numeric_limits<double>::infinity();

Body ball_at(double x, double speed = 0) {
  return body({Sphere{Vec3::Zero(), 1}}, {.translation = {x, 0, 0}}, {.velocity = {speed, 0, 0}});
}

Body cube_mesh(double half, double x, double speed, bool solid) {
  Body cube = body(Shape{make_box_mesh(Vec3::Constant(half))}, {.translation = {x, 0, 0}}, {.velocity = {speed, 0, 0}});
  cube.solid = solid;
  return cube;
}

void expect_met(const Result<PairContact>& found, double t) {
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->status, TurningStatus::contact);
  EXPECT_NEAR(found->t_lo, t, 1e-6);
  EXPECT_LE(found->t_lo, t);
  if (!found->t_hi) {
    EXPECT_EQ(found->certainty, Certainty::certified);  // of guided motions it is not looked for
    return;
  }
  EXPECT_NEAR(*found->t_hi, t, 1e-6);
  EXPECT_GE(*found->t_hi, found->t_lo);
}

void expect_clear(const Result<PairContact>& found) {
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->status, TurningStatus::clear);
}

TEST(PartSweep, OfPartsThatGlideIsInTheTimeOfTheScene) {
  const Body still = ball_at(10), flying = ball_at(1, 2);
  expect_met(sweep_legs({flying, still, 3, 9, false}, {}), 3 + 3.5);
  expect_met(sweep_legs({still, flying, 3, 9, false}, {}), 3 + 3.5);
  expect_clear(sweep_legs({flying, still, 3, 3, false}, {}));
  const auto from_third = sweep_legs({flying, ball_at(1 + 2.0 / 3 + 2), 1.0 / 3, 9, false}, {});
  expect_met(from_third, 2.0 / 3);
  EXPECT_FALSE(from_third->initial);
  const auto at_once = sweep_legs({flying, ball_at(2), 3, 9, true}, {});
  expect_met(at_once, 3);
  EXPECT_TRUE(at_once->initial);
  EXPECT_EQ(at_once->t_lo, 3);
  EXPECT_EQ(at_once->t_hi, 3);
}

/// A small cube in the middle of a large one reaches its wall; as solids they meet from the start, where there is one.
TEST(PartSweep, OfSurfacesThatGoOnCannotBeginInsideEachOther) {
  for (const bool inner_is_solid : {false, true}) {
    for (const bool outer_is_solid : {false, true}) {
      const Body inner = cube_mesh(0.5, 0, 1, inner_is_solid), outer = cube_mesh(2, 0, 0, outer_is_solid);
      expect_met(sweep_legs({inner, outer, 3, 9, false}, {}), 4.5);
      expect_met(sweep_legs({outer, inner, 3, 9, false}, {}), 4.5);
      expect_met(sweep_legs({inner, outer, 3, 9, true}, {}), outer_is_solid ? 3 : 4.5);
      expect_met(sweep_legs({outer, inner, 3, 9, true}, {}), outer_is_solid ? 3 : 4.5);
      expect_met(sweep_gliding({inner, outer, 3, 9, false}, 1, {}), outer_is_solid ? 4 : 4.5);
      expect_met(sweep_gliding({outer, inner, 3, 9, false}, 1, {}), outer_is_solid ? 4 : 4.5);
    }
  }
}

TEST(PartSweep, FromLaterOnEndsWhenItsTimeIsOver) {
  const Body flying = ball_at(-10, 1), still = ball_at(0);
  expect_met(sweep_gliding({flying, still, 3, 9, false}, 2, {}), 3 + 8);
  expect_met(sweep_gliding({still, flying, 3, 9, false}, 2, {}), 3 + 8);
  expect_met(sweep_gliding({flying, still, 3, 20, false}, 10, {}), 3 + 10);  // in each other
  expect_met(sweep_gliding({flying, still, 3, 20, false}, 12, {}), 3 + 12);  // for the last time
  expect_clear(sweep_gliding({flying, still, 3, 20, false}, 12.5, {}));
  expect_clear(sweep_gliding({flying, still, 3, 7, false}, 2, {}));
  const Body ring = body({Torus{Vec3::Zero(), Vec3::UnitX(), 0.5, 1}});
  expect_met(sweep_gliding({flying, ring, 3, 9, false}, 2, {}), 3 + 10 - std::sqrt(4 - 0.25));
  expect_clear(sweep_gliding({flying, ring, 3, 7, false}, 2, {}));
  const Body cube = cube_mesh(1, 0, 0, false), at_cube = cube_mesh(1, -10, 1, false);
  expect_met(sweep_gliding({at_cube, cube, 3, 9, false}, 2, {}), 3 + 8);
  expect_clear(sweep_gliding({at_cube, cube, 3, 7, false}, 2, {}));
  expect_met(sweep_gliding({flying, cube, 3, 20, false}, 9, {}), 3 + 9);
  expect_met(sweep_gliding({cube, flying, 3, 20, false}, 9, {}), 3 + 9);
}

GuidedMotion gliding_by(const Vec3& start, const Vec3& velocity) {
  return {[=](double t) { return Pose{.translation = start + t * velocity}; },
          [=](double, double) { return SpeedBound{velocity.norm(), 0}; }};
}

/// Along x from one time on, before which it stands: what bounds its speed must be asked about the right time.
GuidedMotion going_at(double time) {
  return {[=](double t) { return Pose{.translation = {std::max(0.0, t - time), 0, 0}}; },
          [=](double, double to) { return SpeedBound{to > time ? 1.0 : 0.0, 0}; }};
}

struct Guided {
  GuidedMotion motion;
  Pose in_body;
  Stretch stretch{0, never, {}, &motion, false};

  [[nodiscard]] GuidedPart part() const { return {&stretch, in_body}; }
  [[nodiscard]] Body body_at(double t, const Shape& shape) const { return body(shape, motion.pose_at(t) * in_body); }
};

TEST(PartSweep, OfGuidedPartsIsInTheTimeOfTheScene) {
  const Shape ball{Sphere{Vec3::Zero(), 1}};
  const SceneTimeOptions question{.tolerance = 1e-8};
  const Guided flying{gliding_by(Vec3::Zero(), Vec3::UnitX()), {}};
  const Guided late{going_at(5), {}};
  const Guided still{gliding_by(Vec3(10, 0, 0), Vec3::Zero()), {}};
  const Pose in_world{.translation = {10, 0, 0}};
  const Stretch standing{0, never, Leg{0, never, in_world, {}}, nullptr, false};
  const Pose identity;
  const GuidedPart resting{&standing, identity};
  const Stretch leaving{1, never, Leg{1, never, in_world, {.velocity = {-1, 0, 0}}}, nullptr, false};
  for (const double from : {0.0, 3.0}) {
    const Body a = flying.body_at(from, ball), b = still.body_at(from, ball);
    expect_met(sweep_guided({a, b, from, 12, false}, flying.part(), still.part(), question), 8);
    expect_met(sweep_guided({b, a, from, 12, false}, still.part(), flying.part(), question), 8);
    expect_met(sweep_guided({a, b, from, 12, false}, flying.part(), resting, question), 8);
    expect_met(sweep_guided({b, a, from, 12, false}, resting, flying.part(), question), 8);
    expect_clear(sweep_guided({a, b, from, 4, false}, flying.part(), still.part(), question));
    const Body later = late.body_at(from, ball);
    expect_met(sweep_guided({later, b, from, 20, false}, late.part(), still.part(), question), 13);
    expect_met(sweep_guided({b, later, from, 20, false}, resting, late.part(), question), 13);
  }
  // Its speed from 3 to 7, not from 0 to 4, in which it stands.
  const Guided near{gliding_by(Vec3(3, 0, 0), Vec3::Zero()), {}};
  expect_met(sweep_guided({late.body_at(3, ball), near.body_at(3, ball), 3, 4, false}, late.part(), near.part(), question), 6);
  // A leg that began before: at 3 it has gone two steps to meet what comes, at 8 at 5.5.
  const Body coming = body(ball, {.translation = {8, 0, 0}}, {.velocity = {-1, 0, 0}});
  expect_met(sweep_guided({flying.body_at(3, ball), coming, 3, 12, false}, flying.part(), {&leaving, identity}, question), 4.5);
}

/// On an arm of length 2 that turns about z once in 2 pi: the ball at its end meets another beside its way after a quarter of it.
TEST(PartSweep, OfPartsBesideTheMiddleKnowsHowFastTheyGoRound) {
  const Shape ball{Sphere{Vec3::Zero(), 0.25}};
  const Guided arm{{[](double t) { return Pose{Eigen::AngleAxisd(t, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()}; },
                    [](double, double) { return SpeedBound{0, 1}; }},
                   {.translation = {2, 0, 0}}};
  const double at_contact = std::numbers::pi / 2 - 2 * std::asin(0.125);  // chords of half a length at radius 2
  const Guided still{gliding_by(Vec3(0, 2, 0), Vec3::Zero()), {}};
  for (const double from : {0.0, 0.5}) {
    const Body a = arm.body_at(from, ball), b = still.body_at(from, ball);
    expect_met(sweep_guided({a, b, from, 3, false}, arm.part(), still.part(), {.tolerance = 1e-8}), at_contact);
    expect_met(sweep_guided({b, a, from, 3, false}, still.part(), arm.part(), {.tolerance = 1e-8}), at_contact);
  }
}

TEST(PartSweep, OfGuidedSolidsBeginsInsideEachOtherWhereThereIsAStart) {
  const Guided still{gliding_by(Vec3::Zero(), Vec3::Zero()), {}};
  const Guided flying{gliding_by(Vec3::Zero(), Vec3::UnitX()), {}};
  const SceneTimeOptions question{.tolerance = 1e-8};
  for (const bool outer_is_solid : {false, true}) {
    const Body inner = cube_mesh(0.5, 0, 0, false), outer = cube_mesh(2, 0, 0, outer_is_solid);
    expect_met(sweep_guided({inner, outer, 0, 9, true}, flying.part(), still.part(), question), outer_is_solid ? 0 : 1.5);
    expect_met(sweep_guided({outer, inner, 0, 9, true}, still.part(), flying.part(), question), outer_is_solid ? 0 : 1.5);
    expect_met(sweep_guided({inner, outer, 0, 9, false}, flying.part(), still.part(), question), 1.5);
  }
}

TEST(PartSweep, BracketsTheExactTime) {
  testing::Random random(3);
  for (int i = 0; i < 300; ++i) {
    const double from = i % 5 == 0 ? 0 : random.real(0, 4), gap = random.real(0, 3), speed = random.real(0.1, 2);
    const Body a = body({Aabb{Vec3::Constant(-1), Vec3::Constant(0)}}, {}, {.velocity = {speed, 0, 0}});
    const Body b = body({Aabb{Vec3(gap, -1, -1), Vec3(gap + 1, 1, 1)}});
    const mpq_class exact = mpq_class(from) + mpq_class(gap) / mpq_class(speed);
    const PartSweep sweep{a, b, from, 100, false};
    for (const auto& found : {sweep_legs(sweep, {}), sweep_gliding(sweep, gap / speed / 2, {})}) {
      ASSERT_TRUE(found && found->t_hi);
      ASSERT_LE(mpq_class(found->t_lo), exact) << i;
      ASSERT_GE(mpq_class(*found->t_hi), exact) << i;
      ASSERT_LE(*found->t_hi - found->t_lo, 0x1p-49 * *found->t_hi) << i;
    }
  }
}

/// Of one triangle and a cube, whose triangles have other numbers.
TEST(PartSweep, NamesTheTriangleOfEachPart) {
  const TriangleMesh plate{{{0, -1, -1}, {0, 1, -1}, {0, 0, 1}}, {{0, 1, 2}}};
  for (const double turn : {0.0, 1.0}) {
    const Motion motion{{-1, 0, 0}, {turn, 0, 0}};
    const Body cube = body(Shape{make_box_mesh(Vec3(1, 3, 3))}), flying = body(Shape{plate}, {.translation = {3, 0, 0}}, motion);
    const auto met = sweep_legs({cube, flying, 5, 9, false}, {}), back = sweep_legs({flying, cube, 5, 9, false}, {});
    expect_met(met, 7);
    expect_met(back, 7);
    EXPECT_EQ(met->places[1].triangle, 0);
    EXPECT_EQ(back->places[0].triangle, 0);
    for (const std::int32_t of_cube : {met->places[0].triangle, back->places[1].triangle}) {
      ASSERT_GT(of_cube, 0);
      const Triangle named = make_box_mesh(Vec3(1, 3, 3)).triangle(static_cast<std::size_t>(of_cube));
      for (const Vec3& v : named.v) EXPECT_EQ(v.x(), 1) << "on the side that was met";
    }
    EXPECT_NEAR(met->points[0].x(), 1, 1e-6);
    EXPECT_NEAR(met->points[1].x(), 1, 1e-6);
  }
  const auto crossed =
      sweep_legs({body(Shape{make_box_mesh(Vec3(1, 3, 3))}), body(Shape{plate}, {.translation = {1, 0, 0}}), 5, 9, true}, {});
  ASSERT_TRUE(crossed);
  EXPECT_EQ(crossed->places[1].triangle, 0);
  EXPECT_GE(crossed->places[0].triangle, 0);
}

TEST(PartSweep, TellsTheMiddleOfFacesThatMeet) {
  const auto met = sweep_legs({body({Aabb{Vec3(-1, 2, 4), Vec3(0, 4, 8)}}, {}, {.velocity = {1, 0, 0}}),
                               body({Aabb{Vec3(3, 0, 0), Vec3(4, 9, 9)}}), 1, 9, false},
                              {});
  expect_met(met, 4);
  EXPECT_EQ(met->points[0], Vec3(3, 3, 6));
  EXPECT_EQ(met->points[1], Vec3(3, 3, 6));
}

/// About the way that it goes, so that its corners come to the wall as if it did not turn.
TEST(PartSweep, OfPartsThatTurnIsInTheTimeOfTheScene) {
  for (const bool outer_is_solid : {false, true}) {
    Body inner = cube_mesh(0.5, 0, 1, false);
    inner.motion.angular_velocity = {0.5, 0, 0};
    const Body outer = cube_mesh(2, 0, 0, outer_is_solid);
    expect_met(sweep_legs({inner, outer, 3, 9, false}, {.tolerance = 1e-8}), 4.5);
    expect_met(sweep_legs({outer, inner, 3, 9, false}, {.tolerance = 1e-8}), 4.5);
    expect_met(sweep_legs({inner, outer, 3, 9, true}, {.tolerance = 1e-8}), outer_is_solid ? 3 : 4.5);
    expect_clear(sweep_legs({inner, outer, 3, 1, false}, {.tolerance = 1e-8}));
  }
}

}  // namespace
}  // namespace graze::scenes
