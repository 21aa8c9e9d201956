/// STL in text and in bytes, down to the place of every mistake.

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/in_memory.h"
#include "io/mesh/samples.h"

namespace graze {
namespace {

using io::read_stl;
using test::bytes_of;
using test::read_bytes;
using test::tetrahedron;
using test::verdict;

const std::string facet = "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n";

TEST(StlText, IsJudgedAlikeWithEveryLineEnd) {
  const std::string head = "solid\nfacet normal 0 0 1\nouter loop\n";
  test::expect_judged(
      read_stl,
      {{"solid a name with facet in it\n" + facet + "endsolid whatever\n", "fine"},
       {"SOLID\nFacet NORMAL nan nan nan\n Outer\tLoop vertex 0 0 0 vertex 1 0 0\nVERTEX 0\n1\n0 EndLoop\nENDFACET EndSolid",
        "fine"},
       {"solid one\n" + facet + "endsolid one\n\nsolid two\n" + facet + facet + "endsolid two\n", "fine"},
       {"\n \n solid\nendsolid\n", "fine"},
       {"solid\n" + facet, "9: the file ends where \"facet\" or \"endsolid\" should be"},
       {"solid\n" + facet + "endsolid\nmore\n", "10: expected \"solid\", found \"more\""},
       {"solid\nvertex 0 0 0\n", "2: expected \"facet\" or \"endsolid\", found \"vertex\""},
       {"solid\nfacet 0 0 1\n", "2: expected \"normal\", found \"0\""},
       {"solid\nfacet normal 0 0 1\nloop\n", "3: expected \"outer\", found \"loop\""},
       {"solid\nfacet normal 0 0 1\nouter vertex\n", "3: expected \"loop\", found \"vertex\""},
       {"solid\nfacet normal 0 0\n", "3: the file ends where a normal should be"},
       {head + "vertex 0 0 0\nvertex 1 0 0\nendloop\n", "6: expected \"vertex\", found \"endloop\""},
       {head + "vertex 0 0\nvertex 1 0 0\n", "5: expected a finite number, found \"vertex\""},
       {head + "vertex 0 0 1,5\n", "4: expected a finite number, found \"1,5\""},
       {head + "vertex 0 0 1e999\n", "4: expected a finite number, found \"1e999\""},
       {head + "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nvertex 0 0 1\n", "7: expected \"endloop\", found \"vertex\""},
       {head + "vertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendsolid\n", "8: expected \"endfacet\", found \"endsolid\""}});
}

TEST(StlText, CutAfterAnyWordIsNoWholeFile) {
  const std::string text = "solid x\n" + facet + facet + "endsolid";
  ASSERT_EQ(verdict(read_stl, text), "fine");
  for (std::size_t length = 6; length < text.size(); ++length)
    EXPECT_NE(verdict(read_stl, text.substr(0, length)), "fine") << text.substr(0, length);
}

TEST(StlText, GivesEveryTriangleItsOwnVerticesInOrder) {
  const auto mesh = read_bytes(read_stl, "solid\n" + facet + facet + "endsolid\n");
  ASSERT_TRUE(mesh);
  EXPECT_EQ(mesh->triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {3, 4, 5}}));
  EXPECT_EQ(mesh->vertices[4], Vec3(1, 0, 0));
}

TEST(StlText, KeepsDoublesAsTheyAreWritten) {
  const auto mesh = read_bytes(read_stl,
                               "solid\nfacet normal 0 0 0 outer loop\nvertex 0.1 -0 5e-324\nvertex 1e308 +.5 9007199254740993\n"
                               "vertex 1 2 3\nendloop endfacet\nendsolid\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[0], Vec3(0.1, 0, 5e-324));
  EXPECT_TRUE(std::signbit(mesh->vertices[0].y()));
  EXPECT_EQ(mesh->vertices[1], Vec3(1e308, 0.5, 9007199254740992.0));
}

TEST(StlBinary, KeepsEveryBitOfItsFloats) {
  std::mt19937 random(77);
  TriangleMesh mesh;
  for (int i = 0; i < 300; ++i) {
    Vec3 v;
    for (double& x : v) {
      float number = std::bit_cast<float>(static_cast<std::uint32_t>(random()));
      x = std::isfinite(number) ? static_cast<double>(number) : -0.0;
    }
    mesh.vertices.push_back(v);
    if (i % 3 == 2)
      mesh.triangles.push_back(
          {static_cast<std::uint32_t>(i) - 2, static_cast<std::uint32_t>(i) - 1, static_cast<std::uint32_t>(i)});
  }
  const auto again = read_bytes(read_stl, test::stl_binary(mesh));
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(test::same_mesh(*again, mesh)) << "seed 77";
}

TEST(StlBinary, HasExactlyTheBytesItsCountAsksFor) {
  const std::string bytes = test::stl_binary(tetrahedron());
  ASSERT_EQ(bytes.size(), 284U);
  EXPECT_EQ(verdict(read_stl, bytes), "fine");
  EXPECT_EQ(verdict(read_stl, bytes + "x"), " byte 80: 4 triangles need 284 bytes, the file has 285");
  EXPECT_EQ(verdict(read_stl, bytes.substr(0, 283)), " byte 80: 4 triangles need 284 bytes, the file has 283");
  EXPECT_EQ(verdict(read_stl, bytes.substr(0, 84)), " byte 80: 4 triangles need 284 bytes, the file has 84");
  EXPECT_EQ(verdict(read_stl, bytes.substr(0, 83)), " byte 83: cut off inside the header of a binary STL file");
  EXPECT_EQ(verdict(read_stl, bytes.substr(0, 1)), " byte 1: cut off inside the header of a binary STL file");
}

TEST(StlBinary, NamesTheTriangleWhoseCornerIsNotFinite) {
  const float inf = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  for (std::size_t triangle = 0; triangle < 4; ++triangle)
    for (std::size_t number = 0; number < 9; ++number) {
      std::string bytes = test::stl_binary(tetrahedron());
      const std::size_t corners = 84 + 50 * triangle + 12;
      bytes.replace(corners + 4 * number, 4, bytes_of(number % 2 == 0 ? nan : -inf));
      EXPECT_EQ(verdict(read_stl, bytes),
                fmt::format(" byte {}: vertex {} has a coordinate that is not finite", corners, 3 * triangle + number / 3));
    }
}

TEST(StlBinary, LooksAtNeitherNormalsNorAttributes) {
  std::string bytes = test::stl_binary(tetrahedron());
  for (std::size_t triangle = 0; triangle < 4; ++triangle) {
    bytes.replace(84 + 50 * triangle, 4, bytes_of(std::numeric_limits<float>::quiet_NaN()));
    bytes.replace(84 + 50 * triangle + 48, 2, "\xff\xff");
  }
  const auto mesh = read_bytes(read_stl, bytes);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangle(2).v[1], Vec3(0, 0, 0.5));
}

/// The size decides first; what begins with "solid" and has another size is text, unless it holds a zero byte.
TEST(StlBinary, IsToldFromTextBySizeAndByZeros) {
  EXPECT_EQ(verdict(read_stl, test::stl_binary(tetrahedron(), "solid\nfacet")), "fine");
  EXPECT_EQ(verdict(read_stl, test::stl_binary(tetrahedron(), "solid") + "x"),
            " byte 80: 4 triangles need 284 bytes, the file has 285");
  std::string text = "solid " + std::string(100, 'n') + "\n" + facet + "endsolid\n";
  EXPECT_EQ(verdict(read_stl, text), "fine");
  text[50] = '\0';
  EXPECT_NE(verdict(read_stl, text).find("byte 80"), std::string::npos);
}

TEST(StlBinary, KnowsTheSizeOfABinaryFile) {
  const std::string bytes = test::stl_binary(tetrahedron());
  EXPECT_TRUE(io::has_binary_stl_size(bytes));
  EXPECT_FALSE(io::has_binary_stl_size(bytes + "x"));
  EXPECT_FALSE(io::has_binary_stl_size(bytes.substr(0, 283)));
  EXPECT_FALSE(io::has_binary_stl_size(bytes.substr(0, 83)));
  EXPECT_TRUE(io::has_binary_stl_size(std::string(84, '\0'))) << "no triangles";
  EXPECT_FALSE(io::has_binary_stl_size(""));
}

}  // namespace
}  // namespace graze
