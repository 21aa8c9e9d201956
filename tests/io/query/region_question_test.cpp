/// Common sets of every kind as `graze query` answers them, with numbers that can be checked by hand.

#include <cmath>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

json common(const std::string& a, const std::string& b, const std::string& more = "") {
  return ask(R"({"query":"intersection","a":)" + a + R"(,"b":)" + b + more + "}");
}

json common_of(const std::string& bodies) { return ask(R"({"query":"intersection","bodies":[)" + bodies + "]}"); }

const std::string unit_ball = R"({"type":"sphere","c":[0,0,0],"r":1})";
const std::string cube = R"({"type":"aabb","min":[0,0,0],"max":[2,2,2]})";
const std::string floor_plane = R"({"type":"plane","n":[0,0,1],"d":0})";
const std::string tetrahedron = R"({"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"f":[[0,2,1],[0,1,3],[1,2,3],[0,3,2]]})";

TEST(RegionQuestions, APlaneCutsABallInACircle) {
  const json found = common(R"({"type":"sphere","c":[1,2,3],"r":5})", R"({"type":"plane","n":[0,0,2],"d":0})");
  EXPECT_EQ(found["intersect"], true);
  EXPECT_EQ(found["set"]["type"], "circle");
  EXPECT_EQ(found["set"]["r"], 4);
  EXPECT_EQ(found["set"]["c"], json({1, 2, 0}));
  EXPECT_EQ(std::abs(found["set"]["n"][2].get<double>()), 1);
  EXPECT_EQ(common(unit_ball, R"({"type":"plane","n":[0,0,1],"d":1})")["set"]["points"], json({{0, 0, 1}})) << "it touches";
  EXPECT_EQ(common(unit_ball, R"({"type":"plane","n":[0,0,1],"d":1.5})")["intersect"], false);
}

TEST(RegionQuestions, BallsShareALensOrTheSmallerOne) {
  const json lens = common(unit_ball, R"({"type":"sphere","c":[1,0,0],"r":1})");
  EXPECT_EQ(lens["set"]["type"], "lens");
  EXPECT_EQ(lens["set"]["circle"]["c"], json({0.5, 0, 0}));
  EXPECT_NEAR(lens["set"]["circle"]["r"].get<double>(), std::sqrt(0.75), 1e-15);
  const json inner = common(unit_ball, R"({"type":"sphere","c":[0.25,0,0],"r":0.5})");
  EXPECT_EQ(inner["set"]["type"], "sphere");
  EXPECT_EQ(inner["set"]["r"], 0.5);
  EXPECT_EQ(common(unit_ball, R"({"type":"sphere","c":[2,0,0],"r":1})")["set"]["points"], json({{1, 0, 0}})) << "they touch";
}

TEST(RegionQuestions, DiscsOfThePlaneShareTwoCorners) {
  const std::string disc = R"({"type":"circle","c":[0,0],"r":5})";
  const json found = common(disc, R"({"type":"circle","c":[6,0],"r":5})");
  EXPECT_EQ(found["set"]["type"], "lens");
  ASSERT_EQ(found["set"]["points"].size(), 2U);
  for (const json& corner : found["set"]["points"]) {
    ASSERT_EQ(corner.size(), 2U) << "of the plane";
    EXPECT_NEAR(corner[0].get<double>(), 3, 1e-14);
    EXPECT_NEAR(std::abs(corner[1].get<double>()), 4, 1e-14);
  }
  EXPECT_EQ(common(disc, R"({"type":"circle","c":[1,1],"r":2})")["set"]["type"], "circle");
}

TEST(RegionQuestions, PlanesShareAPlaneALineAPointOrNothing) {
  const std::string x = R"({"type":"plane","n":[1,0,0],"d":1})", y = R"({"type":"plane","n":[0,3,0],"d":6})";
  const std::string z = R"({"type":"plane","n":[0,0,1],"d":3})", far = R"({"type":"plane","n":[2,0,0],"d":5})";
  EXPECT_EQ(common_of(x + "," + R"({"type":"plane","n":[-2,0,0],"d":-2})")["set"]["type"], "plane") << "the same plane";
  const json line = common_of(x + "," + y)["set"];
  EXPECT_EQ(line["type"], "line");
  EXPECT_EQ(line["o"][0], 1);
  EXPECT_EQ(line["o"][1], 2);
  EXPECT_EQ(line["d"][0], 0);
  EXPECT_EQ(line["d"][1], 0);
  EXPECT_NE(line["d"][2], 0);
  EXPECT_EQ(common_of(x + "," + y + "," + z)["set"]["points"], json({{1, 2, 3}}));
  EXPECT_EQ(common_of(x + "," + y + "," + z + R"(,{"type":"plane","n":[1,1,1],"d":6})")["set"]["points"], json({{1, 2, 3}}));
  EXPECT_EQ(common_of(x + "," + far)["intersect"], false);
  EXPECT_EQ(common_of(x + "," + y + "," + far)["intersect"], false);
}

TEST(RegionQuestions, SolidsShareASolidWithItsVolume) {
  const json found = common(cube, R"({"type":"aabb","min":[1,1,1],"max":[4,4,4]})");
  EXPECT_EQ(found["set"]["type"], "polyhedron");
  EXPECT_EQ(found["set"]["volume"], 1);
  EXPECT_EQ(found["set"]["points"].size(), 8U);
  EXPECT_EQ(found["set"]["faces"].size(), 6U);
  const json halved = common_of(cube + R"(,{"type":"halfspace","n":[1,1,0],"d":2},{"type":"halfspace","n":[0,0,1],"d":1})");
  EXPECT_EQ(halved["set"]["volume"], 2);
  EXPECT_EQ(halved["set"]["points"].size(), 6U) << "a prism over a triangle";
}

TEST(RegionQuestions, BodiesWithoutEndShareLinesAndRays) {
  const std::string line = R"({"type":"line","o":[0,0,1],"d":[1,0,0]})";
  const json ray = common(line, R"({"type":"halfspace","n":[1,0,0],"d":2})")["set"];
  EXPECT_EQ(ray["type"], "ray");
  EXPECT_EQ(ray["o"], json({2, 0, 1}));
  EXPECT_LT(ray["d"][0], 0);
  EXPECT_EQ(common(line, R"({"type":"halfspace","n":[0,0,1],"d":2})")["set"]["type"], "line") << "the whole line";
  EXPECT_EQ(common(line, R"({"type":"halfspace","n":[0,0,1],"d":0})")["intersect"], false);
  EXPECT_EQ(common(line, floor_plane)["intersect"], false) << "parallel";
}

TEST(RegionQuestions, NothingIsSaidOfSetsWithoutAName) {
  const json found = common(unit_ball, R"({"type":"cylinder","v":[[0,0,-2],[0,0,2]],"r":0.5})");
  EXPECT_EQ(found["ok"], true);
  EXPECT_EQ(found["intersect"], true);
  EXPECT_FALSE(found.contains("set"));
  EXPECT_EQ(common_of(unit_ball + "," + unit_ball + "," + unit_ball)["error"]["code"], "unsupported_pair");
}

TEST(RegionQuestions, TheSectionOfAMeshIsTheOutlineOfTheCut) {
  const json found = common(tetrahedron, R"({"type":"plane","n":[0,0,4],"d":1})", R"(,"curves":true)");
  ASSERT_EQ(found["curves"].size(), 1U);
  const json& outline = found["curves"][0];
  EXPECT_EQ(outline["closed"], true);
  double length = 0;
  const std::size_t count = outline["points"].size();
  for (std::size_t i = 0; i < count; ++i) {
    const json &p = outline["points"][i], &q = outline["points"][(i + 1) % count];
    EXPECT_EQ(p[2], 0.25);
    length += std::hypot(p[0].get<double>() - q[0].get<double>(), p[1].get<double>() - q[1].get<double>());
  }
  EXPECT_NEAR(length, 0.75 * (2 + std::sqrt(2)), 1e-15);
  const json swapped =
      ask(R"({"query":"intersection","b":)" + tetrahedron + R"(,"a":{"type":"plane","n":[0,0,4],"d":1},"curves":true})");
  EXPECT_EQ(swapped["curves"], found["curves"]) << "whichever is given first";
}

TEST(RegionQuestions, TrianglesInThePlaneArePatches) {
  const json found = common(tetrahedron, floor_plane, R"(,"curves":true,"triangles":true)");
  ASSERT_EQ(found["patches"].size(), 1U);
  EXPECT_EQ(found["patches"][0]["triangle"], 0);
  EXPECT_EQ(found["patches"][0]["points"].size(), 3U);
  EXPECT_EQ(found["triangle_count"], 4) << "three others stand on it";
  EXPECT_FALSE(found.contains("truncated"));
}

TEST(RegionQuestions, NameOptionsThatDoNotBelong) {
  const auto message = [](const json& found) { return found["error"]["message"].get<std::string>(); };
  EXPECT_EQ(message(common(unit_ball, cube, R"(,"curves":true)")), "curves: of two meshes, or of a mesh and a plane");
  EXPECT_EQ(message(common(unit_ball, cube, R"(,"triangles":true)")), "triangles: of no mesh");
  EXPECT_EQ(message(common(tetrahedron, unit_ball, R"(,"curves":true)")), "curves: of two meshes, or of a mesh and a plane");
  EXPECT_EQ(message(ask(R"({"query":"intersection","curves":true,"bodies":[)" + cube + "," + cube + "]}")),
            "bodies: without curves and triangles");
}

}  // namespace
}  // namespace graze
