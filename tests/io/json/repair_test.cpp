/// "repair": rotations and axes as people and simulations write them, with how much was changed in the answer.

#include <cmath>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

/// A unit cube turned about z by 30 degrees, in 5 digits, and a point whose distance from it is known.
const std::string rough = "[[0.86603,-0.5,0],[0.5,0.86603,0],[0,0,1]]";
const std::string unit_cube = R"("type": "aabb", "min": [0,0,0], "max": [1,1,1])";
const std::string far_point = R"({"type": "point", "p": [-3,0,0]})";

std::string distance_of(const std::string& a, const std::string& b) {
  return fmt::format(R"({{"query": "distance", "a": {}, "b": {}}})", a, b);
}

TEST(RepairedQuestions, AreAnsweredAsIfTheRotationWereOne) {
  const std::string body = fmt::format(R"({{{}, "R": {}, "t": [0,0,0.25]}})", unit_cube, rough);
  EXPECT_EQ(ask(distance_of(body, far_point))["error"]["code"], "bad_pose") << "unless it is asked for";
  const std::string repaired = fmt::format(R"({{{}, "R": {}, "repair": true}})", unit_cube, rough);
  const json found = ask(distance_of(repaired, far_point));
  ASSERT_TRUE(found["ok"]) << found;
  // The nearest corner of the cube is (0, 1, z), turned to (-1/2, sqrt(3)/2, z).
  EXPECT_NEAR(found["distance"].get<double>(), std::hypot(3 - 0.5, std::sqrt(0.75)), 2e-5);
  const double by = found["repaired"]["a"].get<double>();
  EXPECT_GT(by, 1e-6);
  EXPECT_LT(by, 1e-5);
  EXPECT_FALSE(found["repaired"].contains("b"));
  const json swapped = ask(distance_of(far_point, repaired));
  EXPECT_EQ(swapped["repaired"], (json{{"b", by}}));
  EXPECT_EQ(swapped["distance"], found["distance"]);
}

TEST(RepairedQuestions, SayNothingChangedWhereNothingWasWrong) {
  const std::string turned = fmt::format(R"({{{}, "R": [[0,-1,0],[1,0,0],[0,0,1]])", unit_cube);
  const json plain = ask(distance_of(turned + "}", far_point));
  json asked = ask(distance_of(turned + R"(, "repair": true})", far_point));
  EXPECT_EQ(asked["repaired"], (json{{"a", 0.0}}));
  asked.erase("repaired");
  EXPECT_EQ(asked, plain);
  EXPECT_EQ(ask(distance_of(turned + R"(, "repair": false})", far_point)), plain);
}

TEST(RepairedQuestions, KnowAxesKeyframesAndThePlane) {
  const json box = ask(
      distance_of(R"({"type": "obb", "c": [0,0,0], "axes": [[0.866,0.5,0],[-0.5,0.866,0],[0,0,-1]], "h": [1,1,1], "repair": true})",
                  far_point));
  ASSERT_TRUE(box["ok"]) << box;
  EXPECT_NEAR(box["repaired"]["a"].get<double>(), 0.866 * (1 / std::hypot(0.866, 0.5) - 1), 1e-15);
  const json ellipsoid = ask(distance_of(
      R"({"type": "ellipsoid", "c": [0,0,0], "axes": [[0.866,0.5,0],[-0.5,0.866,0],[0,0,1]], "h": [1,1,1], "repair": true})",
      far_point));
  ASSERT_TRUE(ellipsoid["ok"]) << ellipsoid;
  EXPECT_NEAR(ellipsoid["distance"].get<double>(), 2, 1e-12) << "a ball, whichever way it is turned";
  const json flat = ask(distance_of(
      R"({"type": "obb2", "c": [0,0], "axes": [[0.866,0.5],[-0.5,0.866]], "h": [1,1], "R": [[0.6,-0.8],[0.8,0.61]], "repair": true})",
      R"({"type": "point", "p": [5,5]})"));
  ASSERT_TRUE(flat["ok"]) << flat;
  EXPECT_GT(flat["repaired"]["a"].get<double>(), 1e-3);
  const std::string frames = fmt::format(R"("keyframes": [{{"at": 0}}, {{"at": 1, "R": {}, "t": [-3,0,0]}}])", rough);
  const std::string sweep =
      R"({"query": "sweep", "t_max": 1, "a": {)" + unit_cube + ", " + frames + "{}}}, \"b\": " + far_point + "}";
  const auto with = [&](const std::string& more) { return std::string(sweep).replace(sweep.find("{}}}"), 4, more + "}"); };
  EXPECT_EQ(ask(with(""))["error"]["message"].get<std::string>().substr(0, 18), "a.keyframes[1].R: ");
  const json path = ask(with(R"(, "repair": true)"));
  ASSERT_TRUE(path["ok"]) << path;
  EXPECT_TRUE(path["contact"]);
  EXPECT_GT(path["repaired"]["a"].get<double>(), 1e-6);
}

TEST(RepairedQuestions, AreStillRefusedWhenTooFarOff) {
  const auto refusal = [](const std::string& more) {
    return ask(distance_of(fmt::format(R"({{{}, {}}})", unit_cube, more), far_point))["error"]["message"].get<std::string>();
  };
  EXPECT_EQ(refusal(R"("R": [[2,0,0],[0,2,0],[0,0,2]], "repair": true)"),
            "a.R: too far from orthonormal to be repaired (more than 0.1 in an entry)");
  EXPECT_EQ(refusal(R"("R": [[1,0,0],[0,1,0],[0,0,-1]], "repair": true)"),
            "a.R: not a rotation, and none is near (determinant <= 0)");
  EXPECT_EQ(refusal(R"("repair": 1)"), "a.repair: expected true or false, found a number");
}

}  // namespace
}  // namespace graze
