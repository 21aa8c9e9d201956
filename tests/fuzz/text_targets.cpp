/// Scenes, robots, trajectories and questions.

#include <graze/query_format.h>
#include <graze/robot.h>
#include <graze/robot_file.h>
#include <graze/scene_file.h>
#include <graze/scene_questions.h>

#include <nlohmann/json.hpp>

#include "fuzz/scratch.h"
#include "fuzz/sound.h"
#include "fuzz/targets.h"

namespace graze::fuzz {
namespace {

/// What is read is written and read again to as many bodies, and can be asked.
void read_scene_text(std::string_view bytes) {
  const auto scene = read_scene(scratch_file("attack.json", bytes));
  if (!scene) return expect_sound(scene.error());
  const auto copy = scratch_folder() / "copy.json";
  if (const auto written = write_scene(copy, *scene)) {
    const auto again = read_scene(copy);
    expect(again.has_value(), "a scene that was written can be read: " + (again ? std::string() : again.error().message));
    expect(again->bodies.size() == scene->bodies.size(), "no body is lost");
  } else {
    expect_sound(written.error());
  }
  const auto made = make_scene(*scene);
  if (!made) return expect_sound(made.error());
  if (scene->bodies.size() <= 20) expect_sound_error(overlapping_pairs(*made));
}

void read_urdf_text(std::string_view bytes) {
  auto model = read_urdf(scratch_file("attack.urdf", bytes));
  if (!model) return expect_sound(model.error());
  expect_sound_error(Robot::make(*std::move(model)));
}

RobotModel three_links() {
  RobotModel model{"r", {{"a", {}}, {"b", {}}, {"c", {}}}, {}};
  model.joints.push_back({.name = "j", .kind = JointKind::revolute, .parent = 0, .child = 1});
  model.joints.push_back({.name = "k", .kind = JointKind::floating, .parent = 1, .child = 2});
  return model;
}

void read_srdf_text(std::string_view bytes) {
  static const RobotModel model = three_links();
  expect_sound_error(read_srdf(scratch_file("attack.srdf", bytes), model));
}

void read_trajectory_text(std::string_view bytes) {
  const auto trajectory = read_trajectory(scratch_file(bytes.starts_with("{") ? "attack.json" : "attack.csv", bytes));
  if (!trajectory) return expect_sound(trajectory.error());
  const auto copy = scratch_folder() / "copy.json";
  const auto written = write_trajectory(copy, *trajectory);
  if (!written) return expect_sound(written.error());
  const auto again = read_trajectory(copy);
  expect(again && again->times == trajectory->times && again->positions == trajectory->positions,
         "a trajectory is read as it was written");
}

/// Every line of the input is a question; answers are JSON of one line.
void ask(std::string_view bytes) {
  static const QuestionReader reader(scratch_folder());
  if (bytes.size() > 4096) return;
  const QuestionLine line = reader.read(bytes);
  const Answer answered = answer(line);
  const auto parsed = nlohmann::json::parse(answered.line, nullptr, false);
  expect(parsed.is_object(), "answers are JSON objects: " + answered.line);
  expect(answered.line.find('\n') == std::string::npos, "answers are one line");
  expect(parsed.contains("ok") && parsed["ok"] == answered.ok, "answers say whether they are one");
  if (!answered.ok) expect_sound({ErrorCode::bad_json, parsed["error"]["message"].get<std::string>()});
}

std::vector<std::string> scene_seeds() {
  return {
      R"({"units": "m", "shapes": {"a": {"type": "aabb", "min": [0,0,0], "max": [1,1,1]}, "m": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]]},
 "c": {"type": "compound", "parts": [{"shape": "a"}, {"shape": "m", "t": [0,0,1]}]}}, "bodies": [{"name": "x", "shape": "c", "rpy": [0,0,1], "vel": [1,0,0], "scale": 2},
 {"name": "y", "shape": "a", "keyframes": [{"at": 0}, {"at": 2, "q": [1,0,0,0]}]}], "exclude": [["x", "y"]]})",
      R"({"objects": [{"name": "s", "type": "sphere", "c": [0,0,0], "r": 1, "omega": [0,0,1], "center": [1,0,0]}, {"type": "torus", "c": [0,0,0], "n": [0,0,1], "major": 2, "minor": 0.5}]})"};
}

std::vector<std::string> urdf_seeds() {
  return {
      R"(<robot name="r"><link name="a"><collision name="lid"><origin xyz="1 2 3" rpy="0 0 1.5"/><geometry><box size="2 4 6"/></geometry></collision></link>
<link name="b"><collision><geometry><cylinder radius="0.5" length="3"/></geometry></collision></link><link name="c"><collision><geometry><mesh filename="package://x/y.stl" scale="1 1 1"/></geometry></collision></link>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="k" type="prismatic"><parent link="b"/><child link="c"/><mimic joint="j" multiplier="2" offset="0.1"/></joint></robot>)",
      R"(<robot name="s"><link name="a"/><link name="b"><visual/><collision><geometry><sphere radius="1e-1"/></geometry></collision></link><joint name="f" type="floating"><parent link="a"/><child link="b"/></joint></robot>)"};
}

std::vector<std::string> srdf_seeds() {
  return {
      R"(<robot name="r"><group name="arm"><joint name="j"/></group><disable_collisions link1="c" link2="a" reason="Never"/><disable_default_collisions link="b"/>
<enable_collisions link1="a" link2="b"/><group_state name="home" group="arm"><joint name="j" value="-1.5"/><joint name="k" value="0 0 0 0 0 0 1"/></group_state></robot>)"};
}

std::vector<std::string> trajectory_seeds() {
  return {
      R"({"joints": ["j"], "times": [0, 1], "positions": [[0], [1]], "velocities": [[0], [0]]})",
      R"({"joint_names": ["j", "k"], "points": [{"positions": [0, 1], "time_from_start": {"sec": 1, "nanosec": 5}}, {"positions": [1, 2], "time_from_start": 2.5}]})",
      "time,j,k\n0,1,2\n0.5,3,4\n"};
}

std::vector<std::string> question_seeds() {
  const std::string box = R"({"type":"obb","c":[0,0,0],"axes":[[1,0,0],[0,1,0],[0,0,1]],"h":[1,1,1])";
  const std::string mesh = R"({"type":"mesh","v":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],"f":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]])";
  const auto pair = [](const std::string& question, const std::string& a, const std::string& b) {
    return "{\"query\":\"" + question + "\",\"a\":" + a + "},\"b\":" + b + "}}";
  };
  std::vector<std::string> seeds;
  for (const char* question : {"overlap", "distance", "intersection", "penetration", "contains", "status", "sweep"}) {
    seeds.push_back(pair(question, box, R"({"type":"triangle","v":[[0,0,0],[1,0,0],[0,1,2]],"vel":[1,0,0])"));
    seeds.push_back(pair(question, mesh, R"({"type":"sphere","c":[0.5,0,0],"r":0.25)"));
  }
  seeds.push_back(pair("sweep\",\"t_max\":2,\"tol\":1e-3,\"x\":\"", box, mesh + R"(,"t":[3,0,0],"vel":[-1,0,0],"omega":[0,0,1])"));
  seeds.push_back(pair("sweep\",\"t_max\":1,\"x\":\"", mesh, mesh + R"(,"keyframes":[{"at":0},{"at":1,"t":[1,0,0]}])"));
  seeds.push_back(pair("raycast", R"({"type":"ray","o":[-3,0,0],"d":[1,0,0])", mesh));
  seeds.push_back(pair("lines", R"({"type":"line","o":[0,0,0],"d":[1,0,0])", R"({"type":"segment","v":[[0,0,1],[0,1,1]])"));
  seeds.push_back(pair("distance", R"({"type":"ellipsoid","c":[0,0,0],"axes":[[1,0,0],[0,1,0],[0,0,1]],"h":[1,2,3])",
                       R"({"type":"cone","v":[[5,0,0],[6,0,0]],"r":1)"));
  seeds.push_back(pair("overlap", R"({"type":"circle","c":[0,0],"r":1)", R"({"type":"polygon2","v":[[0,0],[1,0],[0,1]])"));
  seeds.push_back(
      pair("signed_distance", R"({"type":"capsule","v":[[0,0,0],[1,0,0]],"r":0.5)", R"({"type":"halfspace","n":[0,0,1],"d":1)"));
  seeds.push_back(
      R"({"id":"x","query":"fit","method":"min_volume","a":{"type":"points","p":[[0,0,0],[1,0,0],[0,2,0],[0,0,3],[1,1,1]]}})");
  seeds.push_back(
      R"({"query":"extent","a":{"type":"torus","c":[0,0,0],"n":[0,0,1],"major":2,"minor":0.5},"direction":[1,1,0],"at":2})");
  seeds.push_back(R"({"query":"self_intersection","max_pairs":3,"a":)" + mesh + "}}");
  seeds.push_back(
      R"({"query":"intersection","bodies":[{"type":"plane","n":[1,0,0],"d":1},{"type":"plane","n":[0,2,0],"d":4},{"type":"plane","n":[1,1,1],"d":6}]})");
  return seeds;
}

}  // namespace

std::vector<Target> text_targets() {
  return {{"scene", read_scene_text, scene_seeds, 1000},
          {"urdf", read_urdf_text, urdf_seeds, 1500},
          {"srdf", read_srdf_text, srdf_seeds, 1500},
          {"trajectory", read_trajectory_text, trajectory_seeds, 1500},
          {"query", ask, question_seeds, 3000}};
}

}  // namespace graze::fuzz
