/// Bodies with keyframes in the question format.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

/// A point that goes 1 to the right, waits, and comes back down on the ground.
const std::string point =
    R"({"type": "point", "p": [0,0], "keyframes": [{"at": 0, "t": [0,2]}, {"at": 1, "t": [1,2]}, {"at": 2, "t": [1,2]},
                             {"at": 4, "t": [1,-2], "R": [[0,-1],[1,0]]}]})";
const std::string ground = R"({"type": "segment", "v": [[-9,0],[9,0]]})";

TEST(Keyframes, AreFollowedBySweeps) {
  const json found = ask(R"({"query": "sweep", "tol": 1e-9, "a": )" + point + R"(, "b": )" + ground + "}");
  ASSERT_TRUE(found["ok"].get<bool>()) << found;
  EXPECT_EQ(found["contact"], true);
  EXPECT_LE(found["t_lo"].get<double>(), 3);
  EXPECT_NEAR(found["t_lo"].get<double>(), 3, 1e-8);
  EXPECT_EQ(found["initial"], false);
  const json early = ask(R"({"query": "sweep", "t_max": 2.5, "a": )" + point + R"(, "b": )" + ground + "}");
  EXPECT_EQ(early["status"], "clear");
}

TEST(Keyframes, SayWhereABodyIsAtTimeZero) {
  const json found = ask(R"({"query": "distance", "a": )" + point + R"(, "b": )" + ground + "}");
  EXPECT_EQ(found["distance"], 2);
}

std::string error_of(const std::string& keyframes, const std::string& beside = "") {
  const json found =
      ask(R"({"query": "overlap", "b": {"type": "point", "p": [0,0,0]}, "a": {"type": "point", "p": [0,0,0], "keyframes": )" +
          keyframes + beside + "}}");
  return found.contains("error") ? found["error"]["message"].get<std::string>() : "none";
}

TEST(Keyframes, ThatAreWrongAreNamed) {
  EXPECT_EQ(error_of(R"([{"at": 0}, {"at": 1}])"), "none");
  EXPECT_EQ(error_of("[]"), "a.keyframes: none");
  EXPECT_EQ(error_of(R"([{"at": 1}, {"at": 1}])"), "a.keyframes[1]: not later than the one before");
  EXPECT_EQ(error_of(R"([{"at": 0}])", R"(, "vel": [1,0,0])"), "a.keyframes: not together with vel");
  EXPECT_EQ(error_of(R"([{"at": 0, "r": 1}])"), "a.keyframes[0].r: unknown field");
  EXPECT_NE(error_of(R"([{}])").find("a.keyframes[0].at"), std::string::npos);
  EXPECT_NE(error_of(R"([{"at": 0, "R": [[2,0,0],[0,1,0],[0,0,1]]}])").find("a.keyframes[0].R"), std::string::npos);
  EXPECT_NE(error_of("7").find("a.keyframes"), std::string::npos);
}

TEST(SubSteps, AreAnOptionOfSweeps) {
  const std::string mesh = R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]]})";
  const std::string moving =
      R"({"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]], "t": [0,0,1], "vel": [0,0,-1], "omega": [0,0,1]})";
  const std::string bodies = R"("t_max": 2, "tol": 1e-6, "a": )" + mesh + R"(, "b": )" + moving;
  const json stepped = ask(R"({"query": "sweep", "sub_steps": 100, )" + bodies + "}");
  ASSERT_EQ(stepped["contact"], true) << stepped;
  EXPECT_LE(stepped["t_lo"].get<double>(), 1);
  EXPECT_NEAR(stepped["t_lo"].get<double>(), 1, 1e-3);
  EXPECT_LT(stepped["t_lo"].get<double>(), ask(R"({"query": "sweep", )" + bodies + "}")["t_lo"].get<double>());
}

}  // namespace
}  // namespace graze
