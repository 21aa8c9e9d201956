/// STL, PLY and OFF: what is read, and what is said about files that are not right.

#include <gtest/gtest.h>

#include <graze/mesh_file.h>

#include "geometry/weld.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using test::same_mesh;
using test::tetrahedron;

class MeshStl : public test::TempFiles {};
class MeshPly : public test::TempFiles {};
class MeshOff : public test::TempFiles {};

TEST_F(MeshStl, ReadsBinaryAndTextAlikeAndWeldsOnRequest) {
  const auto binary = read("a.stl", test::stl_binary(tetrahedron()));
  const auto text = read("b.stl", test::stl_text(tetrahedron()));
  ASSERT_TRUE(binary) << binary.error().message;
  ASSERT_TRUE(text) << text.error().message;
  EXPECT_TRUE(same_mesh(*binary, *text));
  EXPECT_EQ(binary->vertices.size(), 12U);
  const auto merged = read("a.stl", test::stl_binary(tetrahedron()), {.weld = true});
  ASSERT_TRUE(merged);
  EXPECT_EQ(merged->vertices.size(), 4U);
  EXPECT_TRUE(same_mesh(*merged, welded(*binary)));
}

TEST_F(MeshStl, TellsBinaryFilesThatBeginWithSolid) {
  const auto mesh = read("a.stl", test::stl_binary(tetrahedron(), "solid but binary"));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 4U);
}

TEST_F(MeshStl, AcceptsFilesWithoutTriangles) {
  EXPECT_EQ(why("a.stl", "solid nothing\nendsolid nothing\n"), "accepted");
  EXPECT_EQ(why("b.stl", test::stl_binary({})), "accepted");
}

TEST_F(MeshStl, SaysWhatIsWrongAndWhere) {
  const std::string binary = test::stl_binary(tetrahedron());
  EXPECT_EQ(why("a.stl", binary.substr(0, 283)), "a.stl: byte 80: 4 triangles need 284 bytes, the file has 283");
  std::string not_finite = binary;
  not_finite.replace(84 + 12 + 4, 4, test::bytes_of(std::numeric_limits<float>::quiet_NaN()));
  EXPECT_EQ(why("b.stl", not_finite), "b.stl: byte 96: vertex 0 has a coordinate that is not finite");
  std::string huge = binary;
  huge.replace(80, 4, test::bytes_of(0xffffffffU));
  EXPECT_EQ(why("c.stl", huge), "c.stl: byte 80: 4294967295 triangles are more than the limit of 50000000");
  EXPECT_EQ(why("d.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0 inf\n"),
            "d.stl:4: expected a finite number, found \"inf\"");
  EXPECT_EQ(why("e.stl", "solid x\r\rfacet normal 0 0 1\r\nouter loop\nvertex 0 0 0\nvertex"),
            "e.stl:6: the file ends where a finite number should be");
}

TEST_F(MeshPly, ReadsTextAndBothByteOrdersAlike) {
  for (const std::string& bytes :
       {test::ply_text(tetrahedron()), test::ply_binary(tetrahedron(), false), test::ply_binary(tetrahedron(), true)}) {
    const auto mesh = read("a.ply", bytes);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_TRUE(same_mesh(*mesh, tetrahedron()));
  }
}

TEST_F(MeshPly, ReadsEveryScalarType) {
  std::string bytes =
      "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty int16 x\nproperty uint8 y\nproperty int8 z\n"
      "element face 1\nproperty list int32 uint16 vertex_indices\nend_header\n";
  for (int i = 0; i < 3; ++i) bytes += test::bytes_of(static_cast<std::int16_t>(-300 * i), true) + '\xc8' + '\xff';
  bytes += test::bytes_of(std::int32_t{3}, true);
  for (int i = 0; i < 3; ++i) bytes += test::bytes_of(static_cast<std::uint16_t>(i), true);
  const auto mesh = read("a.ply", bytes);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[2], Vec3(-600, 200, -1));
}

TEST_F(MeshPly, UnderstandsCarriageReturnsBeforeBinaryData) {
  std::string header =
      "ply\rformat binary_little_endian 1.0\relement vertex 1\rproperty uchar x\rproperty uchar y\rproperty uchar z\rend_header\r";
  const auto mesh = read("a.ply", header + "\n\x02\x03");  // the first coordinate looks like a line feed
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[0], Vec3(10, 2, 3));
}

TEST_F(MeshPly, ReadsTriangleStrips) {
  const auto mesh =
      read("a.ply",
           "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement tristrips 1\n"
           "property list int int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n8 0 1 2 3 -1 2 1 0\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  const std::vector<std::array<std::uint32_t, 3>> expected = {{0, 1, 2}, {2, 1, 3}, {2, 1, 0}};
  EXPECT_EQ(mesh->triangles, expected);
}

TEST_F(MeshPly, SaysWhatIsWrongAndWhere) {
  const std::string head = "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string face = "element face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n1 0 0\n0 1 0\n";
  EXPECT_EQ(why("a.ply", head + face + "3 0 1 3\n"), "a.ply:13: vertex index 3 is out of range, there are 3 vertices");
  EXPECT_EQ(why("a.ply", head + face + "3 0 1 -1\n"), "a.ply:13: vertex index -1 is out of range, there are 3 vertices");
  EXPECT_EQ(why("a.ply", head + face + "3 0 1\n"), "a.ply:13: a value is missing");
  EXPECT_EQ(why("a.ply", head + face + "2 0 1\n"), "a.ply:13: a face needs three corners, this one has 2");
  EXPECT_EQ(why("a.ply", head + face + "3 0 1 2 2\n"), "a.ply:13: more values than element \"face\" has");
  EXPECT_EQ(why("a.ply", head + face + "3 0 1 2\n5\n"), "a.ply:14: more follows after the last element");
  EXPECT_EQ(why("a.ply", head + face), "a.ply:13: the file ends after 0 of 1 elements \"face\"");
  EXPECT_EQ(why("a.ply", head), "a.ply:7: the file ends inside its header");
  EXPECT_EQ(why("a.ply", "ply\nformat ascii 1.0\nelement vertex 5000000000\n"), "a.ply:3: 5000000000 elements are too many");
  EXPECT_EQ(
      why("a.ply",
          "ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty char x\nproperty char y\nproperty char z\n"
          "end_header\nabc"),
      "a.ply: byte 121: 4000000000 elements \"vertex\" do not fit into the rest of the file");
}

TEST_F(MeshOff, ReadsItsVariants) {
  const std::string faces = "3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3 7\n";
  const std::string bodies[] = {
      "OFF 4 4 6\n0 0 0\n1 0 0\n0 2 0\n0 0 .5\n" + faces,
      "4 4\n0 0 0 1 0 0 0 2 0\n0 0 0.5\n" + faces,
      "COFF\n4 4 0\n0 0 0 1 1 1 1\n1 0 0 1 0 0 1\n0 2 0 1 0 0 1\n0 0 .5 9 9 9\n" + faces,
      "STCNOFF\n4 4 0\n0 0 0 0 0 1 9 9 9 0 0\n1 0 0 0 0 1 9 9 9 0 0\n0 2 0 0 0 1 9 9 9 0 0\n0 0 .5 0 0 1 9 9 9 0 0\n" + faces,
      "nOFF 3\n4 4 0\n0 0 0\n1 0 0\n0 2 0\n0 0 5e-1\n" + faces,
      "OFF\n4 4 0\n0 0 0 255 0 0\n1 0 0 255 0 0\n0 2 0 255 0 0\n0 0 .5 255 0 0\n" + faces,
  };
  for (const std::string& body : bodies) {
    const auto mesh = read("a.off", body);
    ASSERT_TRUE(mesh) << mesh.error().message << "\n" << body;
    EXPECT_TRUE(same_mesh(*mesh, tetrahedron())) << body;
  }
}

TEST_F(MeshOff, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(why("a.off", "4OFF\n1 0 0\n0 0 0 1\n"), "a.off:1: vertices with four coordinates are not read");
  EXPECT_EQ(why("a.off", "nOFF\n4\n1 0 0\n0 0 0 1\n"), "a.off:2: vertices of dimension \"4\" are not read, only of dimension 3");
  EXPECT_EQ(why("a.off", "OFF BINARY\n"), "a.off:1: binary OFF files are not read");
  EXPECT_EQ(why("a.off", "OFF\n3000000000 1 0\n"), "a.off:2: 3000000000 vertices are more than the limit of 150000000");
  EXPECT_EQ(why("a.off", "OFF\n2 0 0\n0 0 0\n1e400 0 0\n"), "a.off:4: \"1e400\" is not a finite number");
  EXPECT_EQ(why("a.off", "OFF\n2 0 0\n0 0 0\n"), "a.off:4: the file ends after 1 of 2 vertices");
  EXPECT_EQ(why("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n99999999999 0 1 2\n"), "a.off:7: the file ends inside a face");
  EXPECT_EQ(why("a.off", "OFF\n1 0 0\n0 0 0\nmore\n"), "a.off:4: \"more\" follows the last face");
}

}  // namespace
}  // namespace graze
