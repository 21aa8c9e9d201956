/// Meshes from memory and compressed ones, and the units that files state.

#include <graze/mesh_file.h>

#include <string>

#include <gtest/gtest.h>

#include <graze/file.h>

#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::gzipped;
using test::tetrahedron;

const std::string tetrahedron_obj = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

class MeshSource : public test::TempFiles {};

TEST_F(MeshSource, IsReadFromMemoryAsFromAFile) {
  ASSERT_TRUE(write_file(path("a.obj"), tetrahedron_obj));
  const auto from_file = read_mesh(path("a.obj")), from_memory = read_mesh_bytes(tetrahedron_obj, "standard input");
  ASSERT_TRUE(from_file && from_memory);
  EXPECT_TRUE(test::same_mesh(*from_file, *from_memory));
  EXPECT_EQ(read_mesh_bytes("v 0 0 0\nf 1 2 9\n", "name").error().message.substr(0, 7), "name:2:");
  EXPECT_FALSE(read_mesh_bytes("", "name"));
  EXPECT_FALSE(read_mesh_bytes("PK\x03\x04", "name"));
}

TEST_F(MeshSource, IsUnpackedWhereGzipCompressedIt) {
  const std::string packed = gzipped(tetrahedron_obj);
  ASSERT_TRUE(write_file(path("a.obj.gz"), packed));
  for (const auto& mesh : {read_mesh(path("a.obj.gz")), read_mesh_bytes(packed, "x")}) {
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_TRUE(test::same_mesh(*mesh, *read_mesh_bytes(tetrahedron_obj, "a.obj")));
  }
  const std::size_t half = tetrahedron_obj.find("f 1 3 2");  // two members are one text
  const auto joined = read_mesh_bytes(gzipped(tetrahedron_obj.substr(0, half)) + gzipped(tetrahedron_obj.substr(half)), "a.obj");
  ASSERT_TRUE(joined);
  EXPECT_EQ(joined->triangles.size(), 4U);
}

TEST_F(MeshSource, ThatIsCutDamagedOrTooLargeIsRefused) {
  const std::string packed = gzipped(tetrahedron_obj);
  for (std::size_t length = 2; length < packed.size(); ++length)
    EXPECT_FALSE(read_mesh_bytes(packed.substr(0, length), "a.obj")) << length;
  for (std::size_t i = packed.size() - 8; i < packed.size(); ++i) {  // checksum and length
    std::string flipped = packed;
    flipped[i] = static_cast<char>(flipped[i] ^ 1);
    EXPECT_FALSE(read_mesh_bytes(flipped, "a.obj")) << i;
  }
  const auto bomb = read_mesh_bytes(gzipped(std::string(1 << 22, ' ')), "a.obj", {.max_unpacked_bytes = 1 << 20});
  ASSERT_FALSE(bomb);
  EXPECT_EQ(bomb.error().code, ErrorCode::limit);
}

TEST_F(MeshSource, ThatIsCompressedEndsWithZerosOrNothing) {
  const std::string packed = gzipped(tetrahedron_obj);
  EXPECT_TRUE(read_mesh_bytes(packed + std::string(512, '\0'), "a.obj"));
  for (const std::string& more : {std::string("x"), std::string("\0\0x", 3), std::string("v 9 9 9\n")}) {
    const auto read = read_mesh_bytes(packed + more, "a.obj.gz");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().message, "a.obj.gz: what follows the compressed data is not of gzip");
  }
}

TEST_F(MeshSource, ThatIsCompressedIsCalledInErrorsAsItIsCalled) {
  EXPECT_EQ(read_mesh_bytes(gzipped("v 0 0 0\nf 1 2 9\n"), "a.obj.gz").error().message.substr(0, 10), "a.obj.gz:2");
}

TEST_F(MeshSource, TellsItsUnitCompressedFromMemoryAndInAnyEncodingToo) {
  const std::string gltf = "{\"asset\": {\"version\": \"2.0\"}}";
  const std::string collada =
      "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"><asset><unit meter=\"0.0254\"/></asset></COLLADA>";
  std::string wide = "\xff\xfe";
  for (const char c : "<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + collada) wide += {c, '\0'};
  ASSERT_TRUE(write_file(path("a.gltf.gz"), gzipped(gltf)) && write_file(path("a.dae.gz"), gzipped(collada)));
  ASSERT_TRUE(write_file(path("wide.dae"), wide) && write_file(path("a.obj.gz"), gzipped(tetrahedron_obj)));
  EXPECT_EQ(metres_per_unit(path("a.gltf.gz")), 1.0);
  EXPECT_EQ(metres_per_unit(path("a.dae.gz")), 0.0254);
  EXPECT_EQ(metres_per_unit(path("wide.dae")), 0.0254);
  EXPECT_EQ(metres_per_unit(path("a.obj.gz")), std::nullopt);
  EXPECT_EQ(metres_per_unit(gltf, "standard input"), 1.0);
  EXPECT_EQ(metres_per_unit(gzipped(collada), "standard input"), 0.0254);
  EXPECT_EQ(metres_per_unit(tetrahedron_obj, "standard input"), std::nullopt);
  EXPECT_EQ(metres_per_unit(gzipped(gltf).substr(0, 5), "standard input"), std::nullopt);
}

TEST_F(MeshSource, TellsTheUnitThatItsFileStates) {
  const auto unit_of = [&](const std::string& name, const std::string& text) {
    EXPECT_TRUE(write_file(path(name), text));
    return metres_per_unit(path(name));
  };
  EXPECT_EQ(unit_of("a.obj", tetrahedron_obj), std::nullopt);
  EXPECT_EQ(unit_of("a.gltf", "{\"asset\": {\"version\": \"2.0\"}}"), 1.0);
  const std::string collada = "<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\"><asset>";
  EXPECT_EQ(unit_of("a.dae", collada + "<unit name=\"inch\" meter=\"0.0254\"/></asset><library_geometries/></COLLADA>"), 0.0254);
  EXPECT_EQ(unit_of("b.dae", collada + "</asset><library_geometries/></COLLADA>"), 1.0);
  EXPECT_EQ(unit_of("c.dae", collada + "<unit meter=\"-1\"/></asset><library_geometries/></COLLADA>"), std::nullopt);
  EXPECT_EQ(metres_per_unit(path("absent.stl")), std::nullopt);
}

TEST_F(MeshSource, OfA3mfPackageIsInMillimetresUnlessItSaysSo) {
  const std::string model = test::threemf_model(test::threemf_object(1, tetrahedron()), "<item objectid=\"1\"/>");
  test::write_zip(path("a.3mf"), {{"3D/3dmodel.model", model}});
  std::string inches = model;
  const std::size_t unit = inches.find("unit=\"");
  if (unit != std::string::npos) inches.erase(unit, inches.find('"', unit + 6) + 1 - unit);
  inches.insert(inches.find("<model ") + 7, "unit=\"inch\" ");
  test::write_zip(path("b.3mf"), {{"3D/3dmodel.model", inches}});
  EXPECT_EQ(metres_per_unit(path("a.3mf")), 1e-3);
  EXPECT_EQ(metres_per_unit(path("b.3mf")), 0.0254);
}

TEST_F(MeshSource, IsWrittenInOneStepAndNeverOverAFolder) {
  ASSERT_TRUE(write_file(path("a.txt"), "old"));
  ASSERT_TRUE(write_file(path("a.txt"), "new"));
  EXPECT_EQ(test::file_bytes(path("a.txt")), "new");
  std::filesystem::create_directory(path("folder"));
  const auto refused = write_file(path("folder"), "x");
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("folder: cannot write"), std::string::npos);
}

}  // namespace
}  // namespace graze
