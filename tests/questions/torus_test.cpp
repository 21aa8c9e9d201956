/// Tori against samplings of their circles, formulas, and what moving, swapping and scaling must not change.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/closest_approach.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/extent.h>
#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/path.h>
#include <graze/penetration.h>
#include <graze/raycast.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using testing::AnyBody;
using testing::effort;

/// Around the z axis.
Body ring(double major, double minor, const Pose& pose = {}) {
  return body({Torus{Vec3::Zero(), Vec3(0, 0, 2), major, minor}}, pose);
}

Vec3 on_circle(double major, double angle) { return major * Vec3(std::cos(angle), std::sin(angle), 0); }

double sampled_distance(double major, double minor, const Pose& pose, const Body& other) {
  constexpr int samples = 512;
  double least = std::numeric_limits<double>::infinity();
  for (int k = 0; k < samples; ++k) {
    const Vec3 p = pose.to_world(on_circle(major, 2 * std::numbers::pi * k / samples));
    least = std::min(least, closest_points(body({Point{p}}), other)->distance);
  }
  return std::max(0.0, least - minor);
}

TEST(Torus, DistanceAgreesWithAFineSampling) {
  AnyBody random(5);
  int apart = 0, meeting = 0;
  for (int i = 0; i < effort(4 * AnyBody::kinds); ++i) {
    const double major = random.real(0.2, 1.5), minor = random.real(0.05, 0.5);
    const Pose pose = random.pose(1);
    const Body torus = ring(major, minor, pose), other = random.body(i % AnyBody::kinds, i % 2 == 0 ? 3 : 1);
    const auto found = closest_points(torus, other);
    ASSERT_TRUE(found) << i << ": " << found.error().message;
    const double sampled = sampled_distance(major, minor, pose, other);
    ASSERT_LE(found->distance, sampled + 1e-9) << i;
    ASSERT_GE(found->distance, sampled - major * 1e-4) << i;  // sagitta and slope between two samples
    ASSERT_EQ(*overlap(torus, other), found->distance == 0) << i;
    (found->distance > 0 ? apart : meeting) += 1;
    const auto swapped = closest_points(other, torus);
    ASSERT_EQ(swapped->distance, found->distance) << i;
    ASSERT_EQ(swapped->points[0], found->points[1]) << i;
    if (found->distance == 0) continue;
    ASSERT_NEAR((found->points[0] - found->points[1]).norm(), found->distance, 1e-9) << i;
    const auto off_torus = closest_points(body({Point{found->points[0]}}), torus);
    ASSERT_LE(off_torus->distance, 1e-12) << i;
    ASSERT_LE(closest_points(body({Point{found->points[1]}}), other)->distance, 1e-9) << i;
  }
  EXPECT_GT(apart, AnyBody::kinds);
  EXPECT_GT(meeting, AnyBody::kinds / 2);
}

TEST(Torus, DecidesPointsAndBallsExactly) {
  const Body torus = ring(3, 1);
  EXPECT_TRUE(*overlap(torus, body({Point{Vec3(4, 0, 0)}})));
  EXPECT_FALSE(*overlap(torus, body({Point{Vec3(std::nextafter(4, 5), 0, 0)}})));
  EXPECT_TRUE(*overlap(torus, body({Point{Vec3(2, 0, 0)}})));
  EXPECT_FALSE(*overlap(torus, body({Point{Vec3(std::nextafter(2, 1), 0, 0)}})));
  EXPECT_TRUE(*overlap(body({Sphere{Vec3::Zero(), 2}}), torus));
  EXPECT_FALSE(*overlap(body({Sphere{Vec3::Zero(), std::nextafter(2, 1)}}), torus));
  EXPECT_TRUE(*contains(torus, body({Sphere{Vec3(0, 3, 0), 1}})));
  EXPECT_FALSE(*contains(torus, body({Sphere{Vec3(0, 3, 0), std::nextafter(1, 2)}})));
  EXPECT_TRUE(*contains(body({Sphere{Vec3::Zero(), 4}}), torus));
  EXPECT_FALSE(*contains(body({Sphere{Vec3::Zero(), std::nextafter(4, 3)}}), torus));
  EXPECT_DOUBLE_EQ(closest_points(torus, body({Point{Vec3(6, 0, 0)}}))->distance, 2);
  EXPECT_DOUBLE_EQ(closest_points(torus, body({Point{Vec3::Zero()}}))->distance, 2);
}

TEST(Torus, DistanceFromItsOwnAxisIsKnownThoughAllPointsAreEquallyNear) {
  const Body torus = ring(3, 1);
  EXPECT_NEAR(closest_points(torus, body({Line{Vec3::Zero(), Vec3::UnitZ()}}))->distance, 2, 1e-8);
  EXPECT_NEAR(closest_points(torus, body({Cylinder{{Vec3(0, 0, -5), Vec3(0, 0, 5)}, 0.5}}))->distance, 1.5, 1e-7);
  EXPECT_TRUE(*overlap(torus, body({Cylinder{{Vec3(0, 0, -5), Vec3(0, 0, 5)}, 2.5}})));
}

TEST(Torus, TouchesWhatItJustReaches) {
  const Body torus = ring(3, 1);
  EXPECT_TRUE(*overlap(torus, body({Plane{Vec3(0, 0, 2), 2}})));
  EXPECT_FALSE(*overlap(torus, body({Plane{Vec3(0, 0, 2), 2.000001}})));
  EXPECT_DOUBLE_EQ(closest_points(torus, body({Plane{Vec3(0, 0, 1), 3}}))->distance, 2);
  EXPECT_DOUBLE_EQ(closest_points(torus, body({HalfSpace{Vec3(1, 0, 0), -7}}))->distance, 3);
  EXPECT_TRUE(*overlap(torus, body({Aabb{Vec3(4, -1, -1), Vec3(5, 1, 1)}})));
  EXPECT_TRUE(*overlap(torus, body({Segment{{Vec3(4, -1, 0), Vec3(4, 1, 0)}}})));
  const Vec3 tilted = Vec3(1, 0, 1).normalized();  // reaches 3 / sqrt(2) + 1 along it
  EXPECT_NEAR(closest_points(torus, body({Plane{tilted, 5}}))->distance, 4 - 3 / std::sqrt(2.0), 1e-12);
}

/// The least over an angle: sampled, and finely around every sample that is less than its neighbours.
template <class Function>
double least_over_a_turn(const Function& function) {
  constexpr int samples = 600, finer = 64;
  constexpr double step = 2 * std::numbers::pi / samples;
  std::array<double, samples> values;
  for (int j = 0; j < samples; ++j) values[j] = function(j * step);
  double least = std::numeric_limits<double>::infinity();
  for (int j = 0; j < samples; ++j) {
    if (values[j] > values[(j + 1) % samples] || values[j] > values[(j + samples - 1) % samples]) continue;
    for (int k = -finer; k <= finer; ++k) least = std::min(least, function((j + static_cast<double>(k) / finer) * step));
  }
  return least;
}

/// Many, since few pass near each other's axis, where the distance from a circle bends down.
TEST(Torus, DistanceOfTwoAgreesWithASampling) {
  AnyBody random(6);
  for (int i = 0; i < effort(2000); ++i) {
    const Pose pose_a = random.pose(1), pose_b = random.pose(1.5);
    const double r_a = random.real(0.3, 1.5), r_b = random.real(0.3, 1.5), tube = 0.02;
    const auto found = closest_points(ring(r_a, tube, pose_a), ring(r_b, tube, pose_b));
    const double between = least_over_a_turn([&](double angle) {
      const Vec3 p = pose_a.to_world(on_circle(r_a, angle));
      const Vec3 in_b = pose_b.rotation.transpose() * (p - pose_b.translation);
      return std::hypot(std::hypot(in_b.x(), in_b.y()) - r_b, in_b.z());
    });
    const double least = std::max(0.0, between - 2 * tube);
    ASSERT_LE(found->distance, least + 1e-9) << i;
    ASSERT_GE(found->distance, least - 1e-4) << i;
  }
}

TEST(Torus, IsCrossedFourTimesByALineThroughItsHole) {
  const Body torus = ring(3, 1);
  const Raycast found = *raycast(Ray{Vec3(-10, 0, 0), Vec3(2, 0, 0)}, torus);
  ASSERT_EQ(found.crossings.size(), 4);
  const double expected[] = {3, 4, 6, 7};
  for (int k = 0; k < 4; ++k) {
    EXPECT_NEAR(found.crossings[k].t, expected[k], 1e-14);
    EXPECT_EQ(found.crossings[k].entering, k % 2 == 0);
    EXPECT_NEAR(std::abs(found.crossings[k].normal.x()), 1, 1e-14);
  }
  EXPECT_EQ(raycast(Ray{Vec3(-3, 0, 0), Vec3(1, 0, 0)}, torus)->t, 0);
  EXPECT_EQ(raycast(Ray{Vec3(-3, 0, 0), Vec3(1, 0, 0)}, torus)->crossings.size(), 3);
  EXPECT_EQ(raycast(Segment{{Vec3(-10, 0, 0), Vec3(0, 0, 0)}}, torus)->crossings.size(), 2);
  EXPECT_EQ(raycast(Line{Vec3(0, 4, 0), Vec3::UnitX()}, torus)->crossings.size(), 1);  // touches
  EXPECT_FALSE(raycast(Line{Vec3::Zero(), Vec3::UnitZ()}, torus)->intersect);
  EXPECT_FALSE(raycast(Ray{Vec3(10, 0, 0), Vec3(1, 0, 0)}, torus)->intersect);
}

TEST(Torus, CrossingsLieOnTheSurfaceAndAlternate) {
  AnyBody random(7);
  int hits = 0;
  for (int i = 0; i < effort(1000); ++i) {
    const double major = random.real(0.2, 1), minor = random.real(0.05, 1.2);  // with and without a hole
    const Pose pose = random.pose(2);
    const Body torus = ring(major, minor, pose);
    const Line line{random.vector(3), random.vector(1)};
    const Raycast found = *raycast(line, torus);
    const bool meets = *overlap(body({line}), torus);
    ASSERT_EQ(found.intersect, meets) << i;
    for (std::size_t k = 0; k < found.crossings.size(); ++k) {
      const Vec3 local = pose.rotation.transpose() * (found.crossings[k].point - pose.translation);
      const double off = std::hypot(std::hypot(local.x(), local.y()) - major, local.z()) - minor;
      ASSERT_NEAR(off, 0, 1e-11) << i;
      ASSERT_EQ(found.crossings[k].entering, k % 2 == 0) << i;
      ++hits;
    }
    ASSERT_EQ(found.crossings.size() % 2, 0) << i;
  }
  EXPECT_GT(hits, 200);
}

TEST(Torus, IsContainedInWhatHoldsItsWholeExtent) {
  const Body torus = ring(3, 1);
  const auto box = [](double z) { return body({Aabb{Vec3(-4, -4, -z), Vec3(4, 4, z)}}); };
  EXPECT_TRUE(*contains(box(1), torus));
  EXPECT_FALSE(*contains(box(0.999), torus));
  EXPECT_TRUE(*contains(body({HalfSpace{Vec3(0, 0, 3), 3}}), torus));
  const Body mesh = body({AnyBody::mesh_of({Vec3(-5, -5, -2), Vec3(5, 5, 2)})});
  EXPECT_TRUE(*contains(mesh, torus));
  EXPECT_FALSE(*contains(body({AnyBody::mesh_of({Vec3(-5, -5, -0.5), Vec3(5, 5, 2)})}), torus));
}

TEST(Torus, IsMetByWhatFallsOnItAndNotByWhatFallsThroughItsHole) {
  const auto falling = [](const Shape& shape, const Vec3& velocity) {
    return Body{*Geometry::make(shape), {}, {.velocity = velocity}};
  };
  const Body torus = ring(3, 1);
  const auto on_tube = sweep(falling({Sphere{Vec3(3, 0, 5), 0.5}}, Vec3(0, 0, -1)), torus, {.t_max = 10});
  ASSERT_TRUE(on_tube && *on_tube);
  EXPECT_LE((*on_tube)->first, 3.5);
  EXPECT_GE((*on_tube)->first, 3.5 - 1e-5);
  EXPECT_EQ((*on_tube)->certainty, Certainty::certified);
  EXPECT_FALSE(*sweep(falling({Sphere{Vec3(0, 0, 5), 1.9}}, Vec3(0, 0, -1)), torus, {.t_max = 10}));
  EXPECT_TRUE(*sweep(falling({Sphere{Vec3(0, 0, 5), 2.1}}, Vec3(0, 0, -1)), torus, {.t_max = 10}));
  const auto on_plane = sweep(falling({Plane{Vec3(0, 0, 1), -5}}, Vec3(0, 0, 1)), torus, {.t_max = 10});
  ASSERT_TRUE(on_plane && *on_plane);
  EXPECT_NEAR((*on_plane)->first, 4, 1e-5);
  const Body rising = falling({Torus{Vec3::Zero(), Vec3::UnitZ(), 3, 1}}, Vec3(0, 0, 1));
  EXPECT_FALSE(*sweep(rising, body({Plane{Vec3::UnitZ(), -2}})));
  EXPECT_FALSE(*sweep(rising, body({Line{Vec3(0, 9, 0), Vec3::UnitX()}})));
  EXPECT_FALSE(*sweep(rising, body({Line{Vec3(9, 0, 0), Vec3::UnitZ()}})));
  EXPECT_NEAR((*sweep(rising, body({Line{Vec3(0, 0, 6), Vec3::UnitX()}})))->first, 5, 1e-5);
  EXPECT_EQ(sweep(rising, body({Line{Vec3(0, 0, 0), Vec3::UnitZ()}})).error().code, ErrorCode::bad_option);
}

TEST(Torus, HasADepthWhereOneIsKnown) {
  const Body torus = ring(3, 1);
  const auto of_point = penetration(body({Point{Vec3(3.5, 0, 0)}}), torus);
  EXPECT_DOUBLE_EQ((*of_point)->depth, 0.5);
  EXPECT_DOUBLE_EQ((*of_point)->normal.x(), -1);  // the torus goes that way, or the point out
  EXPECT_DOUBLE_EQ(signed_distance(body({Point{Vec3(3.5, 0, 0)}}), torus)->distance, -0.5);
  EXPECT_DOUBLE_EQ(signed_distance(body({Point{Vec3(0, 0, 4)}}), torus)->distance, 4);
  EXPECT_DOUBLE_EQ((*penetration(torus, body({HalfSpace{Vec3::UnitZ(), -0.5}})))->depth, 0.5);
  EXPECT_EQ(status(body({Point{Vec3(3, 0, 0)}}), torus)->status, Status::inside);
  EXPECT_EQ(status(body({Point{Vec3(0, 0, 0)}}), torus, {.tolerance = 0, .clearance = 3})->status, Status::near);
}

TEST(Torus, ReachesAsFarAsTheFarthestOfItsSampledPoints) {
  AnyBody random(11);
  for (int i = 0; i < effort(40); ++i) {
    const double major = random.real(0.2, 1.5), minor = random.real(0.05, 2);
    const Pose pose = random.pose(2);
    const Body torus = ring(major, minor, pose);
    const Vec3 direction = i == 0 ? Vec3(pose.rotation.col(2)) : Vec3(random.real(-1, 1), random.real(-1, 1), random.real(0.1, 1));
    const auto found = extent(torus, direction);
    ASSERT_TRUE(found) << found.error().message;
    double most = -std::numeric_limits<double>::infinity(), least = -most;
    for (int k = 0; k < 4096; ++k) {
      const double along = direction.normalized().dot(pose.to_world(on_circle(major, 2 * std::numbers::pi * k / 4096)));
      most = std::max(most, along + minor);
      least = std::min(least, along - minor);
    }
    EXPECT_NEAR(found->max, most, 2e-6 * major) << i;  // the sagitta of 4096 samples
    EXPECT_NEAR(found->min, least, 2e-6 * major) << i;
    for (const int k : {0, 1}) {
      const double along = direction.normalized().dot(*found->points[k]);
      EXPECT_NEAR(along, k == 0 ? found->min : found->max, 1e-12) << i;
      EXPECT_NEAR(closest_points(body({Point{*found->points[k]}}), torus)->distance, 0, 1e-12) << i;
    }
  }
}

TEST(Torus, EndsAreDecidedExactly) {
  const Body torus = ring(3, 1);
  EXPECT_EQ(side(torus, body({Plane{Vec3::UnitZ(), -1}}))->side, Side::touching);
  EXPECT_EQ(side(torus, body({Plane{Vec3::UnitZ(), std::nextafter(-1.0, -2)}}))->side, Side::front);
  EXPECT_FALSE(side(torus, body({Plane{Vec3::UnitZ(), -1}}))->reaches_back);
  EXPECT_TRUE(side(torus, body({Plane{Vec3::UnitZ(), std::nextafter(-1.0, 0)}}))->reaches_back);
  EXPECT_TRUE(separates(torus, body({Aabb{Vec3(4, -1, -1), Vec3(5, 1, 1)}}), Vec3::UnitX())->touches);
  EXPECT_TRUE(separates(torus, body({Aabb{Vec3(std::nextafter(4.0, 5), -1, -1), Vec3(5, 1, 1)}}), Vec3::UnitX())->separates);
  EXPECT_EQ(separates(torus, ring(1, 1), Vec3(1, 1, 1)).error().code, ErrorCode::unsupported_pair);
  const Body without_circle = body({Torus{Vec3::Zero(), Vec3::Zero(), 0, 2}});
  EXPECT_EQ(extent(without_circle, Vec3(0, 3, 4))->max, std::nextafter(2.0, 3));  // one place beyond
}

TEST(Torus, PartsWhereItsHoleBegins) {
  const Body torus = ring(3, 1);
  const Body point = body({Point{Vec3(-3, 0, 0)}}), ball = body({Sphere{Vec3(-3, 0, 0), 0.25}});
  EXPECT_NEAR((*penetration(torus, point, Vec3(2, 0, 0)))->depth, 1, 1e-12);  // not 7, where it leaves the other side
  EXPECT_NEAR((*penetration(torus, ball, Vec3(1, 0, 0)))->depth, 1.25, 1e-12);
  EXPECT_NEAR((*penetration(ball, torus, Vec3(-1, 0, 0)))->depth, 1.25, 1e-12);
  EXPECT_NEAR((*penetration(torus, ball, Vec3(-1, 0, 0)))->depth, 1.25, 1e-12);
  EXPECT_NEAR((*penetration(torus, body({HalfSpace{Vec3::UnitZ(), 0.5}}), Vec3(0, 0, -1)))->depth, 1.5, 1e-12);
  EXPECT_TRUE(std::isinf((*penetration(torus, body({HalfSpace{Vec3::UnitZ(), 0.5}}), Vec3(0, 0, 1)))->depth));
  EXPECT_NEAR((*penetration(torus, body({Plane{Vec3::UnitZ(), 0.5}}), Vec3(0, 0, 1)))->depth, 0.5, 1e-12);
  EXPECT_FALSE(*penetration(torus, body({Point{Vec3::Zero()}}), Vec3(1, 0, 0)));
  const Body peg = body({Aabb{Vec3(-3.5, -0.5, -0.5), Vec3(-2.5, 0.5, 0.5)}});
  EXPECT_NEAR((*penetration(torus, peg, Vec3(1, 0, 0)))->depth, 3.5 - std::sqrt(4 - 0.25), 1e-9);  // its far edges leave last
}

TEST(Torus, HasAStatusWithBodiesOfEveryKind) {
  AnyBody random(23);
  int touching = 0, others = 0;
  for (int i = 0; i < effort(2 * AnyBody::kinds); ++i) {
    const Body torus = ring(random.real(0.5, 1.5), random.real(0.1, 0.4), random.pose(1)),
               other = random.body(i % AnyBody::kinds, 1);
    const auto found = status(torus, other);
    ASSERT_TRUE(found || found.error().code == ErrorCode::unsupported_pair) << i << ": " << found.error().message;
    if (!found) continue;
    EXPECT_EQ(found->status == Status::separated, !*overlap(torus, other)) << i;
    (found->status == Status::touching ? touching : others) += 1;
  }
  EXPECT_GT(others, touching);
  const Body torus = ring(3, 1);
  EXPECT_EQ(status(torus, body({Aabb{Vec3(4, -1, -1), Vec3(5, 1, 1)}}))->status, Status::touching);
  EXPECT_EQ(status(torus, body({Aabb{Vec3(3.75, -1, -1), Vec3(5, 1, 1)}}))->status, Status::overlapping);
  EXPECT_EQ(status(torus, body({Segment{{Vec3(0, 0, 0), Vec3(2, 0, 0)}}}))->status, Status::touching);
  EXPECT_EQ(status(torus, ring(3, 1, {.translation = {0, 0, 2}}))->status, Status::touching);
  EXPECT_EQ(status(torus, ring(3, 1, {.translation = {0, 0, 1.5}}))->status, Status::overlapping);
  const Body mesh = body(Shape{make_box_mesh({1, 1, 1})}, {.translation = {5, 0, 0}});
  EXPECT_EQ(status(torus, mesh)->status, Status::touching);
  EXPECT_EQ(status(ring(3, 1.25), mesh)->status, Status::overlapping);
  EXPECT_EQ(status(ring(3, 0), body(Shape{PointCloud{{Vec3(3, 0, 0), Vec3(9, 0, 0)}}}))->status, Status::touching);
}

TEST(Torus, ComesAsCloseToMovingBodiesAsSamplesSay) {
  AnyBody random(31);
  for (int i = 0; i < effort(AnyBody::kinds); ++i) {
    const Body torus = ring(random.real(0.5, 1), random.real(0.1, 0.3), random.pose(1));
    Body other = random.body(i % AnyBody::kinds, 1);
    other.pose.translation += Vec3(5, 0, 0);
    other.motion.velocity = Vec3(-2, random.real(-1, 1), random.real(-1, 1));
    const auto found = closest_approach(torus, other, {.t_max = 4, .tolerance = 1e-3});
    ASSERT_TRUE(found) << i << ": " << found.error().message;
    for (int k = 0; k <= 64; ++k) {
      const auto sampled = closest_points(torus, at_time(other, k / 16.0));
      ASSERT_GE(sampled->distance, found->least) << i;
    }
    EXPECT_NEAR(closest_points(torus, at_time(other, found->time))->distance, found->closest.distance, 1e-9) << i;
    EXPECT_LE(found->closest.distance - found->least, 1e-3) << i;
  }
}

TEST(Torus, ListsNoTouchingTriangles) {
  const Body mesh = body(Shape{make_box_mesh({1, 1, 1})}, {.translation = {0, 0, 9}});
  EXPECT_EQ(first_contacts(ring(3, 1), mesh).error().code, ErrorCode::unsupported_pair);
}

TEST(Torus, IsRefusedWithoutSense) {
  const auto why = [](const Torus& torus) { return Geometry::make(Shape{torus}).error().message; };
  EXPECT_EQ(why({Vec3::Zero(), Vec3::UnitZ(), -1, 1}), "major: negative radius -1");
  EXPECT_EQ(why({Vec3::Zero(), Vec3::UnitZ(), 1, -1}), "minor: negative radius -1");
  EXPECT_EQ(why({Vec3::Zero(), Vec3::Zero(), 1, 1}), "n: the zero vector is no normal");
  EXPECT_TRUE(Geometry::make(Shape{Torus{Vec3::Zero(), Vec3::Zero(), 0, 1}}));
}

}  // namespace
}  // namespace graze
