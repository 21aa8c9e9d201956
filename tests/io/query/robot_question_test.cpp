/// Batches of edges in joint space and trajectories as questions, against poses sampled along them.

#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>
#include <graze/robot.h>
#include <graze/robot_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;

/// Two links in a plane: 1 and 0.8 long, turning about z.
const std::string arm_urdf = R"(<robot name="arm">
  <link name="base"/>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.1 0.1"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.4 0 0"/><geometry><box size="0.8 0.08 0.08"/></geometry></collision></link>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
</robot>)";

const json world = json::parse(R"({"bodies": [{"name": "post", "type": "cylinder", "v": [[1.2,0.7,-1],[1.2,0.7,1]], "r": 0.05},
                                              {"name": "wall", "type": "aabb", "min": [-2,-3,-1], "max": [2,-1.5,1]}]})");

class RobotQuestions : public test::TempFiles {
 protected:
  json ask(const json& question) const {
    if (!std::filesystem::exists(path("arm.urdf"))) write("arm.urdf", arm_urdf);
    return json::parse(answer(QuestionReader(path("")).read(question.dump())).line);
  }
  std::string error_of(const json& question) const {
    const json found = ask(question);
    return found["ok"] == true ? "accepted" : found["error"]["message"].get<std::string>();
  }

  /// The same robot and world, made by hand.
  RobotCell cell() const {
    const Robot robot = Robot::make(read_urdf(write("arm.urdf", arm_urdf)).value()).value();
    const auto post = Geometry::make(Shape{Cylinder{{Vec3(1.2, 0.7, -1), Vec3(1.2, 0.7, 1)}, 0.05}}).value();
    const auto wall = Geometry::make(Shape{Aabb{Vec3(-2, -3, -1), Vec3(2, -1.5, 1)}}).value();
    return RobotCell::make(robot, {{"post", {{post, {}, {}}}}, {"wall", {{wall, {}, {}}}}}).value();
  }
};

TEST_F(RobotQuestions, EdgesAreValidWhereNoPoseOfThemMeetsAnything) {
  const RobotCell by_hand = cell();
  std::mt19937 random(3);
  const auto angle = [&] { return std::uniform_real_distribution<double>(-2, 2)(random); };
  json edges = json::array();
  for (int i = 0; i < 200; ++i) edges.push_back({{"from", {angle(), angle()}}, {"to", {angle(), angle()}}});
  const json found = ask({{"query", "edges"}, {"robot", "arm.urdf"}, {"world", world}, {"edges", edges}, {"fraction", true}});
  ASSERT_EQ(found["ok"], true) << found;
  ASSERT_EQ(found["edges"].size(), edges.size());
  std::size_t valid = 0;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const json& told = found["edges"][i];
    const double free_until = told["valid"] == true ? 1 : told["free"].get<double>();
    valid += told["valid"] == true ? 1 : 0;
    for (int s = 0; s <= 100; ++s) {
      const double u = s / 100.0;
      if (u >= free_until && told["valid"] == false) break;
      std::vector<double> pose;
      for (int k = 0; k < 2; ++k) pose.push_back((1 - u) * edges[i]["from"][k].get<double>() + u * edges[i]["to"][k].get<double>());
      ASSERT_TRUE(by_hand.is_free(pose).value()) << i << " at " << u;
    }
    if (told["valid"] == false) {
      EXPECT_TRUE(told["b"] == "post" || told["b"] == "wall" || told["b"] == "fore") << told;
    }
  }
  EXPECT_EQ(found["valid_count"], valid);
  EXPECT_GT(valid, 20U);
  EXPECT_LT(valid, 180U);
}

TEST_F(RobotQuestions, AnEdgeThatPassesThePostBetweenItsEndsIsNotValid) {
  // Straight out the arm reaches 1.8; the post is at a distance of 1.39 and an angle of 0.528.
  const json found = ask({{"query", "edges"},
                          {"robot", {{"robot", "arm.urdf"}}},
                          {"world", world},
                          {"joints", {"elbow", "shoulder"}},
                          {"edges", {{{"from", {0, 0.3}}, {"to", {0, 0.8}}}, {{"from", {0, 0.8}}, {"to", {0, 1.4}}}}}});
  ASSERT_EQ(found["ok"], true) << found;
  ASSERT_EQ(found["edges"][0]["valid"], false);
  EXPECT_EQ(found["edges"][0]["b"], "post");
  EXPECT_EQ(found["edges"][1], json({{"valid", true}, {"status", "clear"}}));
}

TEST_F(RobotQuestions, ATrajectoryIsAnsweredAsTheLibraryAnswers) {
  const JointTrajectory swing{{"shoulder", "elbow"}, {0, 1, 2}, {{0.3, 0}, {0.8, 0}, {1.4, 0.2}}, {}};
  const json written{{"joints", swing.joints}, {"times", swing.times}, {"positions", swing.positions}};
  const json found =
      ask({{"query", "trajectory"}, {"robot", "arm.urdf"}, {"world", world}, {"trajectory", written}, {"pairs", true}});
  const RobotImpact impact = cell().first_contact(swing).value();
  ASSERT_EQ(found["contact"], true) << found;
  EXPECT_EQ(found["t_lo"], impact.first->t_lo);
  EXPECT_EQ(found["b"], "post");
  EXPECT_EQ(found["pairs"].size(), 1U);
  const JointTrajectory away{{"shoulder"}, {0, 1}, {{0.8}, {1.4}}, {}};
  const json clear = ask({{"query", "trajectory"},
                          {"robot", "arm.urdf"},
                          {"world", world},
                          {"trajectory", {{"joints", away.joints}, {"times", away.times}, {"positions", away.positions}}}});
  EXPECT_EQ(clear["status"], "clear");
  EXPECT_EQ(clear["clearance"]["distance"], cell().first_contact(away, {.want_clearance = true}).value().clearance->distance);
}

TEST_F(RobotQuestions, WhatIsWrongIsNamed) {
  const json edge{{"from", {0, 0}}, {"to", {1, 1}}};
  EXPECT_EQ(error_of({{"query", "edges"}, {"edges", {edge}}}), "robot: missing");
  EXPECT_EQ(error_of({{"query", "edges"}, {"robot", "arm.urdf"}}), "edges: expected a list of {\"from\": […], \"to\": […]}");
  EXPECT_EQ(error_of({{"query", "edges"}, {"robot", "arm.urdf"}, {"edges", {edge, {{"from", {0, 0}}, {"to", {1}}}}}}),
            "edges[1].to: expected 2 numbers, one for each joint");
  EXPECT_EQ(error_of({{"query", "edges"}, {"robot", "arm.urdf"}, {"joints", {"wrist", "elbow"}}, {"edges", {edge}}}),
            "joints[0]: \"wrist\" is not a joint that can be moved");
  EXPECT_NE(error_of({{"query", "edges"}, {"robot", "none.urdf"}, {"edges", {edge}}}).find("none.urdf"), std::string::npos);
  EXPECT_EQ(error_of({{"query", "trajectory"}, {"robot", "arm.urdf"}}), "trajectory: missing");
  json moving = world;
  moving["bodies"][0]["vel"] = {1, 0, 0};
  EXPECT_EQ(error_of({{"query", "edges"}, {"robot", "arm.urdf"}, {"world", moving}, {"edges", {edge}}}),
            "world: post moves; what stands around a robot must not");
}

}  // namespace
}  // namespace graze
