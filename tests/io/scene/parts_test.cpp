/// Files of several parts, folders and lists of files: a body each, with its name.

#include <gtest/gtest.h>

#include <graze/scene_file.h>

#include "io/mesh/samples.h"
#include "io/mesh/temp.h"

namespace graze {
namespace {

class SceneParts : public test::TempFiles {
 protected:
  static std::vector<std::string> names(const Result<SceneFile>& scene) {
    EXPECT_TRUE(scene) << scene.error().message;
    std::vector<std::string> found;
    if (scene) {
      for (const SceneBody& body : scene->bodies) found.push_back(body.name);
    }
    return found;
  }
};

using Names = std::vector<std::string>;

constexpr std::string_view grouped_obj =
    "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\ng left wheel\nf 1 2 3\nv 5 0 0\nv 6 0 0\nv 5 1 0\no box\nf 4 5 6\ng left wheel\nf 3 2 "
    "1\ng empty\n";

TEST_F(SceneParts, SplitsGroupsOfObjWhenAsked) {
  const auto file = write("a.obj", grouped_obj);
  EXPECT_EQ(names(read_scene(file)), (Names{"a.obj"}));
  const auto split = read_scene(file, {.split = true});
  ASSERT_EQ(names(split), (Names{"a.obj", "left wheel", "box"}));
  EXPECT_EQ(split->bodies[1].parts[0].geometry.mesh()->triangles.size(), 2U);
  EXPECT_EQ(split->bodies[2].parts[0].geometry.mesh()->vertices.size(), 3U);
  EXPECT_EQ(split->bodies[2].parts[0].geometry.mesh()->vertices[0], Vec3(5, 0, 0));
  EXPECT_FALSE(split->bodies[2].parts[0].solid);  // it has open edges
}

TEST_F(SceneParts, MakesABodyOfEachBuiltItemAndKeepsTheUnit) {
  const std::string object = test::threemf_object(1, test::tetrahedron());
  std::string named = object;
  named.replace(named.find("id=\"1\""), 6, "id=\"2\" name=\"lid\"");
  const std::string items =
      "<item objectid=\"1\"/><item objectid=\"2\" transform=\"1 0 0 0 1 0 0 0 1 9 0 0\"/><item objectid=\"2\"/>";
  test::write_zip(path("a.3mf"), {{"3D/3dmodel.model", test::threemf_model(object + named, items)}});
  const auto scene = read_scene(path("a.3mf"));
  ASSERT_EQ(names(scene), (Names{"object1", "lid", "lid#2"}));
  EXPECT_EQ(scene->units, "mm");
  EXPECT_EQ(scene->bodies[1].parts[0].geometry.mesh()->vertices[0], Vec3(9, 0, 0));
  EXPECT_TRUE(scene->bodies[1].parts[0].solid);
  const auto metres = read_scene(path("a.3mf"), {.mesh = {.to_metres = true}});
  ASSERT_TRUE(metres);
  EXPECT_EQ(metres->units, "m");
  EXPECT_NEAR(metres->bodies[1].parts[0].geometry.mesh()->vertices[0].x(), 0.009, 1e-17);
}

TEST_F(SceneParts, TakesCompressedFilesAsTheyAreInside) {
  std::filesystem::create_directory(path("folder"));
  write("folder/a.obj.gz", test::gzipped(std::string(grouped_obj)));
  write("folder/b.obj", grouped_obj);
  write("folder/notes.txt.gz", test::gzipped("no mesh"));
  EXPECT_EQ(names(read_scene(path("folder"))), (Names{"a.obj.gz", "b.obj"}));
  EXPECT_EQ(names(read_scene(path("folder/a.obj.gz"))), (Names{"a.obj.gz"}));
  EXPECT_EQ(names(read_scene(path("folder/a.obj.gz"), {.split = true})), (Names{"a.obj.gz", "left wheel", "box"}));
  const auto scene = write("s.json.gz", test::gzipped(R"({"bodies": [{"name": "ball", "type": "sphere", "c": [0,0,0], "r": 1}]})"));
  EXPECT_EQ(names(read_scene(scene)), (Names{"ball"}));
  const auto machine = write("m.glb.gz", test::gzipped(test::glb(test::gltf_json(), test::gltf_buffer(test::tetrahedron()))));
  EXPECT_EQ(names(read_scene(machine)).size(), 1U);
  EXPECT_EQ(read_scene(machine)->units, "m");
  const auto package = write("p.3mf.gz", test::gzipped("PK\x03\x04"));
  EXPECT_NE(read_scene(package).error().message.find("a 3MF package must be a file of its own"), std::string::npos);
}

TEST_F(SceneParts, TakesFoldersAndSeveralFilesTogether) {
  std::filesystem::create_directories(path("parts"));
  write("parts/b.obj", grouped_obj);
  write("parts/a.stl", test::stl_binary(test::tetrahedron()));
  write("parts/readme.txt", "not a mesh");
  EXPECT_EQ(names(read_scene(path("parts"))), (Names{"a.stl", "b.obj"}));
  write(
      "s.json",
      R"({"units": "cm", "bodies": [{"name": "b.obj", "type": "sphere", "c": [0,0,0], "r": 1}, {"name": "x", "type": "point", "p": [0,0,0]}],
                      "exclude": [["b.obj", "x"]]})");
  const std::vector<std::filesystem::path> paths = {path("parts"), path("s.json")};
  const auto both = read_scene(paths);
  ASSERT_EQ(names(both), (Names{"a.stl", "b.obj", "b.obj#2", "x"}));
  EXPECT_EQ(both->units, "cm");
  EXPECT_EQ(both->exclude.at(0)[0], "b.obj#2");
  write("t.json", R"({"units": "m", "bodies": []})");
  const std::vector<std::filesystem::path> at_odds = {path("s.json"), path("t.json")};
  EXPECT_EQ(read_scene(at_odds).error().message, path("t.json").string() + ": is in m, the files before it in cm");
}

TEST_F(SceneParts, PlacesTheLinksOfARobotWhereItsJointsRest) {
  const auto file =
      write("r.urdf",
            "<robot name=\"r\"><link name=\"base\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>"
            "<link name=\"tip\"><collision><geometry><box size=\"1 1 1\"/></geometry></collision></link>"
            "<joint name=\"j\" type=\"prismatic\"><parent link=\"base\"/><child link=\"tip\"/><origin xyz=\"0 0 2\"/>"
            "<limit lower=\"0.5\" upper=\"1\"/></joint></robot>");
  const auto scene = read_scene(file);
  ASSERT_EQ(names(scene), (Names{"base", "tip"}));
  EXPECT_EQ(scene->bodies[1].pose.translation, Vec3(0.5, 0, 2));
  EXPECT_EQ(scene->exclude.size(), 1U);
}

TEST_F(SceneParts, SaysWhyThereIsNoScene) {
  std::filesystem::create_directories(path("empty"));
  EXPECT_EQ(read_scene(path("empty")).error().message, path("empty").string() + ": holds no mesh files");
  EXPECT_FALSE(read_scene(path("nowhere.glb")));
  EXPECT_FALSE(read_scene(std::span<const std::filesystem::path>{}));
  EXPECT_FALSE(read_scene(write("a.dat", "hello")));
  const auto lines = read_scene(write("lines.obj", "v 0 0 0\nv 1 0 0\nl 1 2\n"));
  ASSERT_TRUE(lines) << lines.error().message;
  EXPECT_TRUE(lines->bodies.empty());
  ASSERT_EQ(lines->notes.size(), 1U);
}

}  // namespace
}  // namespace graze
