/// JSON scenes: all that a body may be, errors with the path to the culprit, and saving what was loaded.

#include <numbers>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/scene_file.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

constexpr std::string_view tetrahedron_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
constexpr std::string_view arm_urdf =
    "<robot name=\"arm\"><link name=\"base\"><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link>"
    "<link name=\"hand\"><collision><geometry><sphere radius=\"0.2\"/></geometry></collision></link>"
    "<link name=\"tip\"><collision><geometry><sphere radius=\"0.3\"/></geometry></collision></link>"
    "<joint name=\"j\" type=\"revolute\"><parent link=\"base\"/><child link=\"hand\"/><origin xyz=\"1 0 0\"/><axis xyz=\"0 0 "
    "1\"/></joint>"
    "<joint name=\"k\" type=\"prismatic\"><parent link=\"hand\"/><child link=\"tip\"/><origin xyz=\"2 0 0\"/></joint></robot>";

class JsonScene : public test::TempFiles {
 protected:
  Result<SceneFile> scene(std::string_view text, const SceneReadOptions& options = {}) const {
    return read_scene(write("s.json", text), options);
  }
  std::string why_not(std::string_view text) const {
    const auto read = scene(text);
    if (read) return "accepted";
    std::string message = read.error().message;
    const std::string prefix = path("").string();
    for (std::size_t at = message.find(prefix); at != std::string::npos; at = message.find(prefix))
      message.erase(at, prefix.size());
    return message;
  }
};

TEST_F(JsonScene, HasWordsAndWholeNumbersInItsHead) {
  EXPECT_EQ(why_not(R"({"name": "cell", "comment": "", "graze": "0.1.0", "$schema": "x", "schema": 1, "bodies": []})"), "accepted");
  EXPECT_EQ(why_not(R"({"comment": 7, "bodies": []})"), "s.json: comment: expected a string, found a number");
  EXPECT_EQ(why_not(R"({"name": [], "bodies": []})"), "s.json: name: expected a string, found a list");
  EXPECT_EQ(why_not(R"({"schema": "1", "bodies": []})"), "s.json: schema: expected a whole number >= 0, found a string");
}

TEST_F(JsonScene, ReadsShapesBodiesCompoundsGroupsAndMotions) {
  write("hull.obj", tetrahedron_obj);
  const auto read = scene(R"({"units": "m", "comment": "x",
 "shapes": {"crate": {"type": "aabb", "min": [0,0,0], "max": [1,1,1]},
            "cart": {"type": "compound", "parts": [{"shape": "crate"}, {"shape": "hull", "t": [0,0,1], "name": "top"}]},
            "hull": {"type": "mesh", "file": "hull.obj"}},
 "bodies": [{"name": "b1", "shape": "crate", "t": [1,2,3], "scale": 2, "group": 1, "mask": 3, "vel": [1,0,0], "omega": [0,0,1], "center": [0,0,0]},
            {"name": "b2", "shape": "cart", "q": [0,0,0,1]},
            {"name": "b3", "type": "sphere", "c": [0,0,0], "r": 1, "keyframes": [{"at": 0}, {"at": 2, "t": [4,0,0], "rpy": [0,0,1]}]},
            {"shape": {"type": "mesh", "file": "hull.obj", "solid": false}}],
 "exclude": [["b1", "b3"]]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->units, "m");
  ASSERT_EQ(read->bodies.size(), 4U);
  const SceneBody& b1 = read->bodies[0];
  EXPECT_EQ(b1.scale, 2);
  EXPECT_EQ(b1.group, 1U);
  EXPECT_EQ(b1.mask, 3U);
  EXPECT_EQ(std::get<Motion>(b1.motion).angular_velocity, Vec3::UnitZ());
  const SceneBody& b2 = read->bodies[1];
  ASSERT_EQ(b2.parts.size(), 2U);
  EXPECT_EQ(b2.parts[1].name, "top");
  EXPECT_EQ(b2.parts[1].pose.translation, Vec3(0, 0, 1));
  EXPECT_TRUE(b2.parts[1].solid);  // closed, and the file does not say
  EXPECT_LT((b2.pose.rotation * Vec3::UnitX() + Vec3::UnitX()).norm(), 1e-15);
  EXPECT_EQ(std::get<Path>(read->bodies[2].motion).pose_at(1).translation, Vec3(2, 0, 0));
  EXPECT_EQ(read->end, 2);
  EXPECT_EQ(read->bodies[3].name, "body3");
  EXPECT_FALSE(read->bodies[3].parts[0].solid);
  EXPECT_EQ(read->bodies[3].parts[0].geometry.mesh(), b2.parts[1].geometry.mesh());
  const auto made = make_scene(*read);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_FALSE(*made->counts(made->find("b1")[0], made->find("b3")[0]));
}

TEST_F(JsonScene, AcceptsObjectsThatStandAround) {
  write("hull.obj", tetrahedron_obj);
  const auto read = scene(R"({"objects": [{"name": "ground", "type": "aabb", "min": [-1,-1,-1], "max": [1,1,0], "t": [0,0,-1]},
    {"name": "hull", "type": "mesh", "file": "hull.obj", "scale": [2, -2, 2]}]})");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->bodies[0].pose.translation, Vec3(0, 0, -1));
  EXPECT_EQ(read->bodies[1].parts[0].geometry.mesh()->vertices[2], Vec3(0, -2, 0));
  EXPECT_EQ(read->bodies[1].scale, 1);
}

TEST_F(JsonScene, NamesThePathToTheCulprit) {
  const auto body = [](const std::string& fields) {
    return R"({"bodies": [{"name": "a", "type": "sphere", "c": [0,0,0], "r": 1}, {"name": "b", )" + fields + "}]}";
  };
  const std::string ball = R"("shape": {"type": "sphere", "c": [0,0,0], "r": 1})";
  const std::vector<std::pair<std::string, std::string>> table = {
      {body(ball + R"(, "keyframes": [{"at": 0.5}, {"at": 0.5}])"), "s.json: bodies[1].keyframes[1].at: not after 0.5"},
      {body(ball + R"(, "keyframes": [{"at": 0}], "t": [0,0,0])"), "s.json: bodies[1].keyframes: not together with t"},
      {body(ball + R"(, "t": [0,0])"), "s.json: bodies[1].t: expected 3 numbers, found 2"},
      {body(ball + R"(, "q": [1,1,0,0])"), "s.json: bodies[1].q: is not a unit quaternion"},
      {body(ball + R"(, "q": [1,0,0,0], "rpy": [0,0,0])"), "s.json: bodies[1].rpy: not together with q"},
      {body(ball + R"(, "colour": 1)"), "s.json: bodies[1].colour: unknown field of a body"},
      {body(ball + R"(, "group": -1)"), "s.json: bodies[1].group: expected a whole number >= 0, found -1"},
      {body(R"("shape": "nothing")"), "s.json: bodies[1].shape: there is no shape \"nothing\""},
      {body(R"("shape": {"type": "sphere", "c": [0,0,0], "r": -1})"), "s.json: bodies[1].shape.r: negative radius -1"},
      {body(R"("shape": {"type": "compound", "parts": [{"type": "sphere", "c": [0,0,0]}]})"),
       "s.json: bodies[1].shape.parts[0].r: missing"},
      {body(R"("shape": {"type": "compound", "parts": []})"), "s.json: bodies[1].shape.parts: none"},
      {body(R"("shape": {"type": "circle", "c": [0,0], "r": 1})"),
       "s.json: bodies[1].shape.type: shapes of the plane are not read in scenes"},
      {R"({"bodies": [{"name": "a", )" + ball + R"(}, {"name": "a", )" + ball + "}]}",
       "s.json: bodies[1].name: \"a\" is used twice"},
      {R"({"bodies": [{"name": "a"}]})", "s.json: bodies[0].shape: missing"},
      {R"({"bodies": {}})", "s.json: bodies: expected a list, found an object"},
      {R"({"bodies": [1]})", "s.json: bodies[0]: expected an object, found a number"},
      {R"({"body": []})", "s.json: body: unknown field"},
      {R"({})", "s.json: bodies: missing"},
      {R"({"units": "parsec", "bodies": []})", "s.json: units: \"parsec\" is not one of m, cm, mm, um, km, in, ft"},
      {R"({"bodies": [], "exclude": [["a", "b"]]})", "s.json: exclude[0][0]: there is no body \"a\""},
      {R"({"bodies": [], "exclude": [["a"]]})", "s.json: exclude[0]: expected two names"},
      {R"({"bodies": [], "shapes": {"a": {"type": "sphere", "c": [0,0,0], "r": 1, "t": [0,0,0]}}})",
       "s.json: shapes.a.t: a shape has no place; a body has"},
      {R"({"bodies": [], "shapes": {"a": {"type": "compound", "parts": [{"shape": "b"}]}, "b": {"type": "compound", "parts": [{"shape": "a"}]}}})",
       "s.json: shapes.a: contains itself"},
      {R"({"bodies": [], "bodies": []})", "s.json: bodies: field given twice"},
      {R"({"bodies": [)", "s.json: not JSON, at byte 13"},
      {R"({"bodies": [{"name": "r", "robot": "none.urdf"}]})",
       "s.json: bodies[0].robot: none.urdf: cannot open: No such file or directory"},
  };
  for (const auto& [text, expected] : table) EXPECT_EQ(why_not(text), expected) << text;
  EXPECT_TRUE(why_not(R"({"bodies": [{"type": "mesh", "file": "none.stl"}]})")
                  .starts_with("s.json: bodies[0].file: none.stl: cannot open"));
  EXPECT_TRUE(why_not(body(R"("shape": {"type": "spher"})"))
                  .starts_with("s.json: bodies[1].shape.type: unknown shape \"spher\"; there are "));
  EXPECT_NE(why_not(body(ball + R"(, "scale": -1)")), "accepted");
  EXPECT_NE(why_not(body(ball + R"(, "R": [[1,0,0],[0,1,0],[0,0,2]])")), "accepted");
  EXPECT_NE(why_not(body(ball + R"(, "vel": [1e999,0,0])")), "accepted");
}

TEST_F(JsonScene, EndsSoonOnCompoundsThatMultiply) {
  std::string shapes = R"("s0": {"type": "sphere", "c": [0,0,0], "r": 1})";
  for (int i = 1; i < 40; ++i)
    shapes += fmt::format(R"(, "s{0}": {{"type": "compound", "parts": [{{"shape": "s{1}"}}, {{"shape": "s{1}"}}]}})", i, i - 1);
  EXPECT_NE(why_not("{\"shapes\": {" + shapes + "}, \"bodies\": []}").find("more than 100000 parts"), std::string::npos);
}

TEST_F(JsonScene, SavesWhatLoadsToTheSame) {
  write("hull.obj", tetrahedron_obj);
  write("arm.urdf", arm_urdf);
  const auto first = scene(R"({"units": "mm", "shapes": {"h": {"type": "mesh", "file": "hull.obj", "scale": 0.1}},
 "bodies": [{"name": "a \"1\"", "shape": "h", "rpy": [0.1,0.2,0.3], "t": [0.1,0,1e-300], "scale": 3, "group": 5, "mask": 18446744073709551615},
            {"name": "b", "shape": {"type": "compound", "parts": [{"shape": "h", "t": [1,2,3]}, {"type": "capsule", "v": [[0,0,0],[0,0,1]], "r": 0.1, "name": "rod"}]},
             "keyframes": [{"at": 0.1, "rpy": [0,0,0.3]}, {"at": 0.7, "t": [1,2,3]}, {"at": 3}]},
            {"name": "c", "type": "convex", "v": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]], "vel": [1,2,3], "omega": [0,0,0.1], "center": [1,1,1]},
            {"name": "arm", "robot": "arm.urdf", "t": [0,0,5], "ignore": [["base", "tip"]],
             "trajectory": {"joints": ["j"], "times": [0, 4], "positions": [[0], [1]]}}],
 "exclude": [["b", "c"], ["c", "arm"]]})");
  ASSERT_TRUE(first) << first.error().message;
  ASSERT_TRUE(write_scene(path("one.json"), *first));
  const auto second = read_scene(path("one.json"));
  ASSERT_TRUE(second) << second.error().message;
  ASSERT_EQ(second->bodies.size(), first->bodies.size());
  for (std::size_t i = 0; i < first->bodies.size(); ++i) {
    const SceneBody& a = first->bodies[i];
    const SceneBody& b = second->bodies[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.scale, b.scale);
    EXPECT_EQ(a.group, b.group);
    EXPECT_EQ(a.mask, b.mask);
    EXPECT_EQ(a.pose.rotation, b.pose.rotation);
    EXPECT_EQ(a.pose.translation, b.pose.translation);
    ASSERT_EQ(a.parts.size(), b.parts.size());
    for (std::size_t k = 0; k < a.parts.size(); ++k) EXPECT_EQ(a.parts[k].solid, b.parts[k].solid);
  }
  const Path& path_a = std::get<Path>(first->bodies[1].motion);
  const Path& path_b = std::get<Path>(second->bodies[1].motion);
  for (const double t : {0.0, 0.1, 0.3, 0.7, 2.0, 3.0, 9.0})
    EXPECT_EQ(path_a.pose_at(t).translation, path_b.pose_at(t).translation);
  EXPECT_EQ(second->exclude, first->exclude);
  EXPECT_EQ(second->units, "mm");
  EXPECT_EQ(second->end, 4);
  ASSERT_EQ(second->robots.size(), 1U);
  EXPECT_EQ(second->robots[0].trajectory->positions, first->robots[0].trajectory->positions);
  // From then on every saving is the same file.
  ASSERT_TRUE(write_scene(path("two.json"), *second));
  EXPECT_EQ(contents("one.json"), contents("two.json"));
}

TEST_F(JsonScene, MovesTheLinksOfARobotAlongItsTrajectory) {
  write("arm.urdf", arm_urdf);
  const auto read = scene(R"({"bodies": [{"name": "arm", "robot": "arm.urdf", "t": [0,0,5],
     "trajectory": {"joints": ["k", "j"], "times": [0, 1, 3], "positions": [[0, 0], [0.5, 1], [1, -3]], "velocities": [[0,0],[1,2],[0,0]]}}]})");
  ASSERT_TRUE(read) << read.error().message;
  const auto links = robot_bodies(read->robots.at(0));
  ASSERT_TRUE(links) << links.error().message;
  ASSERT_EQ(links->bodies.size(), 3U);
  EXPECT_EQ(links->bodies[2].name, "arm/tip");
  EXPECT_EQ(links->exclude.size(), 2U);
  const auto& tip = std::get<GuidedMotion>(links->bodies[2].motion);
  EXPECT_LT((tip.pose_at(0).translation - Vec3(3, 0, 5)).norm(), 1e-15);
  EXPECT_LT((tip.pose_at(1).translation - Vec3(1 + 2.5 * std::cos(1.0), 2.5 * std::sin(1.0), 5)).norm(), 1e-14);
  // At no time faster than the bound over any stretch around it.
  for (double from = 0; from < 3; from += 0.25) {
    const SpeedBound bound = tip.speed_bound(from, from + 0.25);
    for (double t = from; t < from + 0.24; t += 0.01) {
      const Pose a = tip.pose_at(t);
      const Pose b = tip.pose_at(t + 0.01);
      EXPECT_LE((b.translation - a.translation).norm(), bound.linear * 0.01 * (1 + 1e-9));
      EXPECT_LE(std::acos(std::min(1.0, ((a.rotation.transpose() * b.rotation).trace() - 1) / 2)),
                bound.angular * 0.01 * (1 + 1e-9) + 1e-7);
    }
  }
}

}  // namespace
}  // namespace graze
