/// First contact of turning bodies: closed forms, dense sampling, and the limits.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "motion/pose_at.h"
#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::effort;

using testing::pi;

Body set_moving(const Shape& shape, const Motion& motion = {}) { return {*Geometry::make(shape), {}, motion}; }

/// A hand of length 2 turns about the origin until its tip, which lies on the x axis at first, comes to the point at 90 degrees.
TEST(SweepTurning, FindsWhenAHandReachesAPoint) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = set_moving({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const Body point = set_moving({Point{Vec3(0, 1.5, 0)}});
  const auto impact = sweep_turning(hand, point, {.t_max = 10, .tolerance = 1e-9});
  ASSERT_TRUE(impact) << impact.error().message;
  EXPECT_EQ(impact->status, TurningStatus::contact);
  EXPECT_LE(impact->t_lo, pi / 2);
  EXPECT_NEAR(impact->t_lo, pi / 2, 1e-8);
}

TEST(SweepTurning, IsClearWhenTheHandIsTooShortHoweverLongItTurns) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = set_moving({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const auto impact = sweep_turning(hand, set_moving({Point{Vec3(0, 2.001, 0)}}));
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->status, TurningStatus::clear);
}

/// A rod reaches as far whichever of its axes is the long one, and whether it is a shape or a mesh.
TEST(SweepTurning, FindsWhenALongBoxReachesAPointWhicheverAxisIsLong) {
  for (int along = 0; along < 3; ++along) {
    const Vec3 half_extents = Vec3::Constant(0.25) + 1.75 * Vec3::Unit(along);
    const Vec3 axis = Vec3::Unit((along + 2) % 3), side = axis.cross(Vec3::Unit(along));
    Obb rod;
    rod.half_extents = half_extents;
    const TriangleMesh hull = make_box_mesh(half_extents);
    const Body point = set_moving({Point{1.5 * side}});
    for (const Body& hand : {set_moving({rod}, {Vec3::Zero(), axis, {}}), set_moving({hull}, {Vec3::Zero(), axis, {}})}) {
      const auto impact = sweep_turning(hand, point, {.t_max = 2, .tolerance = 1e-9});
      ASSERT_TRUE(impact) << impact.error().message;
      ASSERT_EQ(impact->status, TurningStatus::contact) << along;
      EXPECT_NEAR(impact->t_lo, pi / 2 - std::asin(0.25 / 1.5), 1e-8) << along;  // with its long side
    }
  }
}

TEST(SweepTurning, SaysUnfinishedWithAValidBoundWhenItMustStop) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()};
  const Body hand = set_moving({Segment{{Vec3::Zero(), Vec3(2, 0, 0)}}}, turn);
  const auto impact =
      sweep_turning(hand, set_moving({Point{Vec3(0, 1.5, 0)}}), {.t_max = 10, .tolerance = 1e-9, .max_evaluations = 3});
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->status, TurningStatus::unfinished);
  EXPECT_GT(impact->t_lo, 0);
  EXPECT_LE(impact->t_lo, pi / 2);
}

/// A default tolerance of a part of the size is nothing for points: the coordinates they are made of count too.
TEST(SweepTurning, EndsWhereNothingHasASize) {
  const Motion spin{Vec3(1, 0, 0), Vec3(0, 0, 1), {}};
  const Body point{*Geometry::make(Shape{Point{Vec3::Zero()}}), {Mat3::Identity(), Vec3(-3, 0, 0)}, spin};
  for (const Shape& other :
       {Shape{Point{Vec3::Zero()}}, Shape{Plane{Vec3::UnitX(), 0}}, Shape{HalfSpace{-Vec3::UnitX(), 0}},
        Shape{Sphere{Vec3::Zero(), 0}}, Shape{Line{Vec3::Zero(), Vec3(0, 1, 1)}}, Shape{Ray{Vec3::Zero(), Vec3(1, 0, 0)}}}) {
    const auto impact = sweep_turning(point, set_moving(other), {.t_max = 4, .tolerance = {}});
    ASSERT_TRUE(impact);
    ASSERT_EQ(impact->status, TurningStatus::contact);
    EXPECT_LE(impact->t_lo, 3);
    EXPECT_NEAR(impact->t_lo, 3, 1e-11);
    EXPECT_NEAR(impact->t_hi.value_or(3), 3, 1e-10);
    EXPECT_TRUE(impact->t_hi || !std::holds_alternative<HalfSpace>(other.value));
  }
  EXPECT_EQ(sweep_turning(point, set_moving({Point{Vec3(0, 1e-6, 0)}}), {.t_max = 4, .tolerance = {}})->status,
            TurningStatus::clear);
  for (const double s : {1.0, 1e-55, 1e55}) {
    const Body cloud = set_moving({PointCloud{{Vec3(s, 0, 0)}}}, {Vec3::Zero(), Vec3(0, 0, 1), {}});
    const Body plate = set_moving({Triangle{{Vec3(-2 * s, -s, -s), Vec3(-2 * s, s, -s), Vec3(-2 * s, 0, s)}}});
    EXPECT_EQ(sweep_turning(cloud, plate, {.t_max = 3, .tolerance = {}})->status, TurningStatus::clear) << s;
  }
}

/// Squares of what is asked about vanish or overflow; the answers scale.
TEST(SweepTurning, FindsContactsWhoseSpeedsHaveNoSquare) {
  const auto first = [](double length, double speed, const Shape& turning, double turn) {
    const Body ball = set_moving({Sphere{Vec3(3 * length, 0, 0), length}}, {Vec3(-length * speed, 0, 0), Vec3::Zero(), {}});
    const auto impact =
        sweep_turning(set_moving(turning, {Vec3::Zero(), Vec3(0, 0, turn), {}}), ball, {.t_max = 3 / speed, .tolerance = {}});
    EXPECT_TRUE(impact && impact->status == TurningStatus::contact);
    return impact ? impact->t_lo * speed : 0;
  };
  const auto box = [](double length) { return Shape{Aabb{Vec3::Constant(-length), Vec3::Constant(length)}}; };
  const auto mesh = [](double length) { return Shape{make_box_mesh(Vec3::Constant(length))}; };
  const double usual = first(1, 1, box(1), 1);
  EXPECT_NEAR(usual, 0.62809603, 1e-6);
  for (const double scale : {1e-170, 1e-100, 1e100, 1e160}) {
    EXPECT_NEAR(first(scale, 1, box(scale), 1), usual, 1e-6) << scale;
    EXPECT_NEAR(first(scale, 1, mesh(scale), 1), usual, 1e-6) << scale;
  }
  EXPECT_NEAR(first(1, 1e-170, box(1), 1e-170), usual, 1e-6);
  EXPECT_NEAR(first(1, 1, box(1), 1e-200), 1, 1e-6) << "as good as not turning";
  EXPECT_NEAR(first(1, 1, mesh(1), 1e-200), 1, 1e-6);
}

TEST(SweepTurning, StartsInContactAlsoWhereSomethingElseIsNearFirst) {
  const TriangleMesh plates{{Vec3(-0.9, -0.5, 1 + 0x1p-52), Vec3(-0.85, -0.5, 1 + 0x1p-52), Vec3(-0.9, 0.5, 1 + 0x1p-52),
                             Vec3(0.9, 0, 0.5), Vec3(0.95, 0, 2), Vec3(0.9, 0.1, 2)},
                            {{0, 1, 2}, {3, 4, 5}}};
  const Body turning = set_moving({plates}, {Vec3::Zero(), Vec3(0, 0, 1), {}}), cube = set_moving({make_box_mesh(Vec3(1, 1, 1))});
  EXPECT_TRUE(sweep_turning(turning, cube, {.t_max = 1, .tolerance = {}})->initial);
}

/// Coordinates that are large beside the bodies do not make them meet.
TEST(SweepTurning, IsClearFarFromTheOriginToo) {
  const auto boxes = [](double far, double from, double tolerance) {
    const Motion spin{Vec3::Zero(), Vec3(0, 0, 1), Vec3(far, 0, 0)};
    return sweep_turning(set_moving({Aabb{Vec3(far, 0, 0), Vec3(far + 1, 1, 1)}}, spin),
                         set_moving({Aabb{Vec3(far, from, 0), Vec3(far + 1, 5, 1)}}), {.t_max = 2, .tolerance = tolerance})
        ->status;
  };
  EXPECT_EQ(boxes(1e12, 4, 1e-3), TurningStatus::clear);
  EXPECT_EQ(boxes(1e6, 1.4142155, 1e-9), TurningStatus::clear);
  EXPECT_EQ(boxes(1e6, 1.414, 1e-9), TurningStatus::contact);
}

/// They are nearer than poses a million away can tell, and stay so.
TEST(SweepTurning, EndsWhereBodiesStayAsCloseAsRoundings) {
  const Pose far{Mat3::Identity(), Vec3(1e6, 0, 0)};
  const Motion spin{Vec3::Zero(), Vec3(0, 0, 1), {}};
  const auto plate = [](double z) { return TriangleMesh{{Vec3(0, 0, z), Vec3(1, 0, z), Vec3(0, 1, z)}, {{0, 1, 2}}}; };
  const Geometry low = *Geometry::make(Shape{plate(0)}), high = *Geometry::make(Shape{plate(1e-8)});
  const Geometry box = *Geometry::make(Shape{Aabb{Vec3(0, 0, -1), Vec3(1, 1, 0)}});
  for (const Geometry& turning : {low, box}) {
    const auto impact = sweep_turning({turning, far, spin}, {high, far, {}}, {.t_max = 1, .tolerance = {}});
    ASSERT_TRUE(impact);
    EXPECT_EQ(impact->status, TurningStatus::contact);
    EXPECT_EQ(impact->t_lo, 0);
    EXPECT_FALSE(impact->initial);
  }
}

TEST(SweepTurning, RefusesTwoEndlessShapesOfWhichOneTurns) {
  const Motion turn{Vec3::Zero(), Vec3(0, 0, 1), {}};
  const auto impact = sweep_turning(set_moving({Line{}}, turn), set_moving({Line{Vec3(0, 1, 1), Vec3(0, 1, 0)}}));
  ASSERT_FALSE(impact);
  EXPECT_EQ(impact.error().code, ErrorCode::unsupported_pair);
  EXPECT_TRUE(sweep_turning(set_moving({Plane{Vec3::UnitX(), 5}}), set_moving({Sphere{Vec3(0, 1, 0), 0.5}}, turn)));
}

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
