/// Formats told apart by what files begin with, and meshes written so that they read back.

#include <cmath>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/mesh_file.h>

#include "io/mesh/bytes.h"
#include "io/mesh/format.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::tetrahedron;

std::string recognised(const std::string& name, std::string_view bytes) {
  const auto format = io::recognise(name, bytes);
  if (!format) return format.error().message;
  constexpr std::array<const char*, 7> names{"stl", "obj", "ply", "off", "gltf", "3mf", "tree"};
  return names[static_cast<std::size_t>(*format)];
}

TEST(Formats, AreRecognisedByTheirFirstBytesUnderAnyName) {
  for (const char* name : {"a", "a.obj", "a.xyz"}) {
    EXPECT_EQ(recognised(name, "glTF...."), "gltf");
    EXPECT_EQ(recognised(name, "PK\x03\x04..."), "3mf");
    EXPECT_EQ(recognised(name, "ply\nformat"), "ply");
    EXPECT_EQ(recognised(name, "ply\rformat"), "ply");
    EXPECT_EQ(recognised(name, "\x89GRZ\r\n\x1a\n..."), "tree");
    EXPECT_EQ(recognised(name, test::stl_binary({})), "stl");
    EXPECT_EQ(recognised(name, "  \n{\"asset\""), "gltf");
    EXPECT_EQ(recognised(name, "\xEF\xBB\xBF{\"asset\""), "gltf");
    EXPECT_EQ(recognised(name, "# comment\nOFF\n"), "off");
    EXPECT_EQ(recognised(name, "STCN4nOFF\n"), "off");
    EXPECT_EQ(recognised(name, "\n solid name\n"), "stl");
    EXPECT_EQ(recognised(name, "SOLID\n"), "stl");
  }
}

TEST(Formats, AreToldByNameWhereTheContentSaysNothing) {
  for (const auto& [name, format] : {std::pair{"a.stl", "stl"}, std::pair{"A.STL", "stl"}, std::pair{"a.obj", "obj"},
                                     std::pair{"a.Ply", "ply"}, std::pair{"a.off", "off"}, std::pair{"a.gltf", "gltf"},
                                     std::pair{"a.glb", "gltf"}, std::pair{"a.3mf", "3mf"}, std::pair{"a.graze", "tree"}})
    EXPECT_EQ(recognised(name, "what is this"), format);
  for (const char* first : {"v 0 0 0", "vn 0 0 1", "vt 0 0", "mtllib a", "o a", "g a", "usemtl a", "s off", "# c\n\nv 0 0 0"})
    EXPECT_EQ(recognised("no_name", first), "obj") << first;
}

TEST(Formats, ThatAreNotReadAreCalledByTheirNames) {
  const std::string rest = "; graze reads STL, OBJ, PLY, OFF, glTF, GLB, 3MF and its own trees";
  const std::vector<std::pair<std::string, std::string>> foreign{
      {"version https://git-lfs.github.com", "a Git LFS pointer instead of the mesh itself"},
      {"Kaydara FBX Binary  ", "an FBX file"},
      {"; FBX 7.3.0", "an FBX file"},
      {"#VRML V2.0 utf8", "a VRML file"},
      {"ISO-10303-21;", "a STEP file"},
      {"BLENDER-v279", "a Blender file"},
      {"DRACO\x02", "a Draco file"},
      {"# vtk DataFile Version 3.0", "a VTK file"},
      {"$MeshFormat", "a Gmsh file"},
      {"<?xml version=\"1.0\"?><COLLADA>", "a COLLADA file"},
      {"<X3D>", "an X3D file"},
      {"<svg>", "an SVG picture"},
      {"<html>", "an HTML page"},
      {"<something>", "an XML file"}};
  for (const auto& [bytes, what] : foreign) {
    EXPECT_EQ(recognised("a.stl", bytes), "a.stl: is " + what + rest);
    EXPECT_EQ(recognised("a", " \n" + bytes), "a: is " + what + rest);
  }
  EXPECT_EQ(recognised("a", "plywood"), "a: is in no known format" + rest);
  EXPECT_EQ(recognised("a", ""), "a: is in no known format" + rest);
}

TEST(Bytes, AreLoadedInEitherOrderFromAnyPlace) {
  const char bytes[] = "\xff\x01\x02\x03\x04\x05\x06\x07\x08";
  EXPECT_EQ(io::load<std::uint16_t>(bytes + 1), 0x0201U);
  EXPECT_EQ(io::load<std::uint16_t>(bytes + 1, std::endian::big), 0x0102U);
  EXPECT_EQ(io::load<std::uint32_t>(bytes + 1), 0x04030201U);
  EXPECT_EQ(io::load<std::uint32_t>(bytes + 1, std::endian::big), 0x01020304U);
  EXPECT_EQ(io::load<std::uint64_t>(bytes + 1, std::endian::big), 0x0102030405060708U);
  EXPECT_EQ(io::load<std::int8_t>(bytes), -1);
  EXPECT_EQ(io::byte_swapped(io::byte_swapped(-1.5)), -1.5);
}

class MeshWriting : public test::TempFiles {};

TEST_F(MeshWriting, RefusesWhatNoFileMayHold) {
  const auto why_not = [&](const std::string& name, const TriangleMesh& mesh) {
    const auto written = write_mesh(path(name), mesh);
    EXPECT_EQ(std::filesystem::exists(path(name)), written.has_value());
    return written ? "written" : written.error().message.substr(path(name).string().size());
  };
  TriangleMesh mesh = tetrahedron();
  mesh.triangles[2][1] = 4;
  for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off"})
    EXPECT_EQ(why_not(name, mesh), ": triangle 2 uses vertex 4, which does not exist");
  mesh = tetrahedron();
  mesh.vertices[3].y() = std::numeric_limits<double>::quiet_NaN();
  for (const char* name : {"a.stl", "a.obj", "a.ply", "a.off"})
    EXPECT_EQ(why_not(name, mesh), ": vertex 3 has a coordinate that is not finite");
  mesh.vertices[3].y() = 0x1.ffffffp127;  // rounds to 2^128
  EXPECT_EQ(why_not("a.stl", mesh), ": vertex 3 is too large for the single precision of STL");
  mesh.vertices[3].y() = std::nextafter(0x1.ffffffp127, 0);
  EXPECT_EQ(why_not("a.stl", mesh), "written");
}

TEST_F(MeshWriting, OfRandomDoublesReadsBackBitForBit) {
  std::mt19937_64 random(23);
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < 500; ++i) {
    Vec3 v;
    for (double& x : v) do
        x = std::bit_cast<double>(random());
      while (!std::isfinite(x));
    mesh.vertices.push_back(v);
    mesh.triangles.push_back({static_cast<std::uint32_t>(random() % (i + 1)), i, 0});
  }
  for (const char* name : {"a.obj", "a.OFF", "a.Ply"}) {
    ASSERT_TRUE(write_mesh(path(name), mesh));
    const auto again = read_mesh(path(name));
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(test::same_mesh(*again, mesh)) << name << ", seed 23";
  }
}

TEST_F(MeshWriting, OfNothingReadsBackAsNothing) {
  for (const char* name : {"a.stl", "a.off", "a.ply"}) {
    ASSERT_TRUE(write_mesh(path(name), {}));
    const auto again = read_mesh(path(name));
    ASSERT_TRUE(again) << name << ": " << again.error().message;
    EXPECT_TRUE(again->vertices.empty() && again->triangles.empty()) << name;
  }
  ASSERT_TRUE(write_mesh(path("a.obj"), {}));
  EXPECT_EQ(read_mesh(path("a.obj")).error().message, path("a.obj").string() + ": is empty");
}

/// Unit normals by the order of the corners, zeros where there is no area.
TEST_F(MeshWriting, GivesStlItsNormals) {
  const TriangleMesh mesh{{{0, 0, 0}, {3, 0, 0}, {0, 5, 0}, {1, 1, 1}}, {{0, 1, 2}, {0, 2, 1}, {3, 3, 3}}};
  ASSERT_TRUE(write_mesh(path("a.stl"), mesh));
  const std::string bytes = test::file_bytes(path("a.stl"));
  ASSERT_EQ(bytes.size(), 84U + 3 * 50);
  const auto normal_z = [&](std::size_t triangle) { return io::load<float>(bytes.data() + 84 + 50 * triangle + 8); };
  EXPECT_EQ(normal_z(0), 1);
  EXPECT_EQ(normal_z(1), -1);
  EXPECT_EQ(normal_z(2), 0);
  EXPECT_FALSE(bytes.starts_with("solid")) << "or it would be taken for text";
}

}  // namespace
}  // namespace graze
