/// Reports of robots: bodies along the trajectory, the contact or the nearest approach, and what is said of them.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <graze/report.h>

namespace graze {
namespace {

/// A ball at a distance of 1 from the axis it turns about, past another one on its circle.
RobotCell turning_ball() {
  const Geometry ball = Geometry::make(Shape{Sphere{Vec3::Zero(), 0.1}}).value();
  RobotModel model{.name = "swing", .links = {{"base"}, {"hand", {{ball, {Mat3::Identity(), Vec3(1, 0, 0)}}}}}, .joints = {}};
  RobotJoint turn{.name = "turn", .kind = JointKind::continuous, .parent = 0, .child = 1};
  turn.axis = Vec3::UnitZ();
  model.joints.push_back(turn);
  const WorldObject other{"other", {{ball, {Mat3::Identity(), Vec3(0, 1, 0)}, {}}}};
  return RobotCell::make(Robot::make(model).value(), {other}, {.base = {Mat3::Identity(), Vec3(0, 0, 5)}}).value();
}

/// The other ball is at the height of the base.
RobotCell meeting_ball() {
  const RobotCell cell = turning_ball();
  WorldObject other = cell.world()[0];
  other.parts[0].pose.translation.z() = 5;
  return RobotCell::make(cell.robot(), {other}, {.base = {Mat3::Identity(), Vec3(0, 0, 5)}}).value();
}

JointTrajectory turn_to(double angle) { return {{"turn"}, {0, 1}, {{0}, {angle}}, {}}; }

TEST(RobotReports, HaveAKeyframeAtTheContactWhereTheLinkThenIs) {
  const RobotCell cell = meeting_ball();
  const JointTrajectory quarter = turn_to(std::acos(0.0));
  const RobotImpact found = cell.first_contact(quarter).value();
  const ReportData data = report_of(cell, quarter, found).value();
  ASSERT_EQ(data.bodies.size(), 2U) << "a link without shapes is not shown";
  EXPECT_EQ(data.bodies[0].name, "hand");
  EXPECT_EQ(data.t_max, 1);
  ASSERT_EQ(data.findings.size(), 1U);
  const Finding& finding = data.findings[0];
  EXPECT_EQ(finding.kind, FindingKind::contact);
  EXPECT_EQ(finding.time, found.first->t_lo);
  const auto key = std::ranges::find(data.bodies[0].poses, *finding.time, &Keyframe::t);
  ASSERT_NE(key, data.bodies[0].poses.end());
  const double angle = std::acos(0.0) * *finding.time;
  const Vec3 hand = key->pose.to_world(Vec3(1, 0, 0));
  EXPECT_LT((hand - Vec3(std::cos(angle), std::sin(angle), 5)).norm(), 1e-12);
  const Vec3 touching = 0.5 * (hand + Vec3(0, 1, 5));
  EXPECT_LT((finding.contacts[0].points[0] - touching).norm(), 1e-6);
  for (std::size_t i = 1; i < data.bodies[0].poses.size(); ++i)
    EXPECT_LE((data.bodies[0].poses[i].pose.rotation.col(0) - data.bodies[0].poses[i - 1].pose.rotation.col(0)).norm(), 0.09);
}

TEST(RobotReports, ShowTheNearestApproachOfWhatIsClear) {
  const RobotCell cell = turning_ball();
  const JointTrajectory half = turn_to(2 * std::acos(0.0));
  const ReportData data = report_of(cell, half, cell.first_contact(half, {.want_clearance = true}).value()).value();
  ASSERT_EQ(data.findings.size(), 1U);
  const Finding& finding = data.findings[0];
  EXPECT_EQ(finding.kind, FindingKind::separated);
  EXPECT_NEAR(*finding.time, 0.5, 1e-3);
  EXPECT_NEAR(*finding.distance, 4.8, 1e-6) << "straight above";
  EXPECT_NEAR(((*finding.witness)[1] - (*finding.witness)[0]).norm(), 4.8, 1e-6);
  EXPECT_TRUE(report_html(data).has_value());
  EXPECT_TRUE(render_png(data, {.width = 64, .height = 48}).has_value());
}

TEST(RobotReports, OfAPoseStandStill) {
  const RobotCell cell = meeting_ball();
  const JointTrajectory pose{{}, {0}, {{}}, {}};
  const ReportData data = report_of(cell, pose, cell.first_contact(pose, {.want_clearance = true}).value()).value();
  EXPECT_EQ(data.t_max, 0);
  EXPECT_EQ(data.bodies[0].poses.size(), 1U);
}

TEST(RobotReports, RefuseAnswersAboutOtherRobots) {
  const RobotCell cell = meeting_ball();
  const JointTrajectory quarter = turn_to(1.5);
  RobotImpact found = cell.first_contact(quarter).value();
  found.first->a = "foot";
  EXPECT_EQ(report_of(cell, quarter, found).error().code, ErrorCode::bad_option);
}

}  // namespace
}  // namespace graze
