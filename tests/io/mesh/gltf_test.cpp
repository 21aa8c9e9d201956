/// glTF and GLB: where bytes come from, where meshes stand, and what is refused.

#include <filesystem>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <graze/mesh_file.h>

#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::glb;
using test::gltf_buffer;
using test::gltf_json;
using test::tetrahedron;

class MeshGltf : public test::TempFiles {
 protected:
  std::string why_glb(const std::string& more, const std::string& primitive = R"("mode":4)") const {
    return why("a.glb", glb(gltf_json("", more, primitive), gltf_buffer(tetrahedron())));
  }
  Result<TriangleMesh> read_glb(const std::string& more, const std::string& primitive = R"("mode":4)") const {
    return read("a.glb", glb(gltf_json("", more, primitive), gltf_buffer(tetrahedron())));
  }
};

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

TEST_F(MeshGltf, ReadsTheBinaryChunkAFileBesideAndADataUri) {
  write("bytes and more.bin", gltf_buffer(tetrahedron()));
  const auto chunk = read_glb("");
  const auto beside = read("b.gltf", gltf_json(R"("uri":"bytes%20and%20more.bin",)"));
  const auto inside = read(
      "c.gltf", gltf_json("\"uri\":\"data:application/octet-stream;base64,"
                          "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAA/AAACAAEAAAABAAMAAAADAAIAAQACAAMA\","));
  for (const auto* mesh : {&chunk, &beside, &inside}) {
    ASSERT_TRUE(*mesh) << mesh->error().message;
    EXPECT_TRUE(test::same_mesh(**mesh, tetrahedron()));
  }
}

TEST_F(MeshGltf, PlacesMeshesThroughTheHierarchyAndTurnsMirroredOnes) {
  const auto mesh = read_glb(R"(,"scene":1,"scenes":[{"nodes":[2]},{"nodes":[0]}],"nodes":[
      {"children":[1],"matrix":[1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1]},
      {"mesh":0,"scale":[-2,1,1],"rotation":[0,0,0.7071067811865476,0.7071067811865476],"translation":[1,0,0]},
      {"mesh":0}])");
  ASSERT_TRUE(mesh) << mesh.error().message;
  ASSERT_EQ(mesh->triangles.size(), 4U);
  // (1,0,0) is scaled to (-2,0,0), turned to (0,-2,0), moved to (11,18,30).
  EXPECT_NEAR((mesh->vertices[1] - Vec3(11, 18, 30)).norm(), 0, 1e-14);
  EXPECT_EQ(mesh->triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
}

TEST_F(MeshGltf, ShowsAllNodesWithoutAScene) {
  const auto mesh = read_glb(R"(,"nodes":[{"mesh":0},{"mesh":0,"translation":[5,0,0]}])");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 8U);
}

TEST_F(MeshGltf, ReadsStripsAndFans) {
  const auto strip = read_glb("", R"("mode":5)");
  const auto fan = read_glb("", R"("mode":6)");
  ASSERT_TRUE(strip && fan);
  EXPECT_EQ(strip->triangles.size(), 10U);
  // Corners 0 2 1 0 1 3...: the second triangle of a strip is turned.
  EXPECT_EQ(strip->triangles[1], (std::array<std::uint32_t, 3>{2, 0, 1}));
  EXPECT_EQ(fan->triangles[2], (std::array<std::uint32_t, 3>{0, 0, 1}));
}

TEST_F(MeshGltf, ReplacesSparseElements) {
  std::string json = gltf_json();
  json = replaced(json, R"("byteLength":72)", R"("byteLength":88)");
  json = replaced(json, R"({"buffer":0,"byteOffset":48,"byteLength":24}])",
                  R"({"buffer":0,"byteOffset":48,"byteLength":24},{"buffer":0,"byteOffset":72,"byteLength":16}])");
  json = replaced(json, R"("max":[1,2,0.5])",
                  R"("max":[1,2,7],"sparse":{"count":1,"indices":{"bufferView":2,"componentType":5121},)"
                  R"("values":{"bufferView":2,"byteOffset":4}})");
  std::string buffer = gltf_buffer(tetrahedron()) + std::string("\x03\0\0\0", 4);
  for (const float x : {0.F, 0.F, 7.F}) buffer += test::bytes_of(x);
  const auto mesh = read("a.glb", glb(json, buffer));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[3], Vec3(0, 0, 7));
  EXPECT_EQ(mesh->vertices[2], Vec3(0, 2, 0));
}

TEST_F(MeshGltf, ReadsNormalizedIntegersWhereQuantizationIsDeclared) {
  std::string json = gltf_json("", R"(,"extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"])");
  json = replaced(json, R"("componentType":5126,"count":4,"type":"VEC3","min":[0,0,0],"max":[1,2,0.5])",
                  R"("componentType":5122,"count":4,"type":"VEC3","normalized":true)");
  json = replaced(json, R"({"buffer":0,"byteLength":48})", R"({"buffer":0,"byteLength":48,"byteStride":12})");
  std::string buffer = gltf_buffer(tetrahedron());
  buffer.replace(12, 6,
                 test::bytes_of(std::int16_t{32767}) + test::bytes_of(std::int16_t{-32768}) + test::bytes_of(std::int16_t{0}));
  const auto mesh = read("a.glb", glb(json, buffer));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[1], Vec3(1, -1, 0));
}

TEST_F(MeshGltf, ForgivesBoundsOfSixDigitsAndRefusesWorse) {
  const auto with_maximum = [&](const std::string& maximum) {
    return why("a.glb",
               glb(replaced(gltf_json(), R"("max":[1,2,0.5])", "\"max\":[1," + maximum + ",0.5]"), gltf_buffer(tetrahedron())));
  };
  EXPECT_EQ(with_maximum("1.99999"), "accepted");
  EXPECT_EQ(with_maximum("1.9999"), "a.glb: accessors[0]: max[1]: 1.9999 is declared, 2 is found");
  EXPECT_EQ(with_maximum("3"), "accepted");
}

TEST_F(MeshGltf, RefusesRotationsThatAreNoUnitQuaternions) {
  EXPECT_EQ(why_glb(R"(,"nodes":[{"rotation":[0,0,0.707,0.707]}])"), "accepted");
  EXPECT_EQ(why_glb(R"(,"nodes":[{"rotation":[0,0,1,1]}])"), "a.glb: nodes[0]: rotation: is not a unit quaternion");
}

TEST_F(MeshGltf, RefusesHierarchiesThatAreNoForest) {
  EXPECT_EQ(why_glb(R"(,"nodes":[{"children":[1]},{"children":[0]}])"), "a.glb: nodes: some are their own ancestors");
  EXPECT_EQ(why_glb(R"(,"nodes":[{"children":[0]}])"), "a.glb: nodes: some are their own ancestors");
  EXPECT_EQ(why_glb(R"(,"nodes":[{"children":[2]},{"children":[2]},{}])"),
            "a.glb: nodes[1]: its child nodes[2] has another parent too");
  EXPECT_EQ(why_glb(R"(,"scenes":[{"nodes":[1]}],"nodes":[{"children":[1]},{}])"),
            "a.glb: scenes[0]: holds a node that is a child");
}

TEST_F(MeshGltf, RefusesWhatItWouldReadWrongly) {
  EXPECT_EQ(why_glb(R"(,"extensionsUsed":["KHR_draco_mesh_compression"],"extensionsRequired":["KHR_draco_mesh_compression"])"),
            "a.glb: requires the extension KHR_draco_mesh_compression, which is not read");
  EXPECT_EQ(why_glb("", R"("extensions":{"KHR_draco_mesh_compression":{}})"),
            "a.glb: meshes[0].primitives[0]: Draco compression is not read");
  EXPECT_EQ(why_glb(R"(,"nodes":[{"mesh":0,"scale":[1e308,1e308,1e308],"translation":[1e308,1e308,1e308]}])"),
            "a.glb: meshes[0].primitives[0]: vertex 1 has a coordinate that is not finite");
  EXPECT_EQ(why_glb(R"(,"nodes":[{"mesh":0,"weights":[0.5]}])"), "a.glb: nodes[0]: weights: morph targets are not read");
  EXPECT_EQ(why("a.gltf", gltf_json()),
            "a.gltf: meshes[0].primitives[0]: accessors[0]: the bytes are not available: its buffer has no uri, "
            "and there is no binary chunk for it");
  EXPECT_EQ(why("a.gltf", gltf_json(R"("uri":"none.bin",)")),
            "a.gltf: buffers[0]: none.bin: cannot open: No such file or directory");
}

TEST_F(MeshGltf, RefusesIndicesOutOfRangeAndRestarts) {
  std::string buffer = gltf_buffer(tetrahedron());
  buffer.replace(48, 2, test::bytes_of(std::uint16_t{4}));
  EXPECT_EQ(why("a.glb", glb(gltf_json(), buffer)),
            "a.glb: meshes[0].primitives[0]: vertex index 4 is out of range, there are 4 vertices");
  buffer.replace(48, 2, test::bytes_of(std::uint16_t{0xffff}));
  EXPECT_EQ(why("a.glb", glb(gltf_json(), buffer)), "a.glb: meshes[0].primitives[0]: index 65535 is the primitive restart value");
}

TEST_F(MeshGltf, RefusesAccessorsAndViewsThatReachTooFar) {
  const std::string buffer = gltf_buffer(tetrahedron());
  EXPECT_EQ(why("a.glb", glb(replaced(gltf_json(), R"("count":4)", R"("count":5)"), buffer)),
            "a.glb: accessors[0]: 5 elements do not fit into a bufferView of 48 bytes");
  EXPECT_EQ(why("a.glb", glb(replaced(gltf_json(), R"("count":4)", R"("count":9007199254740991)"), buffer)),
            "a.glb: accessors[0]: 9007199254740991 elements do not fit into a bufferView of 48 bytes");
  EXPECT_EQ(why("a.glb", glb(replaced(gltf_json(), R"("byteOffset":48)", R"("byteOffset":49)"), buffer)),
            "a.glb: bufferViews[1]: 24 bytes from 49 on do not fit into a buffer of 72 bytes");
  EXPECT_EQ(why("a.glb", glb(replaced(gltf_json(), R"("bufferView":0,)", ""), buffer)), "accepted");
  EXPECT_EQ(
      why("a.glb", glb(replaced(replaced(gltf_json(), R"("bufferView":0,)", ""), R"("count":4)", R"("count":4000000000)"), buffer)),
      "a.glb: meshes[0].primitives[0]: accessors[0]: 4000000000 elements without bytes");
}

TEST_F(MeshGltf, SurvivesDeepNesting) {
  const std::string deep = std::string(200'000, '[') + std::string(200'000, ']');
  EXPECT_EQ(why("a.gltf", R"({"asset":{"version":"2.0"},"extras":)" + deep + "}"), "accepted");
  EXPECT_NE(why("a.gltf", R"({"asset":)" + deep + "}"), "accepted");
}

/// A model comes from anywhere. What its names may open is its own folder, whatever way they are spelt.
TEST_F(MeshGltf, OpensNothingOutsideItsFolder) {
  namespace fs = std::filesystem;
  fs::create_directories(path("in/below"));
  fs::create_directories(path("inside_out"));
  const std::string bytes = test::gltf_buffer(tetrahedron());
  for (const char* name : {"secret.bin", "in/beside.bin", "in/below/deep.bin", "inside_out/a.bin"}) write(name, bytes);
  fs::create_symlink("../secret.bin", path("in/link.bin"));
  fs::create_symlink("..", path("in/up"));
  fs::create_symlink("below/deep.bin", path("in/link_down.bin"));
  write("in/a\\b.bin", bytes);
  const auto said = [&](const std::string& uri) {
    return why("in/a.gltf", gltf_json(fmt::format("\"uri\":{},", nlohmann::json(uri).dump())));
  };
  for (const char* uri :
       {"beside.bin", "./beside.bin", "below/deep.bin", "below/../beside.bin", "below%2Fdeep.bin", "link_down.bin"})
    EXPECT_EQ(said(uri), "accepted") << uri;
  const std::string absolute = path("secret.bin").string();
  for (const std::string& uri : {std::string("../secret.bin"), std::string("%2e%2e/secret.bin"), std::string("%2E%2E%2fsecret.bin"),
                                 std::string(".%2e/secret.bin"), std::string("below/../../secret.bin"),
                                 std::string("..%5csecret.bin"), std::string("..\\secret.bin"), absolute, "%2f" + absolute,
                                 std::string("link.bin"), std::string("up/secret.bin"), std::string("../inside_out/a.bin"),
                                 std::string("a\\b.bin"), std::string("../in/beside.bin"), std::string("../not there.bin")}) {
    const std::string message = said(uri);
    EXPECT_TRUE(message.starts_with("in/a.gltf: meshes[0].primitives[0]: accessors[0]: the bytes are not available: its buffer \""))
        << message;
    EXPECT_TRUE(message.ends_with("\" is not beside the glTF file, and is not fetched")) << message;
  }
}

}  // namespace
}  // namespace graze
