/// Nodes of glTF files as bodies: names, hierarchy, scales, animations of every kind, and what is refused by the name of its node.

#include <algorithm>
#include <cmath>
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/scene_file.h>
#include <graze/scene_motion.h>

#include "io/mesh/gltf_sample.h"
#include "io/mesh/temp.h"

namespace graze {
namespace {

using nlohmann::json;

/// The tetrahedron of the samples under nodes of the test's own, and animations for them.
struct AnimatedFile {
  test::GltfFile file;

  explicit AnimatedFile(const std::string& nodes) {
    file.root["nodes"] = json::parse(nodes);
    file.root["scenes"] = json::parse(R"([{"nodes": [0]}])");
    file.root["scene"] = 0;
  }

  std::size_t add_floats(const std::vector<float>& numbers, const char* type, std::size_t width) {
    std::string bytes(numbers.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), numbers.data(), bytes.size());
    const std::size_t view = file.add_view(bytes);
    file.root["accessors"].push_back(
        {{"bufferView", view}, {"componentType", 5126}, {"count", numbers.size() / width}, {"type", type}});
    return file.root["accessors"].size() - 1;
  }

  /// A channel of the first animation, or of that number.
  void move(std::size_t node, const std::string& path, const std::string& kind, const std::vector<float>& times,
            const std::vector<float>& values, std::size_t animation = 0) {
    json& list = file.root["animations"];
    while (list.size() <= animation) list.push_back({{"channels", json::array()}, {"samplers", json::array()}});
    const std::size_t input = add_floats(times, "SCALAR", 1);
    const bool is_turn = path == "rotation";
    const std::size_t output = add_floats(values,
                                          is_turn             ? "VEC4"
                                          : path == "weights" ? "SCALAR"
                                                              : "VEC3",
                                          is_turn             ? 4
                                          : path == "weights" ? 1
                                                              : 3);
    json& samplers = list[animation]["samplers"];
    samplers.push_back({{"input", input}, {"output", output}, {"interpolation", kind}});
    list[animation]["channels"].push_back({{"sampler", samplers.size() - 1}, {"target", {{"node", node}, {"path", path}}}});
  }
};

class GltfScene : public test::TempFiles {
 protected:
  Result<SceneFile> read(const AnimatedFile& animated, std::optional<std::size_t> animation = 0) const {
    return read_scene(write("a.glb", test::glb(animated.file.root.dump(), animated.file.buffer)), {.animation = animation});
  }
  std::string why_not(const AnimatedFile& animated, std::optional<std::size_t> animation = 0) const {
    const auto scene = read(animated, animation);
    return scene ? "accepted" : scene.error().message.substr(path("").string().size());
  }
};

/// Where a corner of the mesh is in the world.
Vec3 corner_at(const SceneFile& file, std::size_t body, std::size_t vertex, double t) {
  const auto scene = make_scene(file);
  EXPECT_TRUE(scene) << scene.error().message;
  const SceneBody& b = file.bodies[body];
  const Pose pose = *scene->pose_at(scene->ids()[body], t);
  return pose.to_world(b.scale * b.parts[0].pose.to_world(b.parts[0].geometry.mesh()->vertices[vertex]));
}

const float root_half = std::sqrt(0.5F);

TEST_F(GltfScene, NamesEveryNodeWithAMesh) {
  const AnimatedFile file(
      R"([{"children": [1, 2, 3, 4]}, {"mesh": 0, "name": "wheel"}, {"mesh": 0}, {"mesh": 0, "name": "wheel"}, {"name": "empty"}])");
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_EQ(scene->bodies.size(), 3U);
  EXPECT_EQ(scene->bodies[0].name, "wheel");
  EXPECT_EQ(scene->bodies[1].name, "node2");
  EXPECT_EQ(scene->bodies[2].name, "wheel#2");
  EXPECT_EQ(scene->bodies[0].parts[0].geometry.mesh(), scene->bodies[2].parts[0].geometry.mesh());
  EXPECT_TRUE(scene->bodies[0].parts[0].solid);
  EXPECT_EQ(scene->units, "m");
}

TEST_F(GltfScene, AppliesHierarchyAndScalesOfNodesThatStand) {
  const AnimatedFile file(
      R"([{"children": [1], "translation": [10, 0, 0], "scale": [2, 2, 2], "rotation": [0, 0, 0.70710678, 0.70710678]},
    {"children": [2], "translation": [1, 0, 0], "scale": [1, 3, -1]}, {"mesh": 0, "translation": [0, 1, 0]}])");
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  // As read_mesh() places them, which multiplies matrices.
  const auto mesh = read_mesh(path("a.glb"));
  ASSERT_TRUE(mesh);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_LT((corner_at(*scene, 0, k, 0) - mesh->vertices[k]).norm(), 1e-6);
  EXPECT_TRUE(std::holds_alternative<Motion>(scene->bodies[0].motion));
}

TEST_F(GltfScene, PlacesByMatricesExactlyAndLetsThemCarryWhatMoves) {
  // A turn by 30 degrees about z in single precision, which is none in double precision.
  const std::string matrix = R"("matrix": [0.866025388, 0.5, 0, 0, -0.5, 0.866025388, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1])";
  const AnimatedFile standing("[{\"children\": [1], " + matrix + R"(}, {"mesh": 0}])");
  const auto scene = read(standing);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto mesh = read_mesh(path("a.glb"));
  ASSERT_TRUE(mesh);
  for (std::size_t k = 0; k < 4; ++k) EXPECT_EQ(corner_at(*scene, 0, k, 0), mesh->vertices[k]);
  AnimatedFile moving("[{\"children\": [1], " + matrix + R"(}, {"mesh": 0}])");
  moving.move(1, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
  const auto moved = read(moving);
  ASSERT_TRUE(moved) << moved.error().message;
  EXPECT_LT((corner_at(*moved, 0, 0, 1) - Vec3(3 + std::cos(M_PI / 6), 0.5, 0)).norm(), 1e-7);
  AnimatedFile sheared(
      R"([{"children": [1], "matrix": [1, 0, 0, 0, 0.1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}, {"mesh": 0, "name": "m"}])");
  EXPECT_EQ(why_not(sheared), "accepted");
  sheared.move(1, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
  EXPECT_EQ(why_not(sheared), "a.glb: nodes[1] \"m\": moves inside the uneven scale of nodes[0], so it is not rigid");
}

TEST_F(GltfScene, SlidesAlongKeyframesExactlyAndHoldsItsEnds) {
  AnimatedFile file(R"([{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "name": "m"}])");
  file.move(1, "translation", "LINEAR", {1, 2}, {0, 0, 0, 3, 0, 0});
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  ASSERT_TRUE(std::holds_alternative<Path>(scene->bodies[0].motion));
  EXPECT_EQ(scene->bodies[0].scale, 2);
  EXPECT_EQ(scene->end, 2);
  EXPECT_EQ(corner_at(*scene, 0, 0, 0.5), Vec3(0, 0, 0));
  EXPECT_EQ(corner_at(*scene, 0, 0, 1.5), Vec3(3, 0, 0));
  EXPECT_EQ(corner_at(*scene, 0, 0, 9), Vec3(6, 0, 0));
  const auto standing = read(file, std::nullopt);
  ASSERT_TRUE(standing);
  EXPECT_EQ(corner_at(*standing, 0, 0, 1.5), Vec3(0, 0, 0));
}

TEST_F(GltfScene, JumpsAtStepKeysInPieces) {
  AnimatedFile file(R"([{"mesh": 0, "name": "m"}])");
  file.move(0, "translation", "STEP", {0, 1, 2}, {0, 0, 0, 5, 0, 0, 7, 0, 0});
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto& pieces = std::get<MotionPieces>(scene->bodies[0].motion);
  ASSERT_EQ(pieces.size(), 3U);
  EXPECT_EQ(pieces[0].to, 1);
  EXPECT_EQ(pieces[0].motion.pose_at(1).translation.x(), 0);  // continuous up to its end
  EXPECT_EQ(corner_at(*scene, 0, 0, 0.999).x(), 0);
  EXPECT_EQ(corner_at(*scene, 0, 0, 1).x(), 5);
  EXPECT_EQ(corner_at(*scene, 0, 0, 2).x(), 7);
  EXPECT_EQ(pieces[1].motion.speed_bound(1, 2).linear, 0);
}

TEST_F(GltfScene, BoundsTurningHierarchiesAndSplines) {
  AnimatedFile file(
      R"([{"children": [1]}, {"children": [2], "translation": [2, 0, 0], "scale": [0.5, 0.5, 0.5]}, {"mesh": 0, "translation": [1, 0, 0]}])");
  file.move(0, "rotation", "LINEAR", {0, 2}, {0, 0, 0, 1, 0, 0, root_half, root_half});
  file.move(1, "rotation", "CUBICSPLINE", {0.5, 1.5},
            {0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, root_half, 0, root_half, 0, 0, 0, 0});
  file.move(2, "translation", "CUBICSPLINE", {0, 2}, {0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 4, 0, 1, 0, 0, 0, 0, 0});
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  const auto& motion = std::get<GuidedMotion>(scene->bodies[0].motion);
  const Pose start = motion.pose_at(0);
  EXPECT_LT((start.translation - Vec3(2.5, 0, 0)).norm(), 1e-15);
  EXPECT_EQ(scene->bodies[0].scale, 0.5);
  constexpr double step = 1e-3;
  for (double from = 0; from < 2; from += 0.1) {
    const SpeedBound bound = motion.speed_bound(from, from + 0.1);
    EXPECT_LT(bound.linear, 20);  // and not useless
    for (double t = from; t < from + 0.099; t += step) {
      const Pose a = motion.pose_at(t);
      const Pose b = motion.pose_at(t + step);
      EXPECT_LE((b.translation - a.translation).norm(), bound.linear * step * (1 + 1e-9));
      const double turn = std::acos(std::clamp(((a.rotation.transpose() * b.rotation).trace() - 1) / 2, -1.0, 1.0));
      EXPECT_LE(turn, bound.angular * step * (1 + 1e-6) + 1e-7);
    }
  }
}

TEST_F(GltfScene, MovesWhatIsScaledUnevenlyAsLongAsNothingMovesBelow) {
  AnimatedFile file(R"([{"children": [1], "scale": [1, 2, 3]}, {"mesh": 0, "name": "leaf"}])");
  file.move(0, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
  const auto scene = read(file);
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(corner_at(*scene, 0, 3, 1), Vec3(1, 0, 1.5));
  AnimatedFile inside(R"([{"children": [1], "scale": [1, 2, 3]}, {"mesh": 0, "name": "leaf"}])");
  inside.move(1, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
  EXPECT_EQ(why_not(inside), "a.glb: nodes[1] \"leaf\": moves inside the uneven scale of nodes[0], so it is not rigid");
}

TEST_F(GltfScene, RefusesWhatIsNotRigidByName) {
  AnimatedFile scaled(R"([{"mesh": 0, "name": "balloon"}])");
  scaled.move(0, "scale", "LINEAR", {0, 1}, {1, 1, 1, 2, 2, 2});
  EXPECT_EQ(why_not(scaled), "a.glb: nodes[0] \"balloon\": its scale is animated, so it is not rigid");
  EXPECT_EQ(why_not(scaled, std::nullopt), "accepted");
  AnimatedFile constant(R"([{"mesh": 0, "name": "balloon"}])");
  constant.move(0, "scale", "LINEAR", {0, 1}, {2, 2, 2, 2, 2, 2});
  ASSERT_EQ(why_not(constant), "accepted");
  EXPECT_EQ(read(constant)->bodies[0].scale, 2);
  AnimatedFile morphed(R"([{"mesh": 0, "name": "face"}])");
  morphed.move(0, "weights", "LINEAR", {0, 1}, {0, 1});
  EXPECT_EQ(why_not(morphed), "a.glb: nodes[0] \"face\": its morph targets are animated, so it is not rigid");
}

TEST_F(GltfScene, ChoosesAmongAnimations) {
  AnimatedFile file(R"([{"mesh": 0, "name": "m"}])");
  file.move(0, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0}, 0);
  file.move(0, "translation", "LINEAR", {0, 1}, {0, 0, 0, 0, 1, 0}, 1);
  file.file.root["animations"][1]["name"] = "up";
  const auto second = read(file, 1);
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_EQ(second->animations, (std::vector<std::string>{"animation0", "up"}));
  EXPECT_EQ(corner_at(*second, 0, 0, 1), Vec3(0, 1, 0));
  EXPECT_EQ(why_not(file, 2), "a.glb: has 2 animations, there is no number 2");
}

TEST_F(GltfScene, RefusesRotationKeysThatAreNoUnitQuaternionsAndOtherNonsense) {
  const auto with = [&](const char* path, const char* kind, const std::vector<float>& times, const std::vector<float>& values) {
    AnimatedFile file(R"([{"mesh": 0, "name": "m"}])");
    file.move(0, path, kind, times, values);
    const std::string message = why_not(file);
    const std::string prefix = "a.glb: animations[0].channels[0]: ";
    EXPECT_TRUE(message.starts_with(prefix)) << message;
    return message.substr(std::min(prefix.size(), message.size()));
  };
  EXPECT_EQ(with("rotation", "LINEAR", {0}, {0, 0, 0, 1.5F}), "samplers[0]: accessors[3]: key 0 is not a unit quaternion");
  EXPECT_EQ(with("translation", "LINEAR", {1, 1}, {0, 0, 0, 0, 0, 0}), "samplers[0]: accessors[2]: time 1 of key 1 is not after 1");
  EXPECT_EQ(with("translation", "LINEAR", {-1}, {0, 0, 0}), "samplers[0]: accessors[2]: time -1 of key 0 is no time");
  EXPECT_EQ(with("translation", "LINEAR", {0, 1}, {0, 0, 0}), "samplers[0]: accessors[3] has 1 values for 2 keys");
  EXPECT_EQ(with("translation", "CUBICSPLINE", {0}, {0, 0, 0}), "samplers[0]: accessors[3] has 1 values for 1 keys");
  EXPECT_EQ(with("translation", "BOUNCE", {0}, {0, 0, 0}), "samplers[0]: interpolation: \"BOUNCE\" is not known");
  EXPECT_EQ(with("colour", "LINEAR", {0}, {0, 0, 0}), "target.path: \"colour\" is no property of a node");
  EXPECT_EQ(with("rotation", "CUBICSPLINE", {0, 1}, {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0}),
            "samplers[0]: the spline of a rotation passes through zero");
}

}  // namespace
}  // namespace graze
