/// First contact along keyframes, along motions that bound themselves, and in straight sub-steps.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using testing::effort;
using testing::Random;

using testing::infinity;
using testing::pi;

template <class PoseA, class PoseB>
double sampled_first(const Geometry& a, PoseA&& pose_a, const Geometry& b, PoseB&& pose_b, double t_max, int samples) {
  const auto meet = [&](double t) { return *overlap(Body{a, pose_a(t), {}}, Body{b, pose_b(t), {}}); };
  for (int k = 0; k <= samples; ++k) {
    double hit = t_max * k / samples, free = t_max * std::max(0, k - 1) / samples;
    if (!meet(hit)) continue;
    for (int n = 0; n < 50 && k > 0; ++n) {
      const double middle = free + (hit - free) / 2;
      (meet(middle) ? hit : free) = middle;
    }
    return hit;
  }
  return infinity;
}

Path random_path(Random& random, int keys, double far) {
  std::vector<Keyframe> keyframes;
  for (int i = 0; i < keys; ++i) keyframes.push_back({i * 0.5 + random.real(0, 0.4), random.pose(far)});
  return *Path::through(keyframes);
}

TEST(SweepAlong, NeverReportsAContactLateAlongKeyframes) {
  Random random(61);
  const std::vector<Geometry> shapes{
      *Geometry::make({make_box_mesh(Vec3(0.5, 0.3, 0.01))}), *Geometry::make({make_torus_mesh(0.5, 0.1, 12, 6)}),
      *Geometry::make({make_sphere_mesh(0.3, 1)}), *Geometry::make({Obb{Vec3::Zero(), world_frame(), Vec3(0.4, 0.2, 0.1)}})};
  int contacts = 0, later_legs = 0, clear = 0;
  for (int n = 0; n < effort(400); ++n) {
    const Geometry &a = shapes[random.below(4)], &b = shapes[random.below(4)];
    const Path path_a = random_path(random, 1 + n % 4, 2), path_b = random_path(random, 2 + n % 5, 2);
    const auto impact = sweep_along(a, path_a, b, path_b, {.t_max = 2.5, .tolerance = 1e-6});
    ASSERT_TRUE(impact) << impact.error().message;
    const auto pose_a = [&](double t) { return path_a.pose_at(t); };
    const auto pose_b = [&](double t) { return path_b.pose_at(t); };
    const double first = sampled_first(a, pose_a, b, pose_b, 2.5, 100);
    const bool contact = impact->status == TurningStatus::contact;
    ASSERT_TRUE(contact || std::isinf(first)) << n << " misses a contact at " << first;
    (contact ? contacts : clear) += 1;
    if (!contact) continue;
    ASSERT_LE(impact->t_lo, first) << n;
    ASSERT_LE(closest_points({a, pose_a(impact->t_lo), {}}, {b, pose_b(impact->t_lo), {}})->distance, 1e-6 * (1 + 1e-6)) << n;
    later_legs += impact->t_lo > 1 ? 1 : 0;
  }
  EXPECT_GT(contacts, effort(400) / 10);
  EXPECT_GT(later_legs, effort(400) / 40);
  EXPECT_GT(clear, effort(400) / 10);
}

/// A hand swings a quarter turn, stands, and swings back a half turn to the point it has not met before.
TEST(SweepAlong, FollowsEveryLegAndItsTimes) {
  const auto turned = [](double angle) { return Pose{Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(), Vec3::Zero()}; };
  const Geometry hand = *Geometry::make({TriangleMesh{{Vec3::Zero(), Vec3(2, 0, 0)}, {{0, 1, 1}}}});
  const Geometry point = *Geometry::make({TriangleMesh{{Vec3(1.5, 0, 0)}, {{0, 0, 0}}}});
  const Path swings = *Path::through({{0, turned(0)}, {1, turned(pi / 2)}, {2, turned(pi / 2)}, {4, turned(-pi / 2)}});
  const Path waits(turned(-pi / 4), {});
  const auto impact = sweep_along(hand, swings, point, waits, {.tolerance = 1e-9});
  ASSERT_TRUE(impact);
  ASSERT_EQ(impact->status, TurningStatus::contact);
  EXPECT_LE(impact->t_lo, 3.5);
  EXPECT_NEAR(impact->t_lo, 3.5, 1e-8);
  EXPECT_FALSE(impact->initial);
  EXPECT_EQ(sweep_along(hand, swings, point, waits, {.t_max = 3.4, .tolerance = 1e-9})->status, TurningStatus::clear);
  EXPECT_EQ(sweep_along(hand, swings, point, Path(turned(pi), {}), {})->status, TurningStatus::clear);
  const auto starts = sweep_along(hand, swings, point, Path({}, {}), {});
  EXPECT_TRUE(starts->initial);
}

/// Up and down along a parabola while it turns faster and faster: no leg of constant velocities.
GuidedMotion thrown(const Vec3& from, const Vec3& velocity, double spin) {
  constexpr double gravity = 4;
  const Vec3 down(0, 0, -gravity);
  return {[=](double t) {
            return Pose{Eigen::AngleAxisd(spin * t * t, Vec3(1, 2, 2) / 3).toRotationMatrix(),
                        from + t * velocity + t * t / 2 * down};
          },
          [=](double begin, double end) {
            const double fastest = std::max((velocity + begin * down).norm(), (velocity + end * down).norm());
            return SpeedBound{fastest * (1 + 1e-12), 2 * std::abs(spin) * end * (1 + 1e-12)};
          }};
}

TEST(SweepAlong, NeverReportsAContactLateForMotionsThatBoundThemselves) {
  Random random(67);
  const Geometry ball = *Geometry::make({make_sphere_mesh(0.4, 1)}),
                 bar = *Geometry::make({Capsule{{Vec3(-1, 0, 0), Vec3(1, 0, 0)}, 0.1}});
  int contacts = 0, clear = 0;
  for (int n = 0; n < effort(100); ++n) {
    const GuidedMotion a = thrown(random.vector(2), random.vector(2), random.real(2)),
                       b = thrown(random.vector(2), random.vector(2), 1);
    const Geometry& geometry = n % 2 == 0 ? ball : bar;
    const auto impact = sweep_along(geometry, a, ball, b, {.t_max = 2, .tolerance = 1e-5});
    ASSERT_TRUE(impact) << impact.error().message;
    ASSERT_NE(impact->status, TurningStatus::unfinished);
    const double first = sampled_first(geometry, a.pose_at, ball, b.pose_at, 2, 200);
    const bool contact = impact->status == TurningStatus::contact;
    ASSERT_TRUE(contact || std::isinf(first)) << n;
    (contact ? contacts : clear) += 1;
    if (!contact) continue;
    EXPECT_LE(impact->t_lo, first) << n;
    EXPECT_LE(closest_points({geometry, a.pose_at(impact->t_lo), {}}, {ball, b.pose_at(impact->t_lo), {}})->distance, 1e-5);
  }
  EXPECT_GT(contacts, effort(100) / 10);
  EXPECT_GT(clear, effort(100) / 10);
}

TEST(SweepAlong, AgreesForAPathAndTheMotionMadeOfIt) {
  Random random(71);
  const Geometry ball = *Geometry::make({make_sphere_mesh(0.5, 1)});
  for (int n = 0; n < effort(30); ++n) {
    const Path a = random_path(random, 3, 2), b = random_path(random, 4, 2);
    const auto fast = sweep_along(ball, a, ball, b, {.t_max = 2, .tolerance = 1e-7});
    const auto slow = sweep_along(ball, guided(a), ball, guided(b), {.t_max = 2, .tolerance = 1e-7});
    ASSERT_TRUE(fast && slow);
    EXPECT_EQ(fast->status, slow->status) << n;
    EXPECT_NEAR(fast->t_lo, slow->t_lo, 1e-3) << n;
  }
}

TEST(SweepAlong, RefusesMotionsWithoutEnd) {
  const Geometry ball = *Geometry::make({Sphere{Vec3::Zero(), 1}});
  const GuidedMotion stays = guided(Path({}, {}));
  EXPECT_FALSE(sweep_along(ball, stays, ball, stays, {}));
  const Geometry plane = *Geometry::make({Plane{}});
  EXPECT_FALSE(sweep_along(plane, thrown(Vec3::Zero(), Vec3::Zero(), 1), plane, stays, {.t_max = 1, .tolerance = 1e-6}));
}

Body mesh_body(TriangleMesh mesh, const Pose& pose = {}, const Motion& motion = {}) {
  return {*Geometry::make({std::move(mesh)}), pose, motion};
}

/// Never late, and the earlier the fewer steps there are, by the square.
TEST(SubSteps, AreNeverLateAndConvergeWithTheirSquare) {
  Random random(73);
  int contacts = 0;
  for (int n = 0; n < effort(60); ++n) {
    const Pose pose{random.pose(0).rotation, 2.5 * random.unit()};
    const Body a = mesh_body(make_bumpy_sphere_mesh(1, 0.2, 1));
    const Body b =
        mesh_body(make_torus_mesh(0.6, 0.2, 12, 6), pose, {-1.5 * pose.translation + random.vector(0.5), random.vector(1), {}});
    const auto right = sweep_turning(a, b, {.t_max = 1, .tolerance = 1e-9});
    ASSERT_TRUE(right);
    double previous = 0;
    for (const std::size_t steps : {8, 64, 512}) {
      TurningOptions options{.t_max = 1, .tolerance = 1e-9};
      options.sub_steps = steps;
      const auto stepped = sweep_turning(a, b, options);
      ASSERT_TRUE(stepped);
      if (right->status != TurningStatus::contact) continue;
      ASSERT_EQ(stepped->status, TurningStatus::contact) << n;
      EXPECT_LE(stepped->t_lo, *right->t_hi) << n;
      EXPECT_GE(stepped->t_lo, previous - 1e-9) << n;
      // The radius is that of the corners of a box around the torus: sqrt(0.8^2 + 0.8^2 + 0.2^2) = 1.149.
      const double h = 1.0 / static_cast<double>(steps), bend = 1.15 * b.motion.angular_velocity.squaredNorm() * h * h / 2;
      EXPECT_LE(stepped->closest.distance, bend + 1e-9) << n;
      previous = stepped->t_lo;
    }
    if (right->status == TurningStatus::contact) {
      ++contacts;
      EXPECT_NEAR(previous, right->t_lo, 1e-3) << n;
    }
  }
  EXPECT_GT(contacts, effort(60) / 5);
}

TEST(SubSteps, WantAnEnd) {
  TurningOptions options;
  options.sub_steps = 10;
  const Body ball = mesh_body(make_sphere_mesh(1, 0)), far = mesh_body(make_sphere_mesh(1, 0), {Mat3::Identity(), Vec3(1, 0, 0)});
  EXPECT_FALSE(sweep_turning(ball, far, options));
  options.t_max = 1;
  EXPECT_TRUE(sweep_turning(ball, far, options));
  const Body sphere{*Geometry::make({Sphere{Vec3::Zero(), 1}}), {}, {}};
  EXPECT_TRUE(sweep_turning(sphere, ball, options));
  EXPECT_TRUE(sweep_turning(sphere, sphere, options));
}

/// A line, ray, plane or half-space on its way, that turns towards a ball three away which is seen under an angle of 1.
TEST(SweepAlong, FollowsOneShapeWithoutEndThatTurns) {
  const double first = 1 - std::asin(0.1);
  const Vec3 along(0.5, 0.25, 0);
  const auto moved = [&](const Vec3& spin) { return guided(Path(Pose{}, Motion{along, spin, {}})); };
  const Geometry ball = *Geometry::make(Shape{Sphere{3 * Vec3(std::cos(1.0), std::sin(1.0), 0), 0.3}});
  for (const Shape& shape : {Shape{Line{Vec3::Zero(), Vec3(2, 0, 0)}}, Shape{Ray{Vec3::Zero(), Vec3(2, 0, 0)}},
                             Shape{Plane{Vec3(0, 2, 0), 0}}, Shape{HalfSpace{Vec3(0, 2, 0), 0}}}) {
    const Geometry hand = *Geometry::make(shape);
    for (const std::size_t sub_steps : {std::size_t{0}, std::size_t{50}}) {
      const TurningOptions options{.t_max = 2, .tolerance = 1e-6, .sub_steps = sub_steps};
      const auto found = sweep_along(hand, moved(Vec3(0, 0, 1)), ball, moved(Vec3::Zero()), options);
      const auto swapped = sweep_along(ball, moved(Vec3::Zero()), hand, moved(Vec3(0, 0, 1)), options);
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_TRUE(swapped) << swapped.error().message;
      EXPECT_EQ(found->status, TurningStatus::contact);
      EXPECT_LE(found->t_lo, first);
      EXPECT_TRUE(sub_steps > 0 || found->t_lo > first - 1e-5) << found->t_lo;  // chords of a long part take a wide margin
      EXPECT_NEAR(swapped->t_lo, found->t_lo, 1e-6);
    }
  }
}

}  // namespace
}  // namespace graze
