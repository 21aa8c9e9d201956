/// Closest approach against closed forms, against many times looked at one by one, and against itself.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include <graze/closest_approach.h>
#include <graze/distance.h>
#include <graze/path.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;

Body flying(const Shape& shape, const Vec3& velocity = Vec3::Zero(), const Pose& pose = {}) {
  return {*Geometry::make(shape), pose, {velocity, Vec3::Zero(), {}}};
}

using testing::infinity;

/// The least distance at many times: never below the true one.
double sampled(const Body& a, const Body& b, double t_max, int count) {
  double least = infinity;
  for (int k = 0; k <= count; ++k) {
    const double t = t_max * k / count;
    least = std::min(least, closest_points(at_time(a, t), at_time(b, t))->distance);
  }
  return least;
}

/// What must be true of any answer.
void expect_right(const Body& a, const Body& b, const ApproachOptions& options, const ClosestApproach& found, int samples) {
  ASSERT_TRUE(found.finished);
  EXPECT_GE(found.time, 0);
  EXPECT_LE(found.time, options.t_max);
  EXPECT_LE(found.least, found.closest.distance);
  const double there = closest_points(at_time(a, found.time), at_time(b, found.time))->distance;
  EXPECT_NEAR(found.closest.distance, there, 1e-8 * (1 + there));
  const double best = sampled(a, b, options.t_max, samples);
  EXPECT_LE(found.least, best * (1 + 1e-12));
  EXPECT_LE(found.closest.distance, best * (1 + 1e-9) + options.tolerance.value_or(1e-6));
}

TEST(ClosestApproach, OfBallsIsThatOfTheirCentres) {
  const Body a = flying({Sphere{Vec3::Zero(), 1}}), b = flying({Sphere{Vec3(5, 3, 0), 1}}, Vec3(-2, 0, 0));
  const auto found = closest_approach(a, b);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->time, 2.5, 1e-6);
  EXPECT_NEAR(found->closest.distance, 1, 1e-12);
  EXPECT_NEAR(found->least, 1, 1e-8);
  EXPECT_NEAR(closest_approach(a, b, {.t_max = 1})->time, 1, 0);
  EXPECT_NEAR(closest_approach(a, b, {.t_max = 1})->closest.distance, std::hypot(3, 3) - 2, 1e-12);
  const auto away = closest_approach(a, flying({Sphere{Vec3(5, 3, 0), 1}}, Vec3(1, 0, 0)));
  EXPECT_EQ(away->time, 0);
}

TEST(ClosestApproach, OfBodiesThatMeetIsTheirFirstContact) {
  const Body a = flying({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}}), b = flying({Aabb{Vec3(4, 0, 0), Vec3(5, 1, 1)}}, Vec3(-1, 0, 0));
  const auto found = closest_approach(a, b);
  EXPECT_EQ(found->closest.distance, 0);
  EXPECT_EQ(found->least, 0);
  EXPECT_EQ(found->time, 3);
  const Body inside = flying({AnyBody::mesh_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)})}), point = flying({Point{Vec3(0.1, 0.2, 0.3)}});
  EXPECT_GT(closest_approach(inside, point)->closest.distance, 0.6);
  Body solid = inside;
  solid.solid = true;
  EXPECT_EQ(closest_approach(solid, point)->closest.distance, 0);
}

/// Every pair of shapes in translation, against distances at many times; swapped; with the time run backward.
TEST(ClosestApproach, OfEveryPairInTranslationIsNeverUndercut) {
  AnyBody random(5);
  for (int i = 0; i < AnyBody::kinds; ++i) {
    for (int j = i; j < AnyBody::kinds; ++j) {
      Body a = random.body(i, 2), b = random.body(j, 2);
      a.motion.velocity = random.vector(1);
      b.motion.velocity = random.vector(1);
      const ApproachOptions options{.t_max = random.real(0.5, 4)};
      const auto found = closest_approach(a, b, options);
      ASSERT_TRUE(found) << i << " " << j << " " << found.error().message;
      SCOPED_TRACE(std::to_string(i) + " " + std::to_string(j));
      if (found->closest.distance == 0) {
        EXPECT_TRUE(sweep(a, b, {.t_max = options.t_max})->has_value());
        continue;
      }
      expect_right(a, b, options, *found, 60);
      const auto swapped = closest_approach(b, a, options);
      EXPECT_NEAR(swapped->closest.distance, found->closest.distance, 1e-7);
      Body back_a = at_time(a, options.t_max), back_b = at_time(b, options.t_max);
      back_a.motion.velocity *= -1;
      back_b.motion.velocity *= -1;
      EXPECT_NEAR(closest_approach(back_a, back_b, options)->closest.distance, found->closest.distance, 1e-7);
    }
  }
}

TEST(ClosestApproach, OfBodiesOfThePlaneStaysInIt) {
  const Body a{*Geometry::make(Shape2{Circle{Vec2(0, 0), 1}}), {}, {}};
  Body b{*Geometry::make(Shape2{Aabb2{Vec2(4, 2), Vec2(5, 3)}}), {}, {}};
  b.motion.velocity = Vec3(-1, 0, 0);
  const auto found = closest_approach(a, b);
  EXPECT_NEAR(found->closest.distance, 1, 1e-12);
  EXPECT_EQ(found->closest.points[1].z(), 0);
}

TEST(ClosestApproach, OfMeshesIsNeverUndercutAndProven) {
  AnyBody random(6);
  const Geometry ball = *Geometry::make(Shape{make_bumpy_sphere_mesh(1, 0.3, 3)}),
                 ring = *Geometry::make(Shape{make_torus_mesh(2, 0.5, 40, 16)});
  int misses = 0;
  for (int k = 0; k < testing::effort(30); ++k) {
    Body a{k % 2 == 0 ? ball : ring, random.pose(0.5), {}}, b{ball, random.pose(0.5), {}};
    b.pose.translation += 4 * random.unit();
    const Vec3 aside = random.unit();
    b.motion.velocity = (a.pose.translation + (k % 3) * 1.5 * aside - b.pose.translation) / 2;
    const ApproachOptions options{.t_max = 4};
    const auto found = closest_approach(a, b, options);
    ASSERT_TRUE(found) << k;
    if (found->closest.distance == 0) continue;
    ++misses;
    SCOPED_TRACE(k);
    EXPECT_LE(found->closest.distance - found->least, 1e-7);
    expect_right(a, b, options, *found, 40);
    EXPECT_NEAR(closest_approach(b, a, options)->closest.distance, found->closest.distance, 1e-8);
    EXPECT_NEAR(closest_approach(a, b)->closest.distance,
                std::min(found->closest.distance, closest_approach(a, b)->closest.distance), 1e-8);
  }
  EXPECT_GT(misses, 3);
}

TEST(ClosestApproach, OfABoxIsThatOfItsMesh) {
  AnyBody random(7);
  for (int k = 0; k < testing::effort(40); ++k) {
    const Aabb box = random.box();
    const Body a = flying({box}), mesh = flying({AnyBody::mesh_of(box)});
    const Body b = flying({Tetrahedron{{random.vector(1), random.vector(1), random.vector(1), random.vector(1)}}}, random.vector(1),
                          random.pose(3));
    const double exact = closest_approach(a, b, {.t_max = 3})->closest.distance;
    EXPECT_NEAR(closest_approach(mesh, b, {.t_max = 3})->closest.distance, exact, 1e-8) << k;
  }
}

TEST(ClosestApproach, OfARodThatTurnsPastAPoint) {
  Body rod = flying({Segment{{Vec3::Zero(), Vec3(1, 0, 0)}}});
  rod.motion.angular_velocity = Vec3(0, 0, 1);
  const Body point = flying({Point{Vec3(0, 2, 0)}});
  const auto found = closest_approach(rod, point, {.t_max = 3, .tolerance = 1e-6});
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->time, std::acos(0.0), 1e-3);
  EXPECT_NEAR(found->closest.distance, 1, 1e-6);
  EXPECT_LE(found->least, 1);
  EXPECT_GE(found->least, 1 - 2e-6);
  EXPECT_TRUE(found->finished);
  EXPECT_FALSE(closest_approach(rod, point));  // without an end
  const auto met = closest_approach(rod, flying({Sphere{Vec3(0, 0.5, 0), 0.25}}), {.t_max = 3});
  EXPECT_EQ(met->closest.distance, 0);
  EXPECT_NEAR(met->time, std::acos(0.0) - std::asin(0.5), 1e-5);
}

TEST(ClosestApproach, OfTurningBodiesIsNeverUndercutAndProven) {
  AnyBody random(8);
  for (int k = 0; k < testing::effort(12); ++k) {
    Body a = random.body(k % 2 == 0 ? 12 : 18, 0.2), b = random.body(k % 3 == 0 ? 18 : 8, 0.2);
    b.pose.translation += 4 * random.unit();
    a.motion = {random.vector(0.5), random.vector(1), {}};
    b.motion = {random.vector(0.5), random.vector(1), {}};
    const ApproachOptions options{.t_max = 2, .tolerance = 1e-5};
    const auto found = closest_approach(a, b, options);
    ASSERT_TRUE(found) << k << found.error().message;
    SCOPED_TRACE(k);
    if (found->closest.distance == 0) continue;
    EXPECT_LE(found->closest.distance - found->least, 1.1e-5);
    expect_right(a, b, options, *found, 200);
  }
}

TEST(ClosestApproach, AlongKeyframes) {
  const Geometry point = *Geometry::make(Shape{Point{}}), ball = *Geometry::make(Shape{Sphere{Vec3::Zero(), 1}});
  const Path path = *Path::through(
      {{0, {Mat3::Identity(), Vec3(-5, 4, 0)}}, {1, {Mat3::Identity(), Vec3(0, 3, 0)}}, {2, {Mat3::Identity(), Vec3(5, 4, 0)}}});
  const Path rest(Pose{}, Motion{});
  const auto found = closest_approach_along(point, path, ball, rest, {.t_max = 5, .tolerance = 1e-7});
  ASSERT_TRUE(found);
  // the nearest point of the way is on neither leg's end: the foot of the line through (-5,4) and (0,3) is beyond (0,3)
  EXPECT_NEAR(found->time, 1, 1e-3);
  EXPECT_NEAR(found->closest.distance, 2, 1e-6);
  EXPECT_NEAR(found->least, 2, 1e-6);
}

TEST(ClosestApproach, RefusesBadOptionsAndKnowsEmptyMeshes) {
  const Body a = flying({Point{}}), b = flying({Point{Vec3(1, 0, 0)}});
  EXPECT_FALSE(closest_approach(a, b, {.t_max = -1}));
  EXPECT_FALSE(closest_approach(a, b, {.t_max = 1, .tolerance = 0.0}));
  EXPECT_EQ(closest_approach(a, flying({TriangleMesh{}}))->closest.distance, infinity);
  EXPECT_EQ(closest_approach(a, b)->closest.distance, 1);
}

}  // namespace
}  // namespace graze
