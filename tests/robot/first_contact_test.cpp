/// First contacts of robots along trajectories: against closed forms, dense sampling at poses found another way, and the sweep of
/// turning bodies.

#include <gtest/gtest.h>

#include <numbers>

#include <graze/distance.h>
#include <graze/sweep.h>

#include "robot/arms.h"

namespace graze {
namespace {

using namespace arms;

JointTrajectory straight(std::vector<std::string> joints, std::vector<std::vector<double>> positions) {
  JointTrajectory made;
  made.joints = std::move(joints);
  for (std::size_t k = 0; k < positions.size(); ++k) made.times.push_back(static_cast<double>(k));
  made.positions = std::move(positions);
  return made;
}

RobotCell cell_of(RobotModel model, std::vector<WorldObject> world = {}, const RobotCellOptions& options = {}) {
  Result<Robot> robot = Robot::make(std::move(model));
  EXPECT_TRUE(robot) << robot.error().message;
  Result<RobotCell> cell = RobotCell::make(*robot, std::move(world), options);
  EXPECT_TRUE(cell) << cell.error().message;
  return *cell;
}

RobotImpact contact_of(const RobotCell& cell, const JointTrajectory& trajectory, const RobotCheckOptions& options = {}) {
  const Result<RobotImpact> impact = cell.first_contact(trajectory, options);
  EXPECT_TRUE(impact) << impact.error().message;
  return *impact;
}

TEST(RobotCell, FindsABallOnTheCircleOfAnotherAtTheAngleOfTheClosedForm) {
  // Balls of radius 0.1 on a circle of radius 1 touch when their angle is 2 asin(0.1).
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.1), at(0, 1, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}}));
  ASSERT_EQ(impact.status, TurningStatus::contact);
  const double angle = std::numbers::pi / 2 - 2 * std::asin(0.1);
  EXPECT_LE(impact.first->t_lo, angle / 3);
  EXPECT_NEAR(impact.first->t_lo, angle / 3, 1e-9);
  ASSERT_TRUE(impact.first->t_hi);
  EXPECT_NEAR(*impact.first->t_hi, angle / 3, 1e-8);
  EXPECT_EQ(impact.first->a, "arm");
  EXPECT_EQ(impact.first->b, "obstacle");
  EXPECT_TRUE(impact.first->b_is_object);
  EXPECT_FALSE(impact.first->initial);
}

TEST(RobotCell, SeesASwingThroughAThinPlateThatNoSampleSees) {
  const RobotCell cell = cell_of(turntable(box_mesh(0.2, 0.01, 0.1), at(1, 0, 0)),
                                 {{"plate", {{box_mesh(0.3, 0.0005, 0.3), at(0, 1, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {6}}));
  EXPECT_EQ(impact.status, TurningStatus::contact);
}

TEST(RobotCell, IsClearWithTheClearanceOfTheClosedForm) {
  // The ball's centre stays on the unit circle; the obstacle's is at 1.5 from the origin, on the way: 0.5 - 0.3 apart.
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.2), at(0, 1.5, 0), {}, false}}}});
  const RobotImpact impact = contact_of(cell, straight({"turn"}, {{0}, {3}}), {.want_clearance = true});
  ASSERT_EQ(impact.status, TurningStatus::clear);
  ASSERT_TRUE(impact.clearance);
  EXPECT_LE(impact.clearance->distance, 0.2);
  EXPECT_NEAR(impact.clearance->distance, 0.2, 2 * impact.clearance->tolerance);
  EXPECT_NEAR(impact.clearance->at, std::numbers::pi / 6, 1e-3);
}

TEST(RobotCell, TakesAClearanceAsAMargin) {
  const RobotCell cell = cell_of(turntable(ball(0.1), at(1, 0, 0)), {{"obstacle", {{ball(0.2), at(0, 1.5, 0), {}, false}}}});
  const JointTrajectory trajectory = straight({"turn"}, {{0}, {3}});
  EXPECT_EQ(contact_of(cell, trajectory, {.clearance = 0.1999}).status, TurningStatus::clear);
  EXPECT_EQ(contact_of(cell, trajectory, {.clearance = 0.2001}).status, TurningStatus::contact);
}

/// The first sample in contact of the pairs that are not ignored, by the library's exact overlap at independent poses.
struct Sampled {
  double first = std::numeric_limits<double>::infinity();
  std::string a, b;
};

Sampled first_sample_in_contact(const RobotModel& model, const RobotCell& cell, const JointTrajectory& trajectory,
                                std::size_t count) {
  const double from = trajectory.times.front(), to = trajectory.times.back();
  const auto is_ignored = [&](const std::string& a, const std::string& b) {
    return std::any_of(cell.ignored().begin(), cell.ignored().end(), [&](const IgnoredPair& p) { return p.a == a && p.b == b; });
  };
  for (std::size_t s = 0; s <= count; ++s) {
    const double t = from + (to - from) * static_cast<double>(s) / static_cast<double>(count);
    const std::vector<Pose> poses = poses_by_products(model, joint_positions(model, positions_at(trajectory, t)));
    const auto meets = [&](std::size_t i, const LinkShape& x, const Body& other) {
      return overlap({x.geometry, poses[i] * x.pose, {}, false}, other).value();
    };
    for (std::size_t i = 0; i < model.links.size(); ++i) {
      for (const LinkShape& x : model.links[i].shapes) {
        for (std::size_t j = i + 1; j < model.links.size(); ++j) {
          if (is_ignored(model.links[i].name, model.links[j].name)) continue;
          for (const LinkShape& y : model.links[j].shapes) {
            if (meets(i, x, {y.geometry, poses[j] * y.pose, {}, false})) return {t, model.links[i].name, model.links[j].name};
          }
        }
        for (const WorldObject& object : cell.world()) {
          for (const Body& part : object.parts) {
            if (meets(i, x, part)) return {t, model.links[i].name, object.name};
          }
        }
      }
    }
  }
  return {};
}

JointTrajectory random_trajectory(Random& random, const Robot& robot, bool cubic) {
  JointTrajectory made;
  for (const Driver& driver : robot.drivers()) made.joints.push_back(driver.name);
  double t = random.within(-1, 1);
  for (std::size_t i = 0; i < 3; ++i) {
    made.times.push_back(t);
    t += random.within(0.5, 2);
    made.positions.emplace_back();
    if (cubic) made.velocities.emplace_back();
    for (const Driver& driver : robot.drivers()) {
      const double reach = driver.is_angle ? 1.2 : 0.2;
      made.positions.back().push_back(random.within(-reach, reach));
      if (cubic) made.velocities.back().push_back(random.within(-reach, reach));
    }
  }
  return made;
}

TEST(RobotCell, NeverReportsAContactLate) {
  std::size_t contacts = 0, clears = 0;
  for (unsigned seed = 0; seed < 160; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const RobotModel model = random_robot(random, 3 + random.below(4));
    std::vector<WorldObject> world;
    for (std::size_t k = 0; k < 3; ++k) {
      Pose pose = random.pose(0.6);
      pose.translation += 0.3 * pose.translation.normalized();
      world.push_back({"object" + std::to_string(k), {{random_shape(random), pose, {}, false}}});
    }
    const RobotCell cell = cell_of(model, world);
    const JointTrajectory trajectory = random_trajectory(random, cell.robot(), seed % 2 == 1);
    const RobotImpact impact = contact_of(cell, trajectory, {.tolerance = 1e-8});
    const Sampled sampled = first_sample_in_contact(model, cell, trajectory, 1500);
    ASSERT_NE(impact.status, TurningStatus::unfinished);
    if (impact.status == TurningStatus::clear) {
      EXPECT_TRUE(std::isinf(sampled.first)) << sampled.a << " and " << sampled.b << " meet at " << sampled.first;
      ++clears;
      continue;
    }
    ++contacts;
    EXPECT_LE(impact.first->t_lo, sampled.first) << sampled.a << " and " << sampled.b;
    if (impact.first->t_hi) {
      EXPECT_LE(impact.first->t_lo, *impact.first->t_hi);
    }
    // What is said to touch is that near, at an independent pose.
    EXPECT_LE(impact.first->closest.distance, 1e-8);
  }
  EXPECT_GT(contacts, 20U);
  EXPECT_GT(clears, 10U);
}

}  // namespace
}  // namespace graze
