/// The structure of glTF files: the container, the JSON, required properties, ranges, references, with the place of each mistake.

#include <cmath>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/bytes.h"
#include "io/mesh/gltf_document.h"
#include "io/mesh/gltf_sample.h"
#include "io/mesh/gltf_schema.h"

namespace graze {
namespace {

using io::read_gltf;
using test::bytes_of;
using test::GltfFile;
using test::json;
using test::tetrahedron;
using test::verdict;

std::string whole_glb() { return test::glb(test::gltf_json(), test::gltf_buffer(tetrahedron())); }

TEST(Glb, ContainerNamesThePlaceOfAMistake) {
  const std::string glb = whole_glb();
  const auto json_bytes = io::load<std::uint32_t>(glb.data() + 12);
  const std::size_t binary = 20 + json_bytes;
  const auto changed = [&](std::size_t at, std::uint32_t number) {
    return verdict(read_gltf, std::string(glb).replace(at, 4, bytes_of(number)));
  };
  EXPECT_EQ(verdict(read_gltf, glb), "fine");
  EXPECT_EQ(verdict(read_gltf, glb.substr(0, 11)), " byte 11: cut off inside the GLB header");
  EXPECT_EQ(changed(4, 1), " byte 4: GLB version 1 is not read, only version 2");
  EXPECT_EQ(changed(8, 12), fmt::format(" byte 8: the header says 12 bytes, the file has {}", glb.size()));
  EXPECT_EQ(verdict(read_gltf, glb + "    "),
            fmt::format(" byte 8: the header says {} bytes, the file has {}", glb.size(), glb.size() + 4));
  EXPECT_EQ(changed(12, json_bytes + 1), fmt::format(" byte 12: a chunk of {} bytes is not a multiple of 4", json_bytes + 1));
  EXPECT_EQ(changed(12, json_bytes + 2), fmt::format(" byte 12: a chunk of {} bytes is not a multiple of 4", json_bytes + 2));
  EXPECT_EQ(changed(12, 0xfffffffc), " byte 12: a chunk of 4294967292 bytes does not fit into the file");
  EXPECT_EQ(changed(16, 0x004E4942), " byte 12: the first chunk, and no other, must be JSON");
  EXPECT_EQ(changed(binary + 4, 0x4E4F534A), fmt::format(" byte {}: the first chunk, and no other, must be JSON", binary));
  EXPECT_EQ(verdict(read_gltf, "glTF" + bytes_of(2U) + bytes_of(12U)), " byte 12: no JSON chunk");
  EXPECT_EQ(verdict(read_gltf, "glTF" + bytes_of(2U) + bytes_of(16U) + bytes_of(0U)), " byte 12: cut off inside a chunk header");
}

TEST(Glb, MayHaveChunksOfOtherKindsAfterTheFirst) {
  const auto with = [](const std::string& after) {
    std::string glb = whole_glb() + after;
    return verdict(read_gltf, glb.replace(8, 4, bytes_of(static_cast<std::uint32_t>(glb.size()))));
  };
  EXPECT_EQ(with(bytes_of(4U) + "ABCD" + "data"), "fine");
  EXPECT_NE(with(bytes_of(4U) + std::string("BIN\0", 4) + "data").find("the binary chunk must be the second one"),
            std::string::npos);
}

TEST(GltfJson, GivesNoFieldTwiceInOneObject) {
  const std::string text = test::gltf_json();
  const auto with = [&](const std::string& more) {
    return verdict(read_gltf, test::glb(text.substr(0, text.rfind('}')) + more + "}", test::gltf_buffer(tetrahedron())));
  };
  EXPECT_EQ(with(""), "fine");
  EXPECT_EQ(with(R"(, "extras": {"a": 1, "b": [{"a": 1}, {"a": 2}]})"), "fine");
  std::string many = "{}";
  for (int i = 0; i < 300'000; ++i) many += ",{}";
  EXPECT_EQ(with(", \"extras\": [" + many + "]"), "fine");  // in a time that does not grow with the square
  EXPECT_EQ(with(R"(, "asset": {"version": "2.0"})"), " \"asset\" is given twice in one object");
  EXPECT_EQ(with(R"(, "extras": [{"b": 1, "a": 2, "b": 3}])"), " \"b\" is given twice in one object");
}

TEST(GltfJson, NamesTheLineOrTheByteWhereItBreaks) {
  EXPECT_EQ(verdict(read_gltf, "{\n\"asset\":\n}"),
            "3: not valid JSON: syntax error while parsing value - unexpected '}'; expected '[', '{', or a literal");
  EXPECT_EQ(verdict(read_gltf,
                    "\xEF\xBB\xBF"
                    R"({"asset":{"version":"2.0"}})"),
            "fine")
      << "a mark of the byte order";
  std::string marked = test::glb(
      "\xEF\xBB\xBF"
      R"({"asset":{"version":"2.0"}})",
      "");
  EXPECT_EQ(verdict(read_gltf, marked), " byte 20: a byte order mark in front of the JSON");
  EXPECT_TRUE(verdict(read_gltf, test::glb(R"({"asset":{,)", "")).starts_with(" byte 30: not valid JSON: ")) << "the comma";
  EXPECT_TRUE(verdict(read_gltf, "{\"a\":\"\n\"}").starts_with("1: not valid JSON: ")) << "a line end in a string";
  EXPECT_TRUE(verdict(read_gltf, "{\n\n").starts_with("3: not valid JSON: ")) << "the end of the text";
  EXPECT_EQ(verdict(read_gltf, "[]"), " the JSON is not an object");
}

/// The parser reports these by another exception than mistakes of syntax.
TEST(GltfJson, RefusesNumbersThatNoDoubleCanHold) {
  const std::string reason = "not valid JSON: a number beyond the range of doubles";
  EXPECT_EQ(verdict(read_gltf, R"({"asset":{"version":"2.0"},"x":1e999})"), "1: " + reason);
  EXPECT_EQ(verdict(read_gltf, "{\"asset\":{\"version\":\"2.0\"},\n\"x\":\n[1,-1e400]}"), "3: " + reason);
  const std::string start = R"({"asset":{"version":"2.0"},"x":)";
  EXPECT_EQ(verdict(read_gltf, test::glb(start + "1e999}", "")), fmt::format(" byte {}: {}", 20 + start.size() + 4, reason));
  EXPECT_EQ(verdict(read_gltf, R"({"asset":{"version":"2.0"},"x":1e-999,"y":1e308})"), "fine") << "underflow is zero";
}

/// Each a change of the tetrahedron's document, and what is said about it.
TEST(GltfSchema, NamesTheFirstThingThatIsWrong) {
  const std::vector<std::tuple<std::string, json, std::string>> table{
      {"/asset", 3, "asset: must be an object"},
      {"/asset/version", 2, "asset.version: must be a string"},
      {"/asset/version", "1.0", "asset.version: \"1.0\" is not read, only 2.x"},
      {"/asset/version", "2.1", "fine"},
      {"/asset/minVersion", "2.0", "fine"},
      {"/asset/minVersion", "2.1", "asset.minVersion: \"2.1\" is newer than 2.0"},
      {"/asset/name", 1, "asset.name: must be a string"},
      {"/buffers", json::array(), "buffers: must not be empty"},
      {"/buffers", json::object(), "buffers: must be an array"},
      {"/buffers/0/byteLength", 0, "buffers[0].byteLength: 0 is out of range"},
      {"/buffers/0/byteLength", -1, "buffers[0].byteLength: must be a whole number that is not negative"},
      {"/buffers/0/byteLength", 72.5, "buffers[0].byteLength: must be a whole number that is not negative"},
      {"/buffers/0/byteLength", 72.0, "fine"},
      {"/buffers/0/uri", 7, "buffers[0].uri: must be a string"},
      {"/bufferViews/0/buffer", 1, "bufferViews[0].buffer: there is no buffers[1]"},
      {"/bufferViews/0/buffer", -1, "bufferViews[0].buffer: must be an index"},
      {"/bufferViews/0/target", 34963, "fine"},
      {"/bufferViews/0/target", 34964, "bufferViews[0].target: 34964 is out of range"},
      {"/bufferViews/0/target", 34961, "bufferViews[0].target: 34961 is out of range"},
      {"/accessors/0/bufferView", 2, "accessors[0].bufferView: there is no bufferViews[2]"},
      {"/accessors/0/count", 0, "accessors[0].count: 0 is out of range"},
      {"/accessors/0/count", 1e300, "accessors[0].count: must be a whole number that is not negative"},
      {"/accessors/0/type", 3, "accessors[0].type: must be a string"},
      {"/accessors/0/normalized", 1, "accessors[0].normalized: must be true or false"},
      {"/accessors/0/min", {0, "0", 0}, "accessors[0].min[1]: must be a number"},
      {"/accessors/0/extensions", 1, "accessors[0].extensions: must be an object"},
      {"/accessors/0/extensions", {{"A", 1}}, "accessors[0].extensions.A: must be an object"},
      {"/meshes/0/primitives", json::array(), "meshes[0].primitives: must not be empty"},
      {"/meshes/0/primitives/0/attributes", json::object(),
       "meshes[0].primitives[0].attributes: must be an object with properties"},
      {"/meshes/0/primitives/0/attributes/POSITION", 2, "meshes[0].primitives[0].attributes.POSITION: there is no accessors[2]"},
      {"/meshes/0/primitives/0/indices", 2, "meshes[0].primitives[0].indices: there is no accessors[2]"},
      {"/meshes/0/primitives/0/mode", 7, "meshes[0].primitives[0].mode: 7 is out of range"},
      {"/meshes/0/primitives/0/material", 0, "meshes[0].primitives[0].material: there is no materials[0]"},
      {"/meshes/0/primitives/0/targets",
       {{{"POSITION", 9}}},
       "meshes[0].primitives[0].targets[0].POSITION: there is no accessors[9]"},
      {"/nodes", {{{"mesh", 1}}}, "nodes[0].mesh: there is no meshes[1]"},
      {"/nodes", {{{"children", {1}}}}, "nodes[0].children[0]: there is no nodes[1]"},
      {"/nodes", {{{"children", {1, 1}}}, json::object()}, "nodes[0].children[1]: is repeated"},
      {"/nodes", {{{"matrix", {1, 0, 0}}}}, "nodes[0].matrix: must have 16 items"},
      {"/nodes", {{{"rotation", {0, 0, 1}}}}, "nodes[0].rotation: must have 4 items"},
      {"/nodes", {{{"scale", {1, 1, "1"}}}}, "nodes[0].scale[2]: must be a number"},
      {"/nodes", {{{"camera", 0}}}, "nodes[0].camera: there is no cameras[0]"},
      {"/scene", 0, "scene: there is no scenes[0]"},
      {"/scenes", {{{"nodes", {0}}}}, "scenes[0].nodes[0]: there is no nodes[0]"},
      {"/extensionsUsed", {"A", "A"}, "extensionsUsed[1]: is repeated"},
      {"/extensionsRequired", {"A"}, "extensionsRequired: \"A\" is missing from extensionsUsed"},
      {"/skins", {{{"skeleton", 0}}}, "skins[0].skeleton: there is no nodes[0]"},
      {"/skins", json::array({json::object()}), "skins[0].joints: is missing"},
      {"/animations", {{{"channels", json::array()}}}, "animations[0].channels: must not be empty"},
      {"/cameras", json::array({json::object()}), "cameras[0].type: is missing"},
      {"/images", {{{"bufferView", 2}}}, "images[0].bufferView: there is no bufferViews[2]"},
      {"/textures", {{{"source", 0}}}, "textures[0].source: there is no images[0]"},
      {"/materials",
       {{{"pbrMetallicRoughness", {{"baseColorTexture", json::object()}}}}},
       "materials[0].pbrMetallicRoughness.baseColorTexture.index: is missing"},
      {"/materials", {{{"emissiveFactor", {1, 1}}}}, "materials[0].emissiveFactor: must have 3 items"},
      {"/materials", {{{"alphaCutoff", "0"}}}, "materials[0].alphaCutoff: must be a number"},
      {"/extras", {{"anything", {1, "two"}}}, "fine"},
      {"/unknown", 3, "fine"},
  };
  for (const auto& [place, value, expected] : table) EXPECT_EQ(test::verdict_with(place, value), expected) << place << " " << value;
}

TEST(GltfSchema, MissesWhatIsRequired) {
  for (const std::string place : {"/asset", "/asset/version", "/buffers/0/byteLength", "/bufferViews/0/buffer",
                                  "/bufferViews/1/byteLength", "/accessors/0/componentType", "/accessors/0/count",
                                  "/accessors/1/type", "/meshes/0/primitives", "/meshes/0/primitives/0/attributes"}) {
    GltfFile file;
    const json::json_pointer pointer(place);
    file.root[pointer.parent_pointer()].erase(pointer.back());
    std::string named;  // "/a/0/b" as "a[0].b"
    for (json::json_pointer at = pointer; !at.empty(); at.pop_back()) {
      const bool is_number = at.back().find_first_not_of("0123456789") == std::string::npos;
      named = (is_number ? "[" + at.back() + "]" : (at.parent_pointer().empty() ? "" : ".") + at.back()) + named;
    }
    EXPECT_EQ(file.verdict(), named + ": is missing");
  }
}

TEST(GltfSchema, TakesWholeNumbersHoweverTheyAreWritten) {
  EXPECT_EQ(io::whole_number(json::parse("2")), 2U);
  EXPECT_EQ(io::whole_number(json::parse("2.0")), 2U);
  EXPECT_EQ(io::whole_number(json::parse("20e-1")), 2U);
  EXPECT_EQ(io::whole_number(json::parse("-0.0")), 0U);
  EXPECT_EQ(io::whole_number(json::parse("9007199254740991.0")), 9007199254740991U);
  EXPECT_EQ(io::whole_number(json::parse("9007199254740992.0")), std::nullopt) << "where doubles skip numbers";
  EXPECT_EQ(io::whole_number(json::parse("18446744073709551615")), 18446744073709551615U);
  for (const char* text : {"-1", "0.5", "1e300", "true", "\"2\"", "null", "[2]"})
    EXPECT_EQ(io::whole_number(json::parse(text)), std::nullopt) << text;
}

TEST(GltfAttributes, AreThoseOfTheStandardNumberedWithoutGaps) {
  const auto with = [](const std::string& name) {
    GltfFile file;
    file["/meshes/0/primitives/0/attributes/" + name] = 0;
    return file.verdict();
  };
  const std::string place = "meshes[0].primitives[0]: attributes.";
  for (const char* name : {"NORMAL", "TANGENT", "TEXCOORD_0", "COLOR_0", "JOINTS_0", "WEIGHTS_0", "_MINE", "_"})
    EXPECT_EQ(with(name), "fine") << name;
  for (const char* name : {"position", "TEXCOORD", "TEXCOORD_", "TEXCOORD_x", "TEXCOORD_-1", "COLOR", "MINE"})
    EXPECT_EQ(with(name), place + name + ": is not an attribute of glTF");
  EXPECT_EQ(with("TEXCOORD_1"), place + "TEXCOORD_1: is given without the one before it");
  EXPECT_EQ(with("COLOR_12"), place + "COLOR_12: is given without the one before it");
  GltfFile two;
  two["/meshes/0/primitives/0/attributes/TEXCOORD_0"] = 0;
  two["/meshes/0/primitives/0/attributes/TEXCOORD_1"] = 0;
  EXPECT_EQ(two.verdict(), "fine");
  GltfFile uneven;
  uneven["/meshes/0/primitives/0/attributes/NORMAL"] = 1;
  EXPECT_EQ(uneven.verdict(), place + "POSITION: has another count than the others");
}

TEST(GltfExtensions, AreReadOverOnlyWhereTheyMoveNothing) {
  const auto requiring = [](const std::string& name) {
    GltfFile file;
    file.root["extensionsUsed"] = file.root["extensionsRequired"] = {name};
    return file.verdict();
  };
  for (const char* name :
       {"KHR_materials_unlit", "KHR_texture_transform", "EXT_texture_webp", "KHR_lights_punctual", "KHR_mesh_quantization"})
    EXPECT_EQ(requiring(name), "fine") << name;
  for (const char* name : {"KHR_draco_mesh_compression", "EXT_meshopt_compression", "EXT_mesh_gpu_instancing", "KHR_unheard_of"})
    EXPECT_EQ(requiring(name), fmt::format("requires the extension {}, which is not read", name));
}

}  // namespace
}  // namespace graze
