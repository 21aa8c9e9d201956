/// Files cut short or with bytes changed: an error of one line that names the file, or a scene, and never an end of the program.

#include <random>

#include <gtest/gtest.h>

#include <graze/scene_file.h>

#include "io/mesh/gltf_sample.h"
#include "io/mesh/temp.h"

namespace graze {
namespace {

class DamagedFiles : public test::TempFiles {
 protected:
  template <class T>
  void expect_sound(const Result<T>& result) const {
    if (result) return;
    EXPECT_EQ(result.error().message.find_first_of("\r\n"), std::string::npos) << result.error().message;
    EXPECT_NE(result.error().message.find(path("").string()), std::string::npos) << result.error().message;
  }

  /// Calls read() with every version of the file; the seed is the number of the version.
  template <class Read>
  void damage(const std::string& name, const std::string& whole, const Read& read) const {
    for (unsigned seed = 0; seed < 400; ++seed) {
      std::mt19937 random(seed);
      std::string damaged = whole;
      if (seed % 4 == 0) {
        damaged.resize(random() % whole.size());
      } else {
        for (unsigned i = 0; i < seed % 4; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      SCOPED_TRACE(seed);
      expect_sound(read(write(name, damaged)));
    }
  }
};

TEST_F(DamagedFiles, OfJsonScenesAreSurvived) {
  const std::string whole =
      R"({"units": "m", "shapes": {"a": {"type": "aabb", "min": [0,0,0], "max": [1,1,1]}, "m": {"type": "mesh", "v": [[0,0,0],[1,0,0],[0,1,0]], "f": [[0,1,2]]},
 "c": {"type": "compound", "parts": [{"shape": "a"}, {"shape": "m", "t": [0,0,1]}]}}, "bodies": [{"name": "x", "shape": "c", "rpy": [0,0,1], "vel": [1,0,0]},
 {"name": "y", "shape": "a", "keyframes": [{"at": 0}, {"at": 2, "q": [1,0,0,0]}]}], "exclude": [["x", "y"]]})";
  damage("s.json", whole, [](const std::filesystem::path& file) { return read_scene(file); });
}

TEST_F(DamagedFiles, OfAnimatedGltfAreSurvived) {
  test::GltfFile file;
  const std::string numbers = test::bytes_of(0.0F) + test::bytes_of(1.0F) + test::bytes_of(0.0F) + test::bytes_of(0.0F) +
                              test::bytes_of(0.0F) + test::bytes_of(1.0F) + test::bytes_of(0.0F) + test::bytes_of(0.0F);
  const std::size_t view = file.add_view(numbers);
  file.root["accessors"].push_back({{"bufferView", view}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}});
  file.root["accessors"].push_back(
      {{"bufferView", view}, {"byteOffset", 8}, {"componentType", 5126}, {"count", 2}, {"type", "VEC3"}});
  file.root["nodes"] =
      nlohmann::json::parse(R"([{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "name": "m", "rotation": [0, 0, 0, 1]}])");
  file.root["animations"] = nlohmann::json::parse(
      R"([{"channels": [{"sampler": 0, "target": {"node": 1, "path": "translation"}}], "samplers": [{"input": 2, "output": 3}]}])");
  ASSERT_TRUE(read_scene(write("a.glb", test::glb(file.root.dump(), file.buffer)), {.animation = 0}));
  damage("a.glb", test::glb(file.root.dump(), file.buffer),
         [](const std::filesystem::path& damaged) { return read_scene(damaged, {.animation = 0}); });
}

TEST_F(DamagedFiles, OfRobotsAndTrajectoriesAreSurvived) {
  const std::string urdf =
      "<robot name=\"r\"><link name=\"a\"><collision><origin xyz=\"0 0 1\" rpy=\"0 1 0\"/><geometry><box size=\"1 2 "
      "3\"/></geometry></collision></link>"
      "<link name=\"b\"/><link name=\"c\"/><joint name=\"j\" type=\"revolute\"><parent link=\"a\"/><child link=\"b\"/><axis "
      "xyz=\"0 0 1\"/>"
      "<limit lower=\"-1\" upper=\"1\"/></joint><joint name=\"k\" type=\"prismatic\"><parent link=\"b\"/><child link=\"c\"/><mimic "
      "joint=\"j\"/></joint></robot>";
  damage("r.urdf", urdf, [](const std::filesystem::path& file) { return read_urdf(file); });
  const auto model = read_urdf(write("whole.urdf", urdf));
  ASSERT_TRUE(model) << model.error().message;
  damage("r.srdf",
         "<robot><disable_collisions link1=\"a\" link2=\"b\" reason=\"x\"/><group_state name=\"n\" group=\"g\"><joint name=\"j\" "
         "value=\"1\"/></group_state></robot>",
         [&](const std::filesystem::path& file) { return read_srdf(file, *model); });
  damage("t.json", R"({"joints": ["j"], "times": [0, 1], "positions": [[0], [1]], "velocities": [[0], [0]]})",
         [](const std::filesystem::path& file) { return read_trajectory(file); });
  damage("t.csv", "time,j,k\n0,1,2\n0.5,3,4\n", [](const std::filesystem::path& file) { return read_trajectory(file); });
}

}  // namespace
}  // namespace graze
