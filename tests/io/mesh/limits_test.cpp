/// Every limit of the readers, in every format: what reaches it is read, one more is refused as a limit.

#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/mesh_file.h>

#include "io/mesh/builder.h"
#include "io/mesh/samples.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using test::tetrahedron;

struct LimitSample {
  std::string name;
  std::string bytes;
  std::uint64_t vertices = 4;  ///< as the file has them
};

class MeshLimits : public test::TempFiles {
 protected:
  /// The tetrahedron in every format.
  [[nodiscard]] std::vector<LimitSample> samples() const {
    test::write_zip(path("sample.3mf"),
                    {{"3D/3dmodel.model", test::threemf_model(test::threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>")}});
    const auto tree = MeshTree::build(tetrahedron());
    EXPECT_TRUE(tree && write_tree(path("sample.graze"), Geometry::of(*tree)));
    return {{"binary.stl", test::stl_binary(tetrahedron()), 12},
            {"text.stl", test::stl_text(tetrahedron()), 12},
            {"a.obj", test::obj_text(tetrahedron())},
            {"a.off", test::off_text(tetrahedron())},
            {"text.ply", test::ply_text(tetrahedron())},
            {"little.ply", test::ply_binary(tetrahedron(), false)},
            {"big.ply", test::ply_binary(tetrahedron(), true)},
            {"a.glb", test::glb(test::gltf_json(), test::gltf_buffer(tetrahedron()))},
            {"a.3mf", test::file_bytes(path("sample.3mf"))},
            {"a.graze", test::file_bytes(path("sample.graze"))}};
  }

  [[nodiscard]] std::string verdict(const std::string& name, const std::string& bytes, const MeshReadOptions& options) const {
    const auto mesh = read(name, bytes, options);
    return mesh ? "accepted" : std::string(name_of(mesh.error().code));
  }

  void expect_at_most(const std::string& name, const std::string& bytes, std::uint64_t most,
                      std::uint64_t MeshReadOptions::* limit) const {
    MeshReadOptions options;
    options.*limit = most;
    EXPECT_EQ(verdict(name, bytes, options), "accepted") << name;
    options.*limit = most - 1;
    EXPECT_EQ(verdict(name, bytes, options), "limit") << name;
    options.*limit = 0;
    EXPECT_EQ(verdict(name, bytes, options), "limit") << name;
  }
};

TEST_F(MeshLimits, OfTrianglesAreKeptToTheLastOneInEveryFormat) {
  for (const LimitSample& sample : samples()) expect_at_most(sample.name, sample.bytes, 4, &MeshReadOptions::max_triangles);
}

TEST_F(MeshLimits, OfVerticesAreKeptToTheLastOneInEveryFormat) {
  for (const LimitSample& sample : samples())
    expect_at_most(sample.name, sample.bytes, sample.vertices, &MeshReadOptions::max_vertices);
}

TEST_F(MeshLimits, OfBytesAreKeptToTheLastOneInEveryFormat) {
  for (const LimitSample& sample : samples())
    expect_at_most(sample.name, sample.bytes, sample.bytes.size(), &MeshReadOptions::max_file_bytes);
}

TEST_F(MeshLimits, OfBytesHoldForABufferBesideAGltfFileToo) {
  const std::string json = test::gltf_json(R"("uri":"beside.bin",)");
  write("beside.bin", test::gltf_buffer(tetrahedron()) + std::string(5000, '\0'));
  ASSERT_LT(json.size(), 5072U);
  expect_at_most("a.gltf", json, 5072, &MeshReadOptions::max_file_bytes);
}

/// A polygon of n corners is n - 2 triangles, and these are what counts.
TEST_F(MeshLimits, OfTrianglesCountWhatPolygonsAreCutInto) {
  std::string obj,
      ply =
          "ply\nformat ascii 1.0\nelement vertex 7\nproperty float x\nproperty float y\nproperty float z\n"
          "element face 1\nproperty list uchar int vertex_indices\nend_header\n",
      off = "OFF\n7 1 0\n";
  for (int k = 0; k < 7; ++k) {
    const std::string corner = fmt::format("{} {} 0\n", k, k * k);  // on a parabola
    obj += "v " + corner, ply += corner, off += corner;
  }
  obj += "f 1 2 3 4 5 6 7\n", ply += "7 0 1 2 3 4 5 6\n", off += "7 0 1 2 3 4 5 6\n";
  for (const auto& [name, text] : {std::pair{"a.obj", obj}, std::pair{"a.ply", ply}, std::pair{"a.off", off}}) {
    expect_at_most(name, text, 5, &MeshReadOptions::max_triangles);
    expect_at_most(name, text, 7, &MeshReadOptions::max_polygon_corners);
  }
}

/// The limit of corners is of what has to be cut: a triangle is not.
TEST_F(MeshLimits, OfCornersLetTrianglesPass) {
  EXPECT_EQ(verdict("a.obj", test::obj_text(tetrahedron()), {.max_polygon_corners = 0}), "accepted");
}

TEST_F(MeshLimits, OfTrianglesCountThoseOfStrips) {
  const std::string strip =
      "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\n"
      "property list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n8 0 1 2 3 -1 2 1 0\n";
  expect_at_most("a.ply", strip, 3, &MeshReadOptions::max_triangles);
  const std::string json = test::gltf_json("", "", R"("mode":5)");  // twelve corners in a strip
  expect_at_most("a.glb", test::glb(json, test::gltf_buffer(tetrahedron())), 10, &MeshReadOptions::max_triangles);
}

TEST_F(MeshLimits, CountEveryUseOfAMeshOrObject) {
  const std::string nodes = R"(,"nodes":[{"mesh":0},{"mesh":0},{"mesh":0}])";
  const std::string thrice = test::glb(test::gltf_json("", nodes), test::gltf_buffer(tetrahedron()));
  expect_at_most("a.glb", thrice, 12, &MeshReadOptions::max_triangles);
  expect_at_most("a.glb", thrice, 12, &MeshReadOptions::max_vertices);
  test::write_zip(path("made.3mf"),
                  {{"3D/3dmodel.model", test::threemf_model(test::threemf_object(1, tetrahedron()) +
                                                                "<object id=\"2\"><components><component objectid=\"1\"/>"
                                                                "<component objectid=\"1\"/></components></object>",
                                                            "<item objectid=\"2\"/><item objectid=\"1\"/>")}});
  const std::string package = test::file_bytes(path("made.3mf"));
  expect_at_most("a.3mf", package, 12, &MeshReadOptions::max_triangles);
  expect_at_most("a.3mf", package, 12, &MeshReadOptions::max_vertices);
  expect_at_most("a.3mf", package, 4, &MeshReadOptions::max_instances);  // item 2, its two components, item 1
}

TEST_F(MeshLimits, OfUnpackedBytesCountAllPartsOfAPackage) {
  const std::string model = test::threemf_model("", "<item objectid=\"1\" p:path=\"/3D/o.model\"/>");
  const std::string other = test::threemf_model(test::threemf_object(1, tetrahedron()) + std::string(100'000, ' '), "");
  test::write_zip(path("made.3mf"), {{"3D/3dmodel.model", model}, {"3D/o.model", other}});
  const std::string package = test::file_bytes(path("made.3mf"));
  ASSERT_LT(package.size(), model.size() + other.size());
  expect_at_most("a.3mf", package, model.size() + other.size(), &MeshReadOptions::max_unpacked_bytes);
}

/// A part that unpacks to a thousand times its size: read as far as the limit and no farther.
TEST_F(MeshLimits, StopArchivesThatUnpackToMuchMore) {
  test::write_zip(path("bomb.3mf"), {{"3D/3dmodel.model", test::threemf_model(std::string(30'000'000, ' '), "")}});
  const auto mesh = read_mesh(path("bomb.3mf"), {.max_unpacked_bytes = 1 << 20});
  ASSERT_FALSE(mesh);
  EXPECT_EQ(mesh.error().code, ErrorCode::limit);
  EXPECT_EQ(mesh.error().message,
            path("bomb.3mf").string() + ": 3D/3dmodel.model: unpacks to more than the limit of 1048576 bytes");
}

/// Elements without bytes are zeros, as many as memory is worth risking.
TEST_F(MeshLimits, OfGltfElementsWithoutBytesAreKeptToTheLastOne) {
  const auto zeros = [](std::uint64_t count) {
    return fmt::format(R"({{"asset":{{"version":"2.0"}},"accessors":[{{"componentType":5126,"count":{},"type":"VEC3"}}],)"
                       R"("meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}]}})",
                       count);
  };
  const auto most = read("a.gltf", zeros(65'536));
  ASSERT_TRUE(most) << most.error().message;
  EXPECT_EQ(most->triangles.size(), 65'534U);
  EXPECT_EQ(most->vertices.back(), Vec3::Zero());
  EXPECT_EQ(verdict("a.gltf", zeros(65'537), {}), "limit");
  EXPECT_EQ(why("a.gltf", zeros(65'537)), "a.gltf: meshes[0].primitives[0]: accessors[0]: 65537 elements without bytes");
}

TEST_F(MeshLimits, OfAPlyHeaderAreThirtyTwoBits) {
  const auto with_count = [&](const char* count) {
    return why("a.ply", fmt::format("ply\nformat ascii 1.0\nelement vertex {}\nproperty char x\nproperty char y\nproperty char z\n"
                                    "end_header\n0 0 0\n",
                                    count));
  };
  EXPECT_EQ(with_count("1"), "accepted");
  EXPECT_EQ(with_count("4294967295"), "a.ply:8: 4294967295 elements \"vertex\" do not fit into the rest of the file");
  EXPECT_EQ(with_count("4294967296"), "a.ply:3: 4294967296 elements are too many");
}

/// Whatever the options allow, numbers of triangles must fit 31 bits and numbers of vertices 32, less one.
TEST(MeshBuilder, HoldsNoMoreThanItCanNumber) {
  constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
  io::MeshBuilder builder({.max_triangles = any, .max_vertices = any});
  EXPECT_TRUE(builder.expect_triangles(2'147'483'647));
  EXPECT_FALSE(builder.expect_triangles(2'147'483'648));
  EXPECT_EQ(builder.trouble().reason, "2147483648 triangles are more than the limit of 2147483647");
  EXPECT_EQ(builder.trouble().code, ErrorCode::limit);
  EXPECT_TRUE(builder.expect_vertices(4'294'967'294));
  EXPECT_FALSE(builder.expect_vertices(4'294'967'295));
}

TEST(MeshBuilder, RefusesNumbersThatAreNotFiniteAndIndicesOfNoVertex) {
  io::MeshBuilder builder({});
  for (int k = 0; k < 3; ++k)
    for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                             -std::numeric_limits<double>::infinity()}) {
      Vec3 v(1, 2, 3);
      v[k] = bad;
      EXPECT_FALSE(builder.add_vertex(v));
      EXPECT_EQ(builder.trouble().reason, "vertex 0 has a coordinate that is not finite");
      EXPECT_EQ(builder.trouble().code, ErrorCode::file);
    }
  constexpr double huge = std::numeric_limits<double>::max();
  EXPECT_TRUE(builder.add_vertex({huge, huge, huge})) << "their sum is infinite, they are not";
  EXPECT_TRUE(builder.add_triangle({0, 0, 0}));
  for (const std::array<std::uint32_t, 3>& t : {std::array{1U, 0U, 0U}, std::array{0U, 1U, 0U}, std::array{0U, 0U, 1U}}) {
    EXPECT_FALSE(builder.add_triangle(t));
    EXPECT_EQ(builder.trouble().reason, "vertex index 1 is out of range, there are 1 vertices");
  }
  EXPECT_EQ(builder.vertex_count(), 1U);
  EXPECT_EQ(builder.take().triangles.size(), 1U);
}

TEST(MeshBuilder, TurnsEverySecondTriangleOfAStrip) {
  io::MeshBuilder builder({});
  for (int k = 0; k < 5; ++k) ASSERT_TRUE(builder.add_vertex(Vec3(k, k % 2, 0)));
  const std::vector<std::uint32_t> strip{0, 1, 2, 3, 4};
  ASSERT_TRUE(builder.add_strip(strip));
  EXPECT_TRUE(builder.add_strip(std::span(strip).first(2))) << "too short for a triangle: none";
  const std::vector<std::array<std::uint32_t, 3>> expected{{0, 1, 2}, {2, 1, 3}, {2, 3, 4}};
  const TriangleMesh mesh = builder.take();
  EXPECT_EQ(mesh.triangles, expected);
  for (std::size_t i = 0; i < 3; ++i) {  // all seen from the same side
    const Triangle t = mesh.triangle(i);
    const Vec3 u = t.v[1] - t.v[0], v = t.v[2] - t.v[0];
    EXPECT_LT(u.x() * v.y() - u.y() * v.x(), 0) << i;
  }
}

}  // namespace
}  // namespace graze
