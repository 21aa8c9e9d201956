/// Free times of triangles whose bodies move and turn: against exact overlap at sampled poses.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "motion/pose_at.h"
#include "motion/screw.h"
#include "motion/turning/kernels.h"
#include "motion/turning/leaf.h"
#include "simd/processor.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using query::FreeTriangles;
using query::MovingTriangle;
using testing::effort;
using testing::Random;

struct TurningTriangle {
  Triangle local;
  Pose pose;
  Motion motion;

  [[nodiscard]] MovingTriangle now() const {
    MovingTriangle moving{{motion.velocity, motion.angular_velocity, 0, 0}, {}, {}};
    for (int k = 0; k < 3; ++k) {
      moving.v[k] = pose.to_world(local.v[k]);
      const Vec3 turned = motion.angular_velocity.cross(moving.v[k] - center_of(pose, motion));
      moving.velocity[k] = motion.velocity + turned;
      moving.rim_speed = std::max(moving.rim_speed, turned.norm() * (1 + 1e-15));
    }
    if (motion.rotates()) moving.radius = moving.rim_speed / motion.angular_velocity.norm() * (1 + 1e-15);
    return moving;
  }
};

bool meet_at(const TurningTriangle& a, const TurningTriangle& b, double t) {
  const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(b.pose, b.motion, t);
  return overlap(place(a.local, pose_a), place(b.local, pose_b));
}

/// Some with equal corners, some thin, some nearly touching.
TurningTriangle random_triangle(Random& random, int kind) {
  TurningTriangle t{{{random.vector(1), random.vector(1), random.vector(1)}}, random.pose(1.5), {}};
  if (kind % 7 == 0) t.local.v[2] = t.local.v[1];
  if (kind % 11 == 0) t.local.v[2] = t.local.v[0] + 0.3 * (t.local.v[1] - t.local.v[0]);
  if (kind % 13 == 0) t.local.v[1] = t.local.v[2] = t.local.v[0];
  t.motion = {random.vector(1), kind % 3 == 0 ? Vec3(Vec3::Zero()) : random.vector(3), {}};
  if (kind % 2 == 0) t.motion.center = random.vector(3);
  return t;
}

constexpr query::LeafMargins margins{1e-14, 1e-14, 0, 10};

TEST(FreeTriangles, NeverExceedTheTrueFreeTime) {
  Random random(11);
  int positive = 0, contacts = 0;
  double sum_of_ratios = 0;
  for (int n = 0; n < effort(1000); ++n) {
    const TurningTriangle a = random_triangle(random, n), b = random_triangle(random, 5 * n + 1);
    const MovingTriangle now_a = a.now(), now_b = b.now();
    FreeTriangles free(now_a, now_b, margins);
    free.try_all_axes();
    free.try_axis(now_b.v[0] - now_a.v[0]);
    if (free.time() == 0) continue;
    ++positive;
    const double until = std::min(free.time(), 3.0);
    for (int k = 0; k <= 30; ++k) ASSERT_FALSE(meet_at(a, b, until * k / 30)) << "pair " << n << " within " << free.time();
    double first = until;
    for (int k = 0; k < 100 && !meet_at(a, b, first); ++k) first = until + (3 - until) * k / 100;
    if (!meet_at(a, b, first)) continue;
    ++contacts;
    sum_of_ratios += until / first;
  }
  EXPECT_GT(positive, effort(1000) / 2);
  EXPECT_GT(contacts, effort(1000) / 20);
  EXPECT_GT(sum_of_ratios / contacts, 0.3) << "the bound is sound but of little use";
}

/// Of all axes only some are tried, guessed at in lanes: none of those left out may tell more.
TEST(FreeTriangles, KnowFromTheBestAxesAsMuchAsFromAll) {
  Random random(12);
  int limited = 0, endless = 0, alike = 0;
  for (int n = 0; n < effort(3000); ++n) {
    const TurningTriangle a = random_triangle(random, n), b = random_triangle(random, 5 * n + 1);
    const MovingTriangle now_a = a.now(), now_b = b.now();
    query::LeafMargins some = margins;
    some.horizon = n % 3 == 0 ? 0.2 : 10;
    some.is_linear = n % 5 == 0;
    FreeTriangles all(now_a, now_b, some), best(now_a, now_b, some);
    all.try_all_axes();
    best.try_best_axes();
    if (all.time() > some.horizon) {
      ++endless;
      EXPECT_GT(best.time(), some.horizon) << "pair " << n;
      continue;
    }
    EXPECT_LE(best.time(), all.time()) << "pair " << n;
    EXPECT_GE(best.time(), all.time() * (1 - 1e-9)) << "pair " << n;
    EXPECT_LE(best.gap(), all.gap());
    limited += all.time() > 0 ? 1 : 0;
    alike += best.time() == all.time() ? 1 : 0;
  }
  EXPECT_GT(limited, effort(3000) / 4);
  EXPECT_GT(endless, effort(3000) / 20);
  EXPECT_GT(alike, 0.99 * effort(3000) / 4);
}

TEST(AxisTimes, AreTheSameForEveryInstructionSet) {
  if (!simd::has_avx2()) GTEST_SKIP() << "no AVX2 here";
  Random random(13);
  for (int n = 0; n < effort(2000); ++n) {
    const MovingTriangle a = random_triangle(random, n).now(), b = random_triangle(random, 5 * n + 1).now();
    const Vec3 body_approach = a.body_velocity - b.body_velocity;
    const query::TrianglePairMotion pair{{a.v[0].data(), b.v[0].data()},
                                         {a.velocity[0].data(), b.velocity[0].data()},
                                         {a.turn.data(), b.turn.data()},
                                         body_approach.data(),
                                         {a.rim_speed, b.rim_speed},
                                         {a.radius, b.radius},
                                         1e-14,
                                         1e-14,
                                         n % 4 == 0 ? 0.0 : 1.0};
    double wide[query::axis_count], narrow[query::axis_count];
    query::turning_kernels_avx2.axis_times(pair, wide);
    query::turning_kernels_baseline.axis_times(pair, narrow);
    for (int k = 0; k < query::axis_count; ++k) ASSERT_EQ(wide[k], narrow[k]) << "pair " << n << " axis " << k;
  }
}

/// A tip at distance 2 from the axis comes down on a face from the height h: after about h / 2 radians.
TEST(FreeTriangles, AreNearlyRightForATipThatComesDownOnAFace) {
  const TurningTriangle face{{{Vec3(-5, -5, 0), Vec3(5, -5, 0), Vec3(0, 9, 0)}}, {}, {}};
  TurningTriangle hand{{{Vec3(2, 0, 0.01), Vec3(1, 0.1, 2), Vec3(1, -0.1, 2)}}, {}, {}};
  hand.motion = {Vec3::Zero(), Vec3(0, 1, 0), Vec3(0, 0, 0.01)};
  const MovingTriangle now_a = face.now(), now_b = hand.now();
  FreeTriangles free(now_a, now_b, margins);
  free.try_all_axes();
  const double first = std::asin(0.005);
  EXPECT_LE(free.time(), first);
  EXPECT_GT(free.time(), 0.99 * first);
}

/// For a rate that opens the gap one form of the root cancels: g = 1e-8, r = 0.3, k = 1 vanishes at 0.6, not at 1e22 or at 0.
TEST(FreeTriangles, TakeTheFormOfTheRootThatDoesNotCancel) {
  const TurningTriangle face{{{Vec3(-5, -5, 0), Vec3(5, -5, 0), Vec3(0, 9, 0)}}, {}, {}};
  TurningTriangle point{{{Vec3(1, 0, 1e-8), Vec3(1, 0, 1e-8), Vec3(1, 0, 1e-8)}}, {}, {}};
  // Rises at 1.3 - 1 = 0.3 first, but turns over.
  point.motion = {Vec3(0, 0, 1.3), Vec3(0, 1, 0), Vec3(0, 0, 1e-8)};
  const MovingTriangle now_a = face.now(), now_b = point.now();
  FreeTriangles free(now_a, now_b, margins);
  free.try_axis(Vec3::UnitZ());
  EXPECT_GE(free.time(), 0.6 * (1 - 1e-6));
  for (int k = 0; k <= 100; ++k) EXPECT_FALSE(meet_at(face, point, std::min(free.time(), 5.0) * k / 100));
}

TEST(FreeTriangles, TellNothingAlongDirectionsThatVanish) {
  const TurningTriangle dot{{{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()}}, {}, {Vec3(1, 0, 0), Vec3::Zero(), {}}};
  TurningTriangle other = dot;
  other.pose.translation = Vec3(2, 0, 0);
  other.motion = {};
  const MovingTriangle now_a = dot.now(), now_b = other.now();
  FreeTriangles free(now_a, now_b, margins);
  free.try_all_axes();
  EXPECT_EQ(free.time(), 0);
  free.try_distance(2);
  EXPECT_NEAR(free.time(), 2, 1e-12);
  EXPECT_LE(free.time(), 2);
}

}  // namespace
}  // namespace graze
