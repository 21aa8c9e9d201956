/// What makes a robot: trees that are none, axes without direction, mimics of nothing; planar and floating joints; kinematics.

#include <gtest/gtest.h>

#include <limits>

#include "robot/arms.h"

namespace graze {
namespace {

using namespace arms;

RobotModel chain_of_three() {
  RobotModel model;
  model.name = "three";
  model.links = {{"a", {}}, {"b", {}}, {"c", {}}};
  model.joints = {joint("ab", JointKind::revolute, 0, 1, at(1, 0, 0), Vec3::UnitZ()),
                  joint("bc", JointKind::prismatic, 1, 2, at(0, 1, 0), Vec3::UnitX())};
  return model;
}

std::string message_of(RobotModel model) {
  const Result<Robot> made = Robot::make(std::move(model));
  return made ? "" : made.error().message;
}

TEST(Robot, NamesWhatIsWrongWithItsTree) {
  RobotModel model = chain_of_three();
  EXPECT_EQ(message_of(model), "");
  model.joints[1].child = 1;
  EXPECT_EQ(message_of(model), "link b: it has two parents, by the joints ab and bc");
  model = chain_of_three();
  model.links.push_back({"d", {}});
  EXPECT_EQ(message_of(model), "link d: a second root beside a");
  model = chain_of_three();
  model.joints.push_back(joint("ca", JointKind::fixed, 2, 0, {}, Vec3::UnitX()));
  EXPECT_EQ(message_of(model), "robot: no root, its links form a cycle");
  model = chain_of_three();
  model.links.push_back({"d", {}});
  model.links.push_back({"e", {}});
  model.joints.push_back(joint("de", JointKind::fixed, 3, 4, {}, Vec3::UnitX()));
  model.joints.push_back(joint("ed", JointKind::fixed, 4, 3, {}, Vec3::UnitX()));
  EXPECT_EQ(message_of(model), "link d: it is part of a cycle, or hangs on one");
  model = chain_of_three();
  model.joints[0].child = 7;
  EXPECT_EQ(message_of(model), "joint ab: its parent or child is no link");
  EXPECT_EQ(message_of({}), "robot: no links");
  model = chain_of_three();
  model.links[2].name = "a";
  EXPECT_EQ(message_of(model), "link a: there are two of this name");
}

TEST(Robot, RefusesAxesWithoutDirectionAndNumbersThatAreNone) {
  RobotModel model = chain_of_three();
  model.joints[0].axis = Vec3::Zero();
  EXPECT_EQ(message_of(model), "joint ab: its axis has no direction");
  model.joints[0].kind = JointKind::fixed;
  EXPECT_EQ(message_of(model), "");
  model = chain_of_three();
  model.joints[1].origin.translation.x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message_of(model), "joint bc: a number of its pose is not finite");
  model = chain_of_three();
  model.joints[1].origin.rotation *= 2;
  EXPECT_EQ(message_of(model), "joint bc: its rotation does not rotate");
  model = chain_of_three();
  model.joints[1].limits = JointLimits{1, -1};
  EXPECT_EQ(message_of(model), "joint bc: its limits are from 1 to -1");
}

TEST(Robot, RefusesMimicsOfNothingOfThemselvesAndOfWhatDoesNotMove) {
  RobotModel model = chain_of_three();
  model.joints[1].mimic = Mimic{5, 1, 0};
  EXPECT_EQ(message_of(model), "joint bc: it mimics a joint that does not exist");
  model.joints[1].mimic = Mimic{1, 1, 0};
  EXPECT_EQ(message_of(model), "joint bc: it mimics itself, through others or not");
  model.joints[1].mimic = Mimic{0, 1, 0};
  model.joints[0].mimic = Mimic{1, 1, 0};
  EXPECT_EQ(message_of(model), "joint ab: it mimics itself, through others or not");
  model.joints[0].mimic.reset();
  model.joints[0].kind = JointKind::fixed;
  EXPECT_EQ(message_of(model), "joint bc: it mimics ab, which has no position to follow");
}

TEST(Robot, FollowsMimicsThroughOthersThatMayComeFirst) {
  RobotModel model = chain_of_three();
  model.links.push_back({"d", {}});
  model.joints.push_back(joint("cd", JointKind::revolute, 2, 3, {}, Vec3::UnitZ()));
  model.joints[0].mimic = Mimic{1, 2, 0.5};   // ab = 2 bc + 0.5
  model.joints[1].mimic = Mimic{2, 3, 0.25};  // bc = 3 cd + 0.25
  const Robot robot = Robot::make(model).value();
  ASSERT_EQ(robot.drivers().size(), 1U);
  EXPECT_EQ(robot.drivers()[0].name, "cd");
  const std::vector<Pose> poses = robot.link_poses(std::vector{0.1}).value();
  const double bc = 0.55, ab = 1.6;
  const Vec3 expected = Vec3(1, 0, 0) + Eigen::AngleAxisd(ab, Vec3::UnitZ()) * Vec3(bc, 1, 0);
  EXPECT_LT((poses[2].translation - expected).norm(), 1e-14);
}

TEST(Robot, KnowsWhereItsLinksAre) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const RobotModel model = random_robot(random, 6);
    const Robot robot = Robot::make(model).value();
    std::vector<double> drivers;
    for (const Driver& driver : robot.drivers()) drivers.push_back(random.within(-2, 2) * (driver.is_angle ? 1 : 0.1));
    const std::vector<Pose> poses = robot.link_poses(drivers).value();
    const std::vector<Pose> expected = poses_by_products(model, joint_positions(model, drivers));
    for (std::size_t k = 0; k < poses.size(); ++k) {
      EXPECT_LT((poses[k].translation - expected[k].translation).norm(), 1e-13);
      EXPECT_LT((poses[k].rotation - expected[k].rotation).norm(), 1e-13);
    }
  }
}

TEST(Robot, MovesPlanarAndFloatingJointsBySeveralDrivers) {
  RobotModel model = chain_of_three();
  model.joints[0].kind = JointKind::planar;
  model.joints[1].kind = JointKind::floating;
  const Robot robot = Robot::make(model).value();
  std::vector<std::string> names;
  for (const Driver& driver : robot.drivers()) names.push_back(driver.name);
  EXPECT_EQ(names, (std::vector<std::string>{"ab/x", "ab/y", "ab/theta", "bc/x", "bc/y", "bc/z", "bc/yaw", "bc/pitch", "bc/roll"}));
  const std::vector<Pose> poses = robot.link_poses(std::vector{0.5, -0.25, 0.3, 1.0, 2.0, 3.0, 0.1, 0.2, 0.4}).value();
  const auto about = [](double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); };
  const Mat3 b = about(0.3, Vec3::UnitZ());
  EXPECT_LT((poses[1].translation - Vec3(1.5, -0.25, 0)).norm(), 1e-15);
  EXPECT_LT((poses[1].rotation - b).norm(), 1e-15);
  EXPECT_LT((poses[2].translation - (poses[1].translation + b * Vec3(1, 3, 3))).norm(), 1e-14);
  const Mat3 c = b * about(0.1, Vec3::UnitZ()) * about(0.2, Vec3::UnitY()) * about(0.4, Vec3::UnitX());
  EXPECT_LT((poses[2].rotation - c).norm(), 1e-14);
}

TEST(Robot, RestsAtZeroOrTheLimitNearestToIt) {
  RobotModel model = chain_of_three();
  model.joints[0].limits = JointLimits{0.5, 1};
  model.joints[1].limits = JointLimits{-1, 1};
  const Robot robot = Robot::make(model).value();
  EXPECT_EQ(robot.rest(), (std::vector<double>{0.5, 0}));
  EXPECT_EQ(robot.link_poses(std::vector{0.5}).error().message, "positions: 1 numbers for 2 drivers");
}

}  // namespace
}  // namespace graze
