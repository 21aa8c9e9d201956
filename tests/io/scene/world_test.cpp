/// Scenes of files: what may stand around a robot, limits on both of their sides, and scenes that are made of what was read.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/overlap.h>
#include <graze/scene_file.h>
#include <graze/scene_questions.h>

#include "io/mesh/temp.h"

namespace graze {
namespace {

constexpr std::string_view solid_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
constexpr std::string_view pole_urdf =
    "<robot name=\"pole\"><link name=\"base\"><collision><geometry><sphere radius=\"0.1\"/></geometry></collision></link></robot>";

class SceneWorld : public test::TempFiles {
 protected:
  SceneFile scene(std::string_view text) const {
    const auto read = read_scene(write("s.json", text));
    EXPECT_TRUE(read) << read.error().message;
    return read ? *read : SceneFile{};
  }
  std::string why_no_scene(std::string_view text) const {
    const auto read = read_scene(write("s.json", text));
    if (read) return "accepted";
    return read.error().message.substr(path("s.json").string().size() + 2);
  }
  std::string why_no_world(std::string_view text) const {
    const auto world = world_of(scene(text));
    return world ? "accepted" : world.error().message;
  }
};

TEST_F(SceneWorld, HasEachPartWhereItsBodyHasIt) {
  const auto world = world_of(scene(R"({"bodies": [{"name": "cart", "t": [10,0,0], "rpy": [0,0,1.5707963267948966],
     "shape": {"type": "compound", "parts": [{"type": "sphere", "c": [0,0,0], "r": 1, "t": [1,0,0]},
                                             {"type": "aabb", "min": [0,0,0], "max": [1,1,1], "t": [0,0,5]}]}}]})"));
  ASSERT_TRUE(world) << world.error().message;
  ASSERT_EQ(world->size(), 1U);
  EXPECT_EQ(world->front().name, "cart");
  ASSERT_EQ(world->front().parts.size(), 2U);
  EXPECT_LT((world->front().parts[0].pose.translation - Vec3(10, 1, 0)).norm(), 1e-15) << "turned a quarter about z";
  EXPECT_LT((world->front().parts[1].pose.translation - Vec3(10, 0, 5)).norm(), 1e-15);
}

TEST_F(SceneWorld, ScalesMeshesAndTheirPlacesInTheBody) {
  write("hull.obj", solid_obj);
  const auto world = world_of(scene(R"({"bodies": [{"name": "rock", "scale": 3, "t": [0,0,1],
     "shape": {"type": "compound", "parts": [{"type": "mesh", "file": "hull.obj", "t": [1,0,0]}]}}]})"));
  ASSERT_TRUE(world) << world.error().message;
  const Body& part = world->front().parts[0];
  EXPECT_EQ(part.geometry.mesh()->vertices[1], Vec3(3, 0, 0));
  EXPECT_EQ(part.pose.translation, Vec3(3, 0, 1));
  EXPECT_TRUE(part.solid) << "closed, and the file does not say";
}

TEST_F(SceneWorld, RefusesByNameWhatItCannotBe) {
  write("pole.urdf", pole_urdf);
  const std::string ball = R"("type": "sphere", "c": [0,0,0], "r": 1)";
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "flyer", )" + ball + R"(, "vel": [0,0,1]}]})"),
            "flyer moves; what stands around a robot must not");
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "spinner", )" + ball + R"(, "omega": [0,0,1]}]})"),
            "spinner moves; what stands around a robot must not");
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "walker", )" + ball + R"(, "keyframes": [{"at": 0}, {"at": 1, "t": [1,0,0]}]}]})"),
            "walker moves; what stands around a robot must not");
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "big", "scale": 2, )" + ball + "}]}"),
            "big.scale: of meshes only, around a robot; give the shape its size");
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "pole", "robot": "pole.urdf"}]})"),
            "pole: a robot cannot stand in the world of another; ask about both as a scene in motion");
  EXPECT_EQ(why_no_world(R"({"bodies": [{"name": "still", )" + ball + R"(, "vel": [0,0,0]}]})"), "accepted");
}

TEST_F(SceneWorld, QuaternionsMayBeOffByTheDigitsOfPrinting) {
  const auto with = [this](double w) {
    return why_no_scene(fmt::format(R"({{"bodies": [{{"type": "sphere", "c": [0,0,0], "r": 1, "q": [{}, 0, 0, 0]}}]}})", w));
  };
  EXPECT_EQ(with(1), "accepted");
  EXPECT_EQ(with(1 + 0x1p-9), "accepted");
  EXPECT_EQ(with(1 - 0x1p-9), "accepted");
  EXPECT_EQ(with(1 + 0x1p-7), "bodies[0].q: is not a unit quaternion");
  EXPECT_EQ(with(1 - 0x1p-7), "bodies[0].q: is not a unit quaternion");
  const SceneFile read = scene(R"({"bodies": [{"type": "sphere", "c": [0,0,0], "r": 1, "q": [0.707, 0, 0, 0.707]}]})");
  const Mat3 turn = read.bodies[0].pose.rotation;
  EXPECT_LT((turn * turn.transpose() - Mat3::Identity()).norm(), 1e-15) << "three digits are made a rotation";
}

/// Compounds within compounds, the innermost a ball.
std::string nested(int levels) {
  std::string text = R"({"type": "sphere", "c": [0,0,0], "r": 1})";
  for (int i = 0; i < levels; ++i) text = R"({"type": "compound", "parts": [{"shape": )" + text + "}]}";
  return R"({"bodies": [{"shape": )" + text + "}]}";
}

TEST_F(SceneWorld, TextNestsSixtyLevelsDeepAndNotAHundred) {
  EXPECT_EQ(why_no_scene(nested(19)), "accepted") << "three levels of text each";
  EXPECT_EQ(why_no_scene(nested(33)), "nested deeper than 64 levels");
}

/// Named ones need no nested text. The outermost has the first name, so that none is known before it is asked for.
TEST_F(SceneWorld, CompoundsNestSixtyDeepByTheirNamesAndNotSeventy) {
  const auto chain = [](int levels) {
    std::string shapes = fmt::format(R"("s{:03}": {{"type": "sphere", "c": [0,0,0], "r": 1}})", levels);
    for (int i = 0; i < levels; ++i)
      shapes += fmt::format(R"(, "s{:03}": {{"type": "compound", "parts": [{{"shape": "s{:03}"}}]}})", i, i + 1);
    return "{\"shapes\": {" + shapes + R"(}, "bodies": [{"shape": "s000"}]})";
  };
  EXPECT_EQ(why_no_scene(chain(30)), "accepted");
  EXPECT_NE(why_no_scene(chain(70)).find("compounds nested deeper than 64 levels"), std::string::npos);
}

TEST_F(SceneWorld, PlacesOfNestedCompoundsMultiply) {
  const SceneFile read = scene(R"({"bodies": [{"shape": {"type": "compound", "parts": [
     {"t": [1,0,0], "rpy": [0,0,1.5707963267948966], "shape": {"type": "compound", "parts": [
        {"t": [0,2,0], "shape": {"type": "compound", "parts": [{"type": "point", "p": [0,0,0], "t": [0,0,3], "name": "deep"}]}}]}}]}}]})");
  ASSERT_EQ(read.bodies[0].parts.size(), 1U);
  EXPECT_EQ(read.bodies[0].parts[0].name, "deep");
  EXPECT_LT((read.bodies[0].parts[0].pose.translation - Vec3(-1, 0, 3)).norm(), 1e-15);
}

/// A scene of a file answers what the library answers about the same bodies one by one.
TEST_F(SceneWorld, MeetsWhereItsBodiesMeetOneByOne) {
  write("hull.obj", solid_obj);
  std::string bodies;
  for (int i = 0; i < 12; ++i) {
    const std::string shape = i % 3 == 0   ? R"("type": "sphere", "c": [0,0,0], "r": 0.4)"
                              : i % 3 == 1 ? R"("type": "mesh", "file": "hull.obj")"
                                           : R"("type": "aabb", "min": [0,0,0], "max": [0.5,0.6,0.7])";
    bodies += fmt::format(R"({}{{"name": "b{}", {}, "t": [{}, {}, {}], "rpy": [0, 0, {}]}})", i == 0 ? "" : ", ", i, shape,
                          0.31 * (i % 4), 0.47 * (i % 5), 0.29 * (i % 3), 0.1 * i);
  }
  SceneFile file = scene("{\"bodies\": [" + bodies + "]}");
  const auto body_of = [&](std::size_t i) {
    const SceneBody& b = file.bodies[i];
    return Body{b.parts[0].geometry, b.pose * b.parts[0].pose, {}, b.parts[0].solid};
  };
  std::vector<std::array<std::string, 2>> meeting;
  for (std::size_t i = 0; i < file.bodies.size(); ++i) {
    for (std::size_t j = i + 1; j < file.bodies.size(); ++j) {
      if (*overlap(body_of(i), body_of(j))) meeting.push_back({file.bodies[i].name, file.bodies[j].name});
    }
  }
  ASSERT_GT(meeting.size(), 5U);
  const auto met_in_scene = [&] {
    const auto made = make_scene(file);
    EXPECT_TRUE(made) << made.error().message;
    const auto pairs = overlapping_pairs(*made);
    std::vector<std::array<std::string, 2>> names;
    for (const ScenePair& pair : *pairs) names.push_back({(*made->body(pair.a))->name, (*made->body(pair.b))->name});
    return names;
  };
  EXPECT_EQ(met_in_scene(), meeting);
  file.exclude = {meeting[1], {meeting[3][1], meeting[3][0]}};  // in either order
  meeting.erase(meeting.begin() + 3);
  meeting.erase(meeting.begin() + 1);
  EXPECT_EQ(met_in_scene(), meeting);
}

TEST_F(SceneWorld, BodiesTakeNamesThatArePartOfNoSyntax) {
  const SceneFile read = scene(R"({"bodies": [{"name": "<b>\n\u0000\u001b[31m", "type": "point", "p": [0,0,0]},
                                              {"name": "\u00e9\ud83d\ude00", "type": "point", "p": [1,0,0]}]})");
  ASSERT_EQ(read.bodies.size(), 2U);
  ASSERT_TRUE(write_scene(path("again.json"), read));
  const auto again = read_scene(path("again.json"));
  ASSERT_TRUE(again) << again.error().message;
  for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(again->bodies[i].name, read.bodies[i].name);
}

}  // namespace
}  // namespace graze
