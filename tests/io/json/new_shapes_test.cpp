/// Tori, lines by an equation, half-planes, ellipses, capsules and clouds of the plane as questions in JSON; words for parts.

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/query_format.h>

#include "io/ask.h"

namespace graze {
namespace {

using testing::ask;

using nlohmann::json;

json distance(const std::string& a, const std::string& b) { return ask(R"({"query":"distance","a":)" + a + R"(,"b":)" + b + "}"); }

TEST(NewShapesAsJson, AreReadInThePlane) {
  const std::string point = R"({"type":"point","p":[0,5]})";
  EXPECT_EQ(distance(R"({"type":"line","n":[0,2],"d":4})", point)["distance"], 3);
  EXPECT_EQ(distance(R"({"type":"halfplane","n":[0,2],"d":4})", point)["closest"][0], json({0, 2}));
  EXPECT_EQ(distance(R"({"type":"capsule","v":[[-1,0],[1,0]],"r":2})", point)["distance"], 3);
  EXPECT_EQ(distance(R"({"type":"points","p":[[0,1],[3,5]]})", point)["distance"], 3);
  EXPECT_NEAR(distance(R"({"type":"ellipse","c":[0,0],"axes":[[1,0],[0,1]],"h":[7,2]})", point)["distance"].get<double>(), 3, 1e-9);
  EXPECT_EQ(distance(R"({"type":"points","p":[[9,9]],"refit":{"v":[[0,1]]}})", point)["distance"], 4);
  EXPECT_EQ(
      distance(R"({"type":"torus","c":[0,0,0],"n":[0,0,2],"major":3,"minor":1})", R"({"type":"point","p":[6,0,0]})")["distance"],
      2);
}

TEST(NewShapesAsJson, AreRefusedWithAReason) {
  const std::string point = R"({"type":"point","p":[0,5]})";
  const auto why = [&](const std::string& a) -> std::string { return distance(a, point)["error"]["message"]; };
  EXPECT_EQ(why(R"({"type":"line","n":[0,2],"d":4,"o":[0,0]})"), "a.o: not together with n");
  EXPECT_EQ(why(R"({"type":"line","n":[0,0,2],"d":4})"), "a.n: expected 2 numbers, found 3");
  EXPECT_EQ(why(R"({"type":"halfplane","n":[0,0],"d":4})"), "a.n: the zero vector is no normal");
  EXPECT_EQ(why(R"({"type":"torus","c":[0,0,0],"n":[0,0,2],"major":-3,"minor":1})"), "a.major: negative radius -3");
  EXPECT_EQ(why(R"({"type":"ellipse","c":[0,0],"axes":[[1,0],[0,1]],"h":[7,-2]})"), "a.h[1]: negative half extent -2");
}

TEST(NewShapesAsJson, PartsOfRoundBodiesHaveWords) {
  const std::string cylinder = R"({"type":"cylinder","v":[[0,0,0],[0,0,2]],"r":1})";
  EXPECT_EQ(distance(cylinder, R"({"type":"point","p":[5,0,1]})")["features"][0]["part"], "side");
  EXPECT_EQ(distance(cylinder, R"({"type":"point","p":[0,0,9]})")["features"][0]["part"], "cap");
  EXPECT_EQ(distance(R"({"type":"sphere","c":[0,0,0],"r":1})", R"({"type":"point","p":[5,0,1]})")["features"][0]["part"],
            "surface");
}

TEST(NewShapesAsJson, ADiscThatHangsOverIsAPart) {
  const json found = ask(R"({"query":"sweep","a":{"type":"cylinder","v":[[2,0,1],[2,0,3]],"r":0.5,"vel":[0,0,-1]},)"
                         R"("b":{"type":"aabb","min":[-2,-2,-1],"max":[2,2,0]}})");
  EXPECT_EQ(found["set"]["type"], "disc_part");
  EXPECT_EQ(found["set"]["radius"], 0.5);
  EXPECT_EQ(found["set"]["points"].size(), 4);
  EXPECT_EQ(found["features"][0]["part"], "cap");
}

}  // namespace
}  // namespace graze
