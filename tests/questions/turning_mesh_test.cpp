/// First contact of meshes that move and turn: against dense sampling with bisection, closed forms, and the traps of the method.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <Eigen/Geometry>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "motion/pose_at.h"
#include "motion/turning/search.h"
#include "questions/any_body.h"

namespace graze {
namespace {

using testing::meet_at;

using testing::effort;
using testing::Random;

using testing::pi;

Body mesh_body(TriangleMesh mesh, const Pose& pose = {}, const Motion& motion = {}) {
  return {*Geometry::make({std::move(mesh)}), pose, motion};
}

/// The first of many samples at which they meet, then halved down to the start of that meeting; infinite when none meets.
double sampled_first(const Body& a, const Body& b, double t_max, int samples) {
  for (int k = 0; k <= samples; ++k) {
    double hit = t_max * k / samples;
    if (!meet_at(a, b, hit)) continue;
    double free = k == 0 ? 0 : t_max * (k - 1) / samples;
    for (int n = 0; n < 50 && k > 0; ++n) {
      const double middle = free + (hit - free) / 2;
      (meet_at(a, b, middle) ? hit : free) = middle;
    }
    return hit;
  }
  return std::numeric_limits<double>::infinity();
}

TriangleMesh soup(Random& random, unsigned count) {
  TriangleMesh mesh;
  for (unsigned i = 0; i < count; ++i) {
    const Vec3 center = random.vector(0.7);
    for (int k = 0; k < 3; ++k) mesh.vertices.push_back(center + random.vector(0.3));
    mesh.triangles.push_back({3 * i, 3 * i + 1, i % 5 == 0 ? 3 * i + 1 : 3 * i + 2});
  }
  return mesh;
}

TriangleMesh random_mesh(Random& random) {
  switch (random.below(6)) {
    case 0: return make_box_mesh(Vec3(random.real(0.2, 1), random.real(0.2, 1), 1e-4));  // a thin plate
    case 1: return make_box_mesh(Vec3(random.real(0.1, 1), random.real(0.1, 1), random.real(0.1, 1)));
    case 2: return make_sphere_mesh(0.6, 1);
    case 3: return make_torus_mesh(0.7, 0.2, 12, 6);
    case 4: return make_box_mesh(Vec3(1, 0.02, 0.02));  // a needle
    default: return soup(random, 20);
  }
}

/// Tunnelling speeds, pure rotation, swings by 180 degrees, slow passing, both turning.
void set_motions(Random& random, Body& a, Body& b) {
  const Vec3 way = a.pose.translation - b.pose.translation;
  switch (random.below(5)) {
    case 0: b.motion = {3 * way + random.vector(1), random.vector(1), {}}; break;
    case 1: b.motion = {Vec3::Zero(), random.vector(3), random.vector(1)}; break;
    case 2: b.motion = {Vec3::Zero(), pi * random.unit(), b.pose.translation + random.vector(2)}; break;
    case 3: b.motion = {random.vector(1), random.vector(0.1), {}}; break;
    default: b.motion = {random.vector(1.5), random.vector(3), random.vector(1)};
  }
  if (random.below(2) == 0) a.motion = {random.vector(1), random.vector(3), random.vector(1)};
}

TEST(SweepTurningMeshes, NeverReportAContactLateInTenThousandMotions) {
  Random random(31);
  constexpr double tol = 1e-5;
  int contacts = 0, clear = 0, checked_entry = 0;
  std::vector<Geometry> meshes;
  for (int n = 0; n < 60; ++n) meshes.push_back(*Geometry::make({random_mesh(random)}));
  for (int n = 0; n < effort(10000); ++n) {
    Body a{meshes[random.below(meshes.size())], random.pose(1), {}}, b{meshes[random.below(meshes.size())], random.pose(1.5), {}};
    set_motions(random, a, b);
    const auto impact = sweep_turning(a, b, {.t_max = 1, .tolerance = tol});
    ASSERT_TRUE(impact) << impact.error().message;
    ASSERT_NE(impact->status, TurningStatus::unfinished) << "motion " << n;
    const double first = sampled_first(a, b, 1, 40);
    const bool contact = impact->status == TurningStatus::contact;
    (contact ? contacts : clear) += 1;
    ASSERT_TRUE(contact || std::isinf(first)) << "motion " << n << " misses a contact at " << first;
    if (!contact) continue;
    ASSERT_LE(impact->t_lo, first) << "motion " << n;
    ASSERT_EQ(impact->initial, meet_at(a, b, 0)) << "motion " << n;
    ASSERT_LE(closest_points(at_time(a, impact->t_lo), at_time(b, impact->t_lo))->distance, tol) << "motion " << n;
    if (!impact->t_hi) continue;
    ASSERT_GE(*impact->t_hi, impact->t_lo);
    ASSERT_TRUE(meet_at(a, b, *impact->t_hi)) << "motion " << n;
    checked_entry += *impact->t_hi - impact->t_lo < 1e-3 ? 1 : 0;
  }
  EXPECT_GT(contacts, effort(10000) / 10);
  EXPECT_GT(clear, effort(10000) / 10);
  EXPECT_GT(checked_entry, contacts / 2);
}

/// Two plates of thickness 2e-6, one of which passes through the other within a millionth of the time.
TEST(SweepTurningMeshes, FindThinPlatesThatPassThroughEachOtherInNoTime) {
  const Body wall = mesh_body(make_box_mesh(Vec3(1, 1, 1e-6)));
  const Body plate =
      mesh_body(make_box_mesh(Vec3(0.2, 0.2, 1e-6)), {Mat3::Identity(), Vec3(0, 0, 500)}, {Vec3(0, 0, -1000), Vec3(0, 0, 5), {}});
  const auto impact = sweep_turning(wall, plate, {.t_max = 1, .tolerance = 1e-9});
  ASSERT_TRUE(impact);
  ASSERT_EQ(impact->status, TurningStatus::contact);
  const double first = (500 - 2e-6) / 1000;
  EXPECT_LE(impact->t_lo, first);
  EXPECT_NEAR(impact->t_lo, first, 1e-11);
}

/// A door of width 2 hangs on the z axis; after a quarter turn it meets a post at (0, 1.5), 2e-3 thick.
TEST(SweepTurningMeshes, FindWhereADoorSwingsAgainstAPost) {
  TriangleMesh door = make_box_mesh(Vec3(1, 1e-3, 1));
  for (Vec3& v : door.vertices) v.x() += 1;
  const Body swinging = mesh_body(door, {}, {Vec3::Zero(), Vec3(0, 0, pi), Vec3::Zero()});
  const Body post = mesh_body(make_box_mesh(Vec3(1e-3, 1e-3, 0.5)), {Mat3::Identity(), Vec3(0, 1.5, 0)}, {});
  const auto impact = sweep_turning(swinging, post, {.t_max = 1, .tolerance = 1e-9});
  ASSERT_TRUE(impact);
  ASSERT_EQ(impact->status, TurningStatus::contact);
  // The corner (1e-3, y) of the post comes into the door's side where y' = 1e-3 in the door's frame.
  const double first = sampled_first(swinging, post, 1, 4000);
  EXPECT_LE(impact->t_lo, first);
  EXPECT_NEAR(impact->t_lo, first, 1e-8);
  ASSERT_TRUE(impact->t_hi);
  EXPECT_NEAR(*impact->t_hi, first, 1e-8);
}

/// The corner of a turning cube passes a wall at a distance of 1e-4 below or above nothing.
TEST(SweepTurningMeshes, TellGrazingFromPassing) {
  const Body wall = mesh_body(make_box_mesh(Vec3(0.1, 3, 3)), {Mat3::Identity(), Vec3(std::sqrt(2.0) + 0.1, 0, 0)}, {});
  for (const double off : {1e-4, -1e-4}) {
    Body cube = mesh_body(make_box_mesh(Vec3(1, 1, 1)), {}, {Vec3::Zero(), Vec3(0, 0, pi / 2), Vec3::Zero()});
    cube.pose.translation.x() -= off;
    cube.motion.center = cube.pose.translation;
    const auto impact = sweep_turning(wall, cube, {.t_max = 1, .tolerance = 1e-8});
    ASSERT_TRUE(impact);
    EXPECT_EQ(impact->status, off > 0 ? TurningStatus::clear : TurningStatus::contact) << off;
    if (off < 0) {
      // cos(angle to the diagonal) = sqrt(2) / (sqrt(2) + ...) along x: the corner is at sqrt(2) cos(pi/4 - pi t/2) + 1e-4
      const double first = (pi / 4 - std::acos(1 - 1e-4 / std::sqrt(2.0))) / (pi / 2);
      EXPECT_LE(impact->t_lo, first);
      EXPECT_NEAR(impact->t_lo, first, 1e-6);
    }
  }
}

/// The pair that is looked at first need not be the one that meets first: it has to wait behind those that may be sooner.
TEST(SweepTurningMeshes, PutTrianglesBackBehindOthersThatMayMeetSooner) {
  Random random(41);
  for (int n = 0; n < effort(300); ++n) {
    // Many needles at nearly the same height over a turning disc: their order is not known before each was looked at often.
    TriangleMesh needles;
    for (unsigned i = 0; i < 30; ++i) {
      const double angle = random.real(0, 2 * pi), radius = random.real(0.3, 1);
      const Vec3 tip(radius * std::cos(angle), radius * std::sin(angle), random.real(0.5, 0.5001));
      for (const Vec3& v : {tip, Vec3(tip + Vec3(0.01, 0, 1)), Vec3(tip + Vec3(0, 0.01, 1))}) needles.vertices.push_back(v);
      needles.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    const Body a = mesh_body(needles);
    const Body disc = mesh_body(make_torus_mesh(0.6, 0.4, 12, 6), {}, {Vec3(0, 0, random.real(0.2, 1)), random.vector(1), {}});
    const auto impact = sweep_turning(a, disc, {.t_max = 1, .tolerance = 1e-9});
    ASSERT_TRUE(impact);
    const double first = sampled_first(a, disc, 1, 200);
    ASSERT_EQ(impact->status == TurningStatus::contact, std::isfinite(first)) << n;
    if (std::isinf(first)) continue;
    ASSERT_LE(impact->t_lo, first) << n;
    ASSERT_NEAR(impact->t_lo, first, 1e-5) << n;
  }
}

TEST(SweepTurningMeshes, EndWithATinyTolerance) {
  Random random(43);
  const Geometry ball = *Geometry::make({make_bumpy_sphere_mesh(1, 0.3, 2)});
  int contacts = 0;
  for (int n = 0; n < effort(50); ++n) {
    const Body a{ball, random.pose(0), {}}, b{ball, {random.pose(0).rotation, 3 * random.unit()}, {}};
    Body moving = b;
    moving.motion = {-1.5 * b.pose.translation + random.vector(1), random.vector(2), {}};
    const auto impact = sweep_turning(a, moving, {.t_max = 1, .tolerance = 1e-300});
    ASSERT_TRUE(impact);
    ASSERT_NE(impact->status, TurningStatus::unfinished) << n;
    if (impact->status != TurningStatus::contact) continue;
    ++contacts;
    EXPECT_LE(impact->closest.distance, 1e-10);
    ASSERT_TRUE(impact->t_hi) << n;
    EXPECT_NEAR(*impact->t_hi, impact->t_lo, 1e-7) << n;
  }
  EXPECT_GT(contacts, effort(50) / 5);
}

/// Apart, but by less than the tolerance: those that part are clear, those that come closer meet.
TEST(SweepTurningMeshes, AreInContactAtTheStartOnlyIfTheyMeetOrStayClose) {
  const Body a = mesh_body(make_box_mesh(Vec3(1, 1, 1)));
  const auto moving = [](double gap, double speed) {
    return mesh_body(make_box_mesh(Vec3(0.5, 0.5, 0.5)), {Mat3::Identity(), Vec3(0, 0, 1.5 + gap)},
                     {Vec3(0, 0, speed), Vec3(0, 0, 1), {}});
  };
  const TurningOptions coarse{.t_max = 1, .tolerance = 1e-2};
  EXPECT_EQ(sweep_turning(a, moving(1e-3, 1), coarse)->status, TurningStatus::clear);
  EXPECT_EQ(sweep_turning(a, moving(1e-3, 0), coarse)->status, TurningStatus::clear);
  const auto closing = sweep_turning(a, moving(1e-3, -1), coarse);
  ASSERT_EQ(closing->status, TurningStatus::contact);
  EXPECT_FALSE(closing->initial);
  EXPECT_GT(closing->t_lo, 0);
  EXPECT_LE(closing->t_lo, 1e-3);
  for (const double speed : {1.0, -1.0}) {
    const auto touching = sweep_turning(a, moving(0, speed), coarse);
    ASSERT_EQ(touching->status, TurningStatus::contact);
    EXPECT_TRUE(touching->initial);
    EXPECT_EQ(touching->t_lo, 0);
    EXPECT_EQ(touching->t_hi, 0);
  }
}

TEST(SweepTurningMeshes, TakeDegenerateTrianglesForWhatTheyAre) {
  TriangleMesh segment{{Vec3(0, 0, 0), Vec3(2, 0, 0)}, {{0, 1, 1}}};
  TriangleMesh point{{Vec3(0, 1.5, 0)}, {{0, 0, 0}}};
  const Body hand = mesh_body(segment, {}, {Vec3::Zero(), Vec3(0, 0, 1), Vec3::Zero()});
  const auto impact = sweep_turning(hand, mesh_body(point), {.t_max = 10, .tolerance = 1e-9});
  ASSERT_TRUE(impact);
  ASSERT_EQ(impact->status, TurningStatus::contact);
  EXPECT_LE(impact->t_lo, pi / 2);
  EXPECT_NEAR(impact->t_lo, pi / 2, 1e-8);
  TriangleMesh far{{Vec3(0, 2.001, 0)}, {{0, 0, 0}}};
  EXPECT_EQ(sweep_turning(hand, mesh_body(far))->status, TurningStatus::clear);
}

TEST(SweepTurningMeshes, FollowManyTurns) {
  // Far out along their axis, and in reach of each other from the start: boxes opened for one turn must not be carried along to
  // others.
  TriangleMesh mesh = make_torus_mesh(2, 0.5, 96, 48);
  for (Vec3& v : mesh.vertices) v += Vec3(0, 15, 0);
  const Body a = mesh_body(mesh),
             b = mesh_body(mesh, {Mat3::Identity(), Vec3(20, 0.3, 0.2)}, {Vec3(-1, 0, 0), Vec3(0, 1.5, 0.01), {}});
  const auto impact = sweep_turning(a, b, {.t_max = 40, .tolerance = 1e-6});
  ASSERT_EQ(impact->status, TurningStatus::contact);
  EXPECT_GT(impact->t_lo, 10);
  EXPECT_FALSE(*overlap(at_time(a, impact->t_lo), at_time(b, impact->t_lo)));
  ASSERT_TRUE(impact->t_hi);
  EXPECT_LE(*impact->t_hi - impact->t_lo, 1e-4);
  EXPECT_TRUE(*overlap(at_time(a, *impact->t_hi), at_time(b, *impact->t_hi)));
}

TEST(SweepTurningMeshes, SayUnfinishedWithAValidBoundWhenTheyMustStop) {
  const Body a = mesh_body(make_sphere_mesh(1, 3));
  const Body b = mesh_body(make_sphere_mesh(1, 3), {Mat3::Identity(), Vec3(3, 0.5, 0)}, {Vec3(-1, 0, 0), Vec3(0, 0, 2), {}});
  const double first = sampled_first(a, b, 3, 3000);
  double previous = -1;
  for (std::size_t limit = 1; limit < 4000; limit *= 2) {
    const auto impact = sweep_turning(a, b, {.t_max = 3, .tolerance = 1e-8, .max_evaluations = limit});
    ASSERT_TRUE(impact);
    EXPECT_LE(impact->t_lo, first);
    EXPECT_GE(impact->t_lo, previous) << "more evaluations never know less";
    EXPECT_TRUE(limit > 20 || impact->status == TurningStatus::unfinished);
    previous = impact->t_lo;
  }
  EXPECT_NEAR(previous, first, 1e-6);
}

/// Scaling by powers of two changes nothing, turning all things about changes only digits.
TEST(SweepTurningMeshes, DoNotDependOnUnits) {
  Random random(47);
  for (int n = 0; n < effort(40); ++n) {
    TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
    const Pose pose{random.pose(0).rotation, 3 * random.unit()};
    const Motion motion{-1.2 * pose.translation + random.vector(1), random.vector(2), {}};
    const auto plain = sweep_turning(mesh_body(mesh), mesh_body(mesh, pose, motion), {.t_max = 1, .tolerance = 1e-6});
    const double scale = std::ldexp(1.0, n % 2 == 0 ? 30 : -40);
    for (Vec3& v : mesh.vertices) v *= scale;
    const Pose far{pose.rotation, scale * pose.translation};
    const Motion fast{scale * motion.velocity, motion.angular_velocity, {}};
    const auto scaled = sweep_turning(mesh_body(mesh), mesh_body(mesh, far, fast), {.t_max = 1, .tolerance = 1e-6 * scale});
    EXPECT_EQ(plain->status, scaled->status);
    EXPECT_EQ(plain->t_lo, scaled->t_lo);
    EXPECT_EQ(plain->t_hi, scaled->t_hi);
  }
}

TEST(SweepTurningMeshes, AnswerFarFromTheOriginAndForVeryDifferentSizes) {
  for (const double far : {0.0, 1e3, 1e6}) {
    const Vec3 shift = far * Vec3(1, -2, 0.5);
    for (const double size : {1.0, 1e-3, 1e-8}) {
      const Body wall = mesh_body(make_box_mesh(Vec3(1, 1, 1)), {Mat3::Identity(), shift}, {});
      const Body small = mesh_body(make_box_mesh(Vec3(size, size, size)), {Mat3::Identity(), shift + Vec3(0, 0, 3)},
                                   {Vec3(0, 0, -1), Vec3(0, 0, 1), {}});
      const double tol = std::max(1e-7, 1e-9 * far);
      const auto impact = sweep_turning(wall, small, {.t_max = 5, .tolerance = tol});
      ASSERT_TRUE(impact);
      ASSERT_EQ(impact->status, TurningStatus::contact) << far << " " << size;
      EXPECT_LE(impact->t_lo, 2 - size + 1e-9 * far);
      EXPECT_NEAR(impact->t_lo, 2 - size, 2 * tol);
    }
  }
}

/// Rotations that were stored in single precision are sheared a little: the box tests must make room for it.
TEST(SweepTurningMeshes, MakeRoomForRotationsOfSinglePrecision) {
  Random random(53);
  for (int n = 0; n < effort(100); ++n) {
    const auto coarse = [&] { return Mat3(random.pose(0).rotation.cast<float>().cast<double>()); };
    const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 2);
    const Body a = mesh_body(mesh, {coarse(), Vec3::Zero()}, {random.vector(0.3), random.vector(1), {}});
    const Body b = mesh_body(mesh, {coarse(), 2.5 * random.unit()}, {random.vector(2), random.vector(2), {}});
    const auto impact = sweep_turning(a, b, {.t_max = 1, .tolerance = 1e-7});
    ASSERT_TRUE(impact);
    const double first = sampled_first(a, b, 1, 100);
    EXPECT_TRUE(impact->status == TurningStatus::contact || std::isinf(first)) << n;
    EXPECT_TRUE(impact->status != TurningStatus::contact || impact->t_lo <= first) << n;
  }
}

TEST(SweepTurningMeshes, AreClearOfEmptyOnes) {
  const Body ball = mesh_body(make_sphere_mesh(1, 1), {}, {Vec3::Zero(), Vec3(1, 0, 0), {}});
  EXPECT_EQ(sweep_turning(ball, mesh_body({}))->status, TurningStatus::clear);
}

}  // namespace
}  // namespace graze
