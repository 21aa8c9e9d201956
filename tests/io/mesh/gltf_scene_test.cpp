/// Where glTF gets its bytes from, and where it puts its meshes.

#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include "io/mesh/gltf_sample.h"

namespace graze {
namespace {

using io::read_gltf;
using test::GltfFile;
using test::json;
using test::tetrahedron;
using test::verdict;

std::string with_uri(const std::string& uri) {
  json root = json::parse(test::gltf_json());
  root["buffers"][0]["uri"] = uri;
  return root.dump();
}

/// By the definition, six bits at a time.
std::string base64(const std::string& bytes, const std::string& last_digits = "+/") {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last_digits;
  std::string text;
  for (std::size_t bit = 0; bit < 8 * bytes.size(); bit += 6) {
    unsigned digit = 0;
    for (std::size_t k = bit; k < bit + 6; ++k)
      digit = 2 * digit + (k < 8 * bytes.size() ? static_cast<unsigned char>(bytes[k / 8]) >> (7 - k % 8) & 1U : 0U);
    text += digits[digit];
  }
  return text;
}

TEST(GltfDataUri, HoldsBytesInEveryWayOfWritingThem) {
  const std::string bytes = test::gltf_buffer(tetrahedron());
  std::string percent;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    percent += i % 2 == 0 ? fmt::format("%{:02x}", byte) : fmt::format("%{:02X}", byte);
  }
  for (const std::string& uri : {"data:application/octet-stream;base64," + base64(bytes), "data:;base64," + base64(bytes, "-_"),
                                 "data:application/gltf-buffer;base64," + base64(bytes + '\0') + "==", "data:," + percent}) {
    const auto mesh = test::read_bytes(read_gltf, with_uri(uri));
    ASSERT_TRUE(mesh) << mesh.error().message << uri;
    EXPECT_TRUE(test::same_mesh(*mesh, tetrahedron())) << uri;
  }
}

TEST(GltfDataUri, IsDecodedForEveryLength) {
  for (std::size_t length = 72; length < 80; ++length) {
    const std::string bytes = test::gltf_buffer(tetrahedron()) + std::string("\xfb\xef\xbe\xff\xfe\xfd\xfc").substr(0, length - 72);
    const std::string last_digits = length % 2 == 0 ? "+/" : "-_";
    json root = json::parse(with_uri("data:;base64," + base64(bytes, last_digits) + std::string((3 - length % 3) % 3, '=')));
    root["buffers"][0]["byteLength"] = length;
    EXPECT_EQ(verdict(read_gltf, root.dump()), "fine") << length;
    root["buffers"][0]["byteLength"] = length + 1;
    EXPECT_EQ(verdict(read_gltf, root.dump()), fmt::format(" buffers[0]: {} bytes are declared, {} are there", length + 1, length));
  }
}

TEST(GltfDataUri, IsRefusedWhereItIsNone) {
  const std::string text = base64(test::gltf_buffer(tetrahedron()));
  const std::string refusal = " buffers[0].uri: is not a valid data URI";
  EXPECT_EQ(verdict(read_gltf, with_uri("data:;base64")), refusal) << "no comma";
  EXPECT_EQ(verdict(read_gltf, with_uri("data:;base64," + text + "*")), refusal);
  EXPECT_EQ(verdict(read_gltf, with_uri("data:;base64," + text.substr(0, 40) + "=" + text.substr(40))), refusal)
      << "padding inside";
  EXPECT_EQ(verdict(read_gltf, with_uri("data:;base64," + text + "A")), refusal) << "six bits are no byte";
  EXPECT_EQ(verdict(read_gltf, with_uri("data:,%0")), refusal);
  EXPECT_EQ(verdict(read_gltf, with_uri("data:,%0g")), refusal);
  EXPECT_EQ(verdict(read_gltf, with_uri("data:,")), " buffers[0]: 72 bytes are declared, 0 are there");
}

TEST(GltfBuffers, ElsewhereAreNeededOnlyByGeometry) {
  for (const char* uri : {"http://example.org/a.bin", "file:///etc/passwd", "/etc/passwd", "//host/a.bin", "C:a.bin"}) {
    json root = json::parse(with_uri(uri));
    EXPECT_EQ(
        verdict(read_gltf, root.dump()),
        fmt::format(
            " meshes[0].primitives[0]: accessors[0]: the bytes are not available: its buffer \"{}\" is not beside the glTF file, "
            "and is not fetched",
            uri));
    root["nodes"] = {json::object()};  // which shows nothing
    EXPECT_EQ(verdict(read_gltf, root.dump()), "fine") << uri;
  }
  EXPECT_EQ(verdict(read_gltf, with_uri("%00.bin")), " buffers[0].uri: is not a valid file name");
  EXPECT_EQ(verdict(read_gltf, with_uri("a%2")), " buffers[0].uri: is not a valid file name");
  EXPECT_EQ(verdict(read_gltf, with_uri("")), " buffers[0].uri: is not a valid file name");
}

/// Of one vertex at (1, 2, 3), shown by the nodes: where the reader puts it.
std::vector<Vec3> shown(const json& nodes, const json& scenes = json::array(), int scene = -1) {
  GltfFile file;
  for (const auto& [at, x] : {std::pair{0, 1.F}, std::pair{4, 2.F}, std::pair{8, 3.F}})
    file.buffer.replace(static_cast<std::size_t>(at), 4, test::bytes_of(x));
  file["/accessors/0"] = {{"bufferView", 0}, {"componentType", 5126}, {"count", 1}, {"type", "VEC3"}};
  file["/accessors/1"] = {{"componentType", 5123}, {"count", 3}, {"type", "SCALAR"}};
  file.root["nodes"] = nodes;
  if (!scenes.empty()) file.root["scenes"] = scenes;
  if (scene >= 0) file.root["scene"] = scene;
  const auto mesh = file.read();
  EXPECT_TRUE(mesh) << mesh.error().message;
  return mesh ? mesh->vertices : std::vector<Vec3>{};
}

TEST(GltfScenes, AreChosenByNumberOrFirstOrNone) {
  const json nodes = {{{"mesh", 0}, {"translation", {10, 0, 0}}}, {{"mesh", 0}, {"translation", {20, 0, 0}}}};
  const json scenes = {{{"nodes", {0}}}, {{"nodes", {1}}}, {{"nodes", {0, 1}}}, json::object()};
  EXPECT_EQ(shown(nodes, scenes, 1), (std::vector<Vec3>{{21, 2, 3}}));
  EXPECT_EQ(shown(nodes, scenes, 2), (std::vector<Vec3>{{11, 2, 3}, {21, 2, 3}}));
  EXPECT_EQ(shown(nodes, scenes, 3), (std::vector<Vec3>{}));
  EXPECT_EQ(shown(nodes, scenes), (std::vector<Vec3>{{11, 2, 3}})) << "the first";
  EXPECT_EQ(shown(nodes), (std::vector<Vec3>{{11, 2, 3}, {21, 2, 3}})) << "all";
}

TEST(GltfNodes, ScaleFirstThenTurnThenMove) {
  const double half = std::sqrt(0.5);
  EXPECT_EQ(shown({{{"mesh", 0}, {"scale", {2, 3, 4}}, {"translation", {10, 20, 30}}}}), (std::vector<Vec3>{{12, 26, 42}}));
  const std::vector<Vec3> turned =
      shown({{{"mesh", 0}, {"scale", {2, 3, 4}}, {"rotation", {0, 0, half, half}}, {"translation", {10, 20, 30}}}});
  EXPECT_LT((turned.at(0) - Vec3(10 - 6, 20 + 2, 30 + 12)).norm(), 1e-13) << "a quarter turn about z takes (2, 6) to (-6, 2)";
  const json by_columns = {2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 10, 20, 30, 1};
  EXPECT_EQ(shown({{{"mesh", 0}, {"matrix", by_columns}}}), (std::vector<Vec3>{{12, 26, 42}}));
  const json shear = {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
  EXPECT_EQ(shown({{{"mesh", 0}, {"matrix", shear}}}), (std::vector<Vec3>{{3, 2, 3}})) << "x + y, y, z";
}

/// Random forests of maps, against the product of homogeneous matrices along the path from each root.
TEST(GltfNodes, AreMovedByAllTheirAncestors) {
  std::mt19937_64 random(8);
  std::uniform_real_distribution<double> real(-2, 2);
  for (int round = 0; round < 50; ++round) {
    const std::size_t count = 2 + random() % 8;
    json nodes = json::array();
    std::vector<Eigen::Matrix4d> to_world(count);
    for (std::size_t i = 0; i < count; ++i) {
      Eigen::Matrix4d local = Eigen::Matrix4d::Identity();
      for (int row = 0; row < 3; ++row)
        for (int column = 0; column < 4; ++column) local(row, column) = real(random);
      json matrix = json::array();
      for (int k = 0; k < 16; ++k) matrix.push_back(local(k % 4, k / 4));
      nodes.push_back({{"matrix", matrix}, {"mesh", 0}});
      to_world[i] = local;
      if (i == 0 || random() % 4 == 0) continue;  // a root
      const std::size_t parent = random() % i;
      nodes[parent]["children"].push_back(i);
      to_world[i] = to_world[parent] * local;
    }
    std::vector<Vec3> found = shown(nodes);
    ASSERT_EQ(found.size(), count);
    for (const Eigen::Matrix4d& map : to_world) {
      const Vec3 expected = (map * Eigen::Vector4d(1, 2, 3, 1)).head<3>();
      const auto nearest = std::min_element(
          found.begin(), found.end(), [&](const Vec3& p, const Vec3& q) { return (p - expected).norm() < (q - expected).norm(); });
      EXPECT_LT((*nearest - expected).norm(), 1e-11 * (1 + expected.norm())) << "round " << round << " of seed 8";
      found.erase(nearest);
    }
  }
}

TEST(GltfNodes, AreTurnedByQuaternionsOfAboutUnitLength) {
  const auto with_length = [](double length) {
    GltfFile file;
    file.root["nodes"] = {{{"mesh", 0}, {"rotation", {0, 0, 0, length}}}};
    return file.verdict();
  };
  constexpr double limit = 0x1p-8;
  EXPECT_EQ(with_length(1 + limit), "fine");
  EXPECT_EQ(with_length(1 - limit), "fine");
  EXPECT_EQ(with_length(1 + 1.01 * limit), "nodes[0]: rotation: is not a unit quaternion");
  EXPECT_EQ(with_length(1 - 1.01 * limit), "nodes[0]: rotation: is not a unit quaternion");
  EXPECT_EQ(with_length(-1), "fine");
  const double longer = std::sqrt(0.5) * (1 + 0.9 * limit);
  EXPECT_LT((shown({{{"mesh", 0}, {"rotation", {0, 0, longer, longer}}}}).at(0) - Vec3(-2, 1, 3)).norm(), 1e-13)
      << "made a unit one";
}

TEST(GltfNodes, HaveMatricesThatLeaveTheLastCoordinateAlone) {
  for (const int entry : {3, 7, 11, 15}) {
    json matrix = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    matrix[static_cast<std::size_t>(entry)] = 0.5;
    GltfFile file;
    file.root["nodes"] = {{{"matrix", matrix}}};
    EXPECT_EQ(file.verdict(), "nodes[0]: matrix: is not affine") << entry;
  }
}

/// A mirror turns outsides in, so the corners are exchanged; two mirrors do not.
TEST(GltfNodes, KeepTheOutsideOutsideHoweverOftenTheyMirror) {
  const auto volume = [](const json& nodes) {
    GltfFile file;
    file.root["nodes"] = nodes;
    const auto mesh = file.read();
    EXPECT_TRUE(mesh) << mesh.error().message;
    double sum = 0;
    for (std::size_t i = 0; mesh && i < mesh->triangles.size(); ++i) {
      const Triangle t = mesh->triangle(i);
      sum += t.v[0].dot(t.v[1].cross(t.v[2])) / 6;
    }
    return sum;
  };
  const double plain = volume({{{"mesh", 0}}});
  EXPECT_DOUBLE_EQ(std::abs(plain), 1.0 / 6);
  EXPECT_DOUBLE_EQ(volume({{{"mesh", 0}, {"scale", {-1, 1, 1}}}}), plain);
  EXPECT_DOUBLE_EQ(volume({{{"mesh", 0}, {"scale", {-1, -1, 1}}}}), plain);
  EXPECT_DOUBLE_EQ(volume({{{"mesh", 0}, {"scale", {-1, -1, -1}}}}), plain);
  EXPECT_DOUBLE_EQ(volume({{{"children", {1}}, {"scale", {1, -2, 1}}}, {{"mesh", 0}, {"scale", {-1, 1, 1}}}}), 2 * plain);
}

TEST(GltfNodes, MirrorEveryTriangleOfStripsAndFansToo) {
  for (const int mode : {4, 5, 6}) {
    GltfFile file;
    file["/meshes/0/primitives/0/mode"] = mode;
    auto expected = file.read()->triangles;
    for (auto& t : expected) std::swap(t[1], t[2]);
    file.root["nodes"] = {{{"mesh", 0}, {"scale", {1, -1, 1}}}};
    EXPECT_EQ(file.read()->triangles, expected) << mode;
  }
}

TEST(GltfNodes, ThatWouldBeReadWronglyAreRefused) {
  const auto with = [](const json& nodes) {
    GltfFile file;
    file.root["nodes"] = nodes;
    return file.verdict();
  };
  EXPECT_EQ(with({{{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}, {"scale", {1, 1, 1}}}}),
            "nodes[0]: has both a matrix and its parts");
  EXPECT_EQ(with({{{"mesh", 0}, {"weights", {0, 0.0}}}}), "fine");
  EXPECT_EQ(with({{{"mesh", 0}, {"weights", {0, 0.1}}}}), "nodes[0]: weights: morph targets are not read");
  EXPECT_EQ(with({{{"mesh", 0}, {"extensions", {{"EXT_mesh_gpu_instancing", json::object()}}}}}),
            "nodes[0]: EXT_mesh_gpu_instancing is not read");
  GltfFile skinned;
  skinned.root["nodes"] = {{{"mesh", 0}, {"skin", 0}}};
  skinned.root["skins"] = {{{"joints", {0}}}};
  EXPECT_EQ(skinned.verdict(), "nodes[0]: a skinned mesh is not read");
  EXPECT_EQ(test::verdict_with("/meshes/0/weights", {0.5}), "meshes[0]: weights: morph targets are not read");
}

/// A path of ten thousand nodes, each inside the last, is walked without recursion.
TEST(GltfNodes, MayHangDeep) {
  json nodes = json::array();
  for (int i = 0; i < 9'999; ++i) nodes.push_back({{"children", {i + 1}}, {"translation", {1, 0, 0}}});
  nodes.push_back({{"mesh", 0}});
  EXPECT_EQ(shown(nodes), (std::vector<Vec3>{{10'000, 2, 3}}));
}

}  // namespace
}  // namespace graze
