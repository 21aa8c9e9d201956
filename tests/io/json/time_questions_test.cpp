/// Questions at a time, closest approaches, last contacts along keyframes and depths along directions, as JSON.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

std::string question(const std::string& query, const std::string& a, const std::string& b, const std::string& more = "") {
  return R"({"query": ")" + query + R"(", "a": )" + a + R"(, "b": )" + b + more + "}";
}

const std::string ball = R"({"type": "sphere", "c": [0,0,0], "r": 1, "vel": [1,0,0]})";
const std::string far_ball = R"({"type": "sphere", "c": [10,0,0], "r": 1})";
/// A point that goes 1 to the right, waits, and comes down.
const std::string walker =
    R"({"type": "point", "p": [0,0,0], "keyframes": [{"at": 0, "t": [0,2,0]}, {"at": 1, "t": [1,2,0]}, {"at": 2, "t": [1,2,0]},
                             {"at": 4, "t": [1,-2,0]}]})";
const std::string long_ground = R"({"type": "segment", "v": [[-9,0,0],[9,0,0]]})";

TEST(QuestionsAtATime, AreAboutTheBodiesThen) {
  EXPECT_EQ(ask(question("distance", ball, far_ball))["distance"], 8);
  EXPECT_EQ(ask(question("distance", ball, far_ball, R"(, "at": 3)"))["distance"], 5);
  EXPECT_EQ(ask(question("overlap", ball, far_ball, R"(, "at": 9)"))["intersect"], true);
  EXPECT_EQ(ask(question("penetration", ball, far_ball, R"(, "at": 9)"))["depth"], 1);
  EXPECT_EQ(ask(question("distance", walker, long_ground, R"(, "at": 2.5)"))["distance"], 1);
  EXPECT_EQ(ask(question("distance", walker, long_ground, R"(, "at": 99)"))["distance"], 2);
  const json turned = ask(R"({"query": "extent", "at": 2, "direction": [0,1,0], "a":
      {"type": "segment", "v": [[0,0,0],[1,0,0]], "omega": [0,0,0.7853981633974483]}})");
  EXPECT_NEAR(turned["max"].get<double>(), 1, 1e-15);
  const json planes = ask(R"({"query": "intersection", "at": 1, "bodies": [{"type": "plane", "n": [1,0,0], "d": 0, "vel": [2,0,0]},
      {"type": "plane", "n": [0,1,0], "d": 0}, {"type": "plane", "n": [0,0,1], "d": 0}]})");
  EXPECT_EQ(planes["set"]["points"][0], json({2, 0, 0}));
}

TEST(QuestionsAtATime, CountTimesFromTheStart) {
  const json whole = ask(question("sweep", ball, far_ball)), rest = ask(question("sweep", ball, far_ball, R"(, "at": 3)"));
  EXPECT_EQ(whole["first"], 8);
  EXPECT_NEAR(rest["first"].get<double>(), 8, 1e-14);
  EXPECT_LE(rest["first"].get<double>(), 8);
  EXPECT_NEAR(rest["last"].get<double>(), 12, 1e-14);
  EXPECT_EQ(ask(question("sweep", ball, far_ball, R"(, "at": 9, "t_max": 20)"))["first"], 9);
  EXPECT_EQ(ask(question("sweep", ball, far_ball, R"(, "at": 3, "t_max": 7)"))["contact"], false);
  const json late = ask(question("sweep", walker, long_ground, R"(, "at": 2.5, "tol": 1e-9)"));
  EXPECT_NEAR(late["t_lo"].get<double>(), 3, 1e-8);
  EXPECT_EQ(ask(question("sweep", walker, long_ground, R"(, "at": 3.5, "t_max": 9)"))["status"], "clear");
  EXPECT_EQ(ask(question("sweep", ball, far_ball, R"(, "at": 3, "t_max": 2)"))["error"]["message"], "at: 3 is after t_max 2");
  EXPECT_EQ(ask(question("distance", ball, far_ball, R"(, "at": -1)"))["error"]["message"], "at: -1 is not >= 0");
}

TEST(ClosestApproachQuestions, TellDistanceTimeAndBound) {
  const std::string passing = R"({"type": "sphere", "c": [5,3,0], "r": 1, "vel": [-1,0,0]})";
  const std::string still = R"({"type": "sphere", "c": [0,0,0], "r": 1})";
  const json found = ask(question("closest_approach", still, passing));
  ASSERT_TRUE(found["ok"].get<bool>()) << found;
  EXPECT_EQ(found["intersect"], false);
  EXPECT_NEAR(found["distance"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(found["time"].get<double>(), 5, 1e-6);
  EXPECT_LE(found["least"].get<double>(), found["distance"].get<double>());
  EXPECT_NEAR(found["least"].get<double>(), 1, 1e-8);
  EXPECT_NEAR(ask(question("closest_approach", still, passing, R"(, "at": 2)"))["time"].get<double>(), 5, 1e-6);
  const json along = ask(question("closest_approach", walker, long_ground, R"(, "t_max": 2.5)"));
  EXPECT_NEAR(along["distance"].get<double>(), 1, 1e-6);
  EXPECT_NEAR(along["time"].get<double>(), 2.5, 1e-6);
  EXPECT_EQ(ask(question("closest_approach", walker, long_ground))["error"]["code"], "bad_option");
  EXPECT_EQ(ask(question("closest_approach", still, passing, R"(, "tol": 0)"))["error"]["code"], "bad_option");
  EXPECT_EQ(ask(question("closest_approach", still, passing, R"(, "last": true)"))["error"]["code"], "bad_option");
}

TEST(Keyframes, KnowTheLastContactToo) {
  const std::string thick = R"({"type": "aabb", "min": [-9,-0.5,-1], "max": [9,0.5,1]})";
  const json found = ask(question("sweep", walker, thick, R"(, "tol": 1e-9, "last": true, "t_max": 10)"));
  ASSERT_TRUE(found["ok"].get<bool>()) << found;
  EXPECT_NEAR(found["t_lo"].get<double>(), 2.75, 1e-8);
  EXPECT_NEAR(found["last"].get<double>(), 3.25, 1e-8);
  EXPECT_GE(found["last"].get<double>(), 3.25);
  const json miss = ask(question("sweep", walker, thick, R"(, "last": true, "t_max": 2)"));
  EXPECT_FALSE(miss.contains("last"));
  EXPECT_EQ(ask(question("sweep", walker, thick, R"(, "last": true)"))["error"]["code"], "bad_option");
}

TEST(Keyframes, OfSolidsKnowWhatIsInside) {
  const std::string inside =
      R"({"type": "mesh", "v": [[-9,-9,-9],[9,-9,-9],[0,9,-9],[0,0,9]], "f": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]})";
  EXPECT_EQ(ask(question("sweep", walker, inside, R"(, "t_max": 1)"))["status"], "clear");
  EXPECT_EQ(ask(question("sweep", walker, inside, R"(, "t_max": 1, "solid": true)"))["initial"], true);
}

TEST(PenetrationQuestions, TakeADirection) {
  const std::string box = R"({"type": "aabb", "min": [-1,-1,-1], "max": [1,1,1]})";
  const std::string other = R"({"type": "aabb", "min": [0.5,-1,-1], "max": [2,1,1]})";
  EXPECT_EQ(ask(question("penetration", box, other, R"(, "direction": [2,0,0])"))["depth"], 0.5);
  EXPECT_EQ(ask(question("penetration", box, other, R"(, "direction": [-1,0,0])"))["depth"], 3);
  EXPECT_EQ(ask(question("penetration", box, other, R"(, "direction": [0,0,0])"))["error"]["message"], "direction: zero");
  const std::string mesh =
      R"({"type": "mesh", "v": [[-9,-9,-9],[9,-9,-9],[0,9,-9],[0,0,9]], "f": [[0,2,1],[0,1,3],[1,2,3],[2,0,3]]})";
  const json point = ask(question("penetration", mesh, R"({"type": "point", "p": [0,0,-8]})"));
  EXPECT_NEAR(point["depth"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(point["at_least"].get<double>(), 1, 1e-9);
  EXPECT_EQ(point["normal"], json({0, 0, -1}));
}

}  // namespace
}  // namespace graze
