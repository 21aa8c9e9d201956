/// Extents, sides, signed distances, lines and common sets as questions in JSON.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

std::string code_of(const std::string& line) { return ask(line)["error"]["code"]; }
std::string message_of(const std::string& line) { return ask(line)["error"]["message"]; }

const std::string box = R"({"type":"aabb","min":[-1,-2,-3],"max":[1,2,3]})";
const std::string ball = R"({"type":"sphere","c":[0,0,0],"r":5})";
const std::string tetrahedron = R"({"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"f":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]})";

TEST(ToolQuestions, AnswerExtentsAndDirections) {
  const json extent = ask(R"({"query":"extent","direction":[0,0,2],"a":)" + box + "}");
  EXPECT_EQ(extent["min"], -3);
  EXPECT_EQ(extent["max"], 3);
  EXPECT_EQ(extent["products"], json({-6, 6}));
  EXPECT_EQ(extent["features"][1]["kind"], "face");
  const json gap =
      ask(R"({"query":"separates","direction":[1,0],"a":{"type":"circle","c":[0,0],"r":1},"b":{"type":"point","p":[3,9]}})");
  EXPECT_EQ(gap["separates"], true);
  EXPECT_EQ(gap["gap"], 2);
  EXPECT_EQ(gap["normal"], json({1, 0}));
  EXPECT_EQ(message_of(R"({"query":"extent","a":)" + box + "}"), "direction: missing");
  EXPECT_EQ(message_of(R"({"query":"extent","direction":[1,0],"a":)" + box + "}"), "direction: expected 3 numbers, found 2");
  EXPECT_EQ(code_of(R"({"query":"extent","direction":[0,0,0],"a":)" + box + "}"), "bad_option");
}

TEST(ToolQuestions, AnswerSidesWhicheverIsGivenFirst) {
  const std::string plane = R"({"type":"plane","n":[0,0,1],"d":3})";
  for (const std::string& line :
       {R"({"query":"side","a":)" + box + R"(,"b":)" + plane + "}", R"({"query":"side","b":)" + box + R"(,"a":)" + plane + "}"}) {
    const json found = ask(line);
    EXPECT_EQ(found["side"], "touching");
    EXPECT_EQ(found["front"], false);
    EXPECT_EQ(found["heights"], json({-6, 0}));
  }
}

TEST(ToolQuestions, AnswerSignedDistancesLinesAndFronts) {
  const json inside = ask(R"({"query":"signed_distance","a":{"type":"point","p":[3,4,0]},"b":)" + ball + "}");
  EXPECT_EQ(inside["signed_distance"], 0);
  const json deep = ask(R"({"query":"signed_distance","a":{"type":"point","p":[0.5,0,0]},"b":)" + box + "}");
  EXPECT_EQ(deep["signed_distance"], -0.5);
  EXPECT_EQ(deep["inside"], true);
  EXPECT_EQ(deep["closest"][1], json({1, 0, 0}));
  const json lines =
      ask(R"({"query":"lines","a":{"type":"line","o":[0,0,0],"d":[1,0,0]},"b":{"type":"line","o":[2,5,1],"d":[0,2,0]}})");
  EXPECT_EQ(lines["relation"], "skew");
  EXPECT_EQ(lines["parameters"], json({2, -2.5}));
  const std::string up =
      R"({"query":"raycast","a":{"type":"ray","o":[0.25,0.25,-1],"d":[0,0,1]},"b":{"type":"triangle","v":[[0,0,0],[1,0,0],[0,1,0]]})";
  EXPECT_EQ(ask(up + "}")["hits"][0]["barycentric"], json({0.5, 0.25, 0.25}));
  EXPECT_EQ(ask(up + R"(,"front_only":true})")["intersect"], false);
}

TEST(ToolQuestions, AnswerCommonSetsOfManyBodies) {
  const std::string planes = R"({"type":"plane","n":[1,0,0],"d":1},{"type":"plane","n":[0,2,0],"d":4})";
  EXPECT_EQ(ask(R"({"query":"intersection","bodies":[)" + planes + "]}")["set"]["type"], "line");
  const json three = ask(R"({"query":"intersection","bodies":[)" + planes + R"(,{"type":"plane","n":[1,1,1],"d":6}]})");
  EXPECT_EQ(three["set"]["points"][0], json({1, 2, 3}));
  EXPECT_EQ(ask(R"({"query":"intersection","a":)" + ball + R"(,"b":)" + box + "}").contains("set"), false);
  EXPECT_EQ(ask(R"({"query":"intersection","a":)" + box + R"(,"b":)" + box + "}")["set"]["volume"], 48);
  EXPECT_EQ(code_of(R"({"query":"intersection","bodies":[)" + ball + "]}"), "bad_option");
  EXPECT_EQ(code_of(R"({"query":"intersection","a":)" + ball + R"(,"bodies":[)" + ball + "," + ball + "]}"), "bad_option");
  EXPECT_EQ(code_of(R"({"query":"overlap","bodies":[)" + ball + "," + ball + "]}"), "bad_option");
  EXPECT_EQ(code_of(R"({"query":"overlap","a":)" + ball + R"(,"b":)" + ball + R"(,"c":)" + ball + "}"), "bad_option");
}

TEST(ToolQuestions, AnswerTrianglesAndSections) {
  const std::string ask_plane = R"({"query":"intersection","b":{"type":"plane","n":[0,0,2],"d":1},"a":)" + tetrahedron;
  const json found = ask(ask_plane + R"(,"curves":true,"triangles":true,"max_triangles":2})");
  EXPECT_EQ(found["curves"].size(), 1U);
  EXPECT_EQ(found["curves"][0]["closed"], true);
  EXPECT_EQ(found["triangle_count"], 3);
  EXPECT_EQ(found["triangles"], json({1, 2}));
  EXPECT_EQ(found["truncated"], true);
  EXPECT_EQ(code_of(R"({"query":"intersection","curves":true,"a":)" + box + R"(,"b":)" + ball + "}"), "bad_option");
  EXPECT_EQ(code_of(R"({"query":"intersection","triangles":true,"a":)" + box + R"(,"b":)" + ball + "}"), "bad_option");
}

TEST(ToolQuestions, NameWhatReallyTouchesInTies) {
  const auto kinds = [](const std::string& min) {
    const json found =
        ask(R"({"query":"sweep","t_max":5,"a":{"type":"aabb","min":[0,0,0],"max":[1,1,1]},"b":{"type":"aabb","min":)" + min +
            R"(,"max":[9,9,9],"vel":[-1,-1,-1]}})");
    return found["features"][0]["kind"].get<std::string>() + " " + found["features"][1]["kind"].get<std::string>();
  };
  EXPECT_EQ(kinds("[2,2,2]"), "vertex vertex");
  EXPECT_EQ(kinds("[2,2,1.5]"), "edge edge");
  EXPECT_EQ(kinds("[2,1.5,1.5]"), "face face");
}

}  // namespace
}  // namespace graze
