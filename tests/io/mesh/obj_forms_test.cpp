/// OBJ: statements, corners, numbers of vertices from either end, and the line of every mistake.

#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/in_memory.h"
#include "io/mesh/temp.h"

namespace graze {
namespace {

using io::read_obj;
using test::read_bytes;
using test::verdict;

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

const std::string three_corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";

TEST(Obj, IsJudgedAlikeWithEveryLineEnd) {
  test::expect_judged(read_obj,
                      {{"", "fine"},
                       {"# nothing", "fine"},
                       {three_corners + "f 1 2 3", "fine"},
                       {three_corners + "fo 1 2 3\n", "fine"},
                       {three_corners + "f 1/1 2/2 3/3\nf 1//1 2//2 3//3\nf 1/1/1 2/ 3//\n", "fine"},
                       {three_corners + "f 1 2 3 # a comment\nf 1 2 3#another\n", "fine"},
                       {"v 0 0 0 1\nv 0 0 0 1 1 1\nv 0 0 0 1 1 1 1\nv 0 0 0 1 1 1 1 1\n", "fine"},
                       {"v 0 0 0 1 1 1 1 1 1\n", "1: a vertex with too many numbers"},
                       {"v 0 0\n", "1: a vertex needs three coordinates, this one has 2"},
                       {"v\n", "1: a vertex needs three coordinates, this one has 0"},
                       {"v 0 0 0 x\n", "1: \"x\" is not a finite number"},
                       {"v 0 0 0x10\n", "1: \"0x10\" is not a finite number"},
                       {three_corners + "f 1 2\n", "4: a face needs three corners, this one has 2"},
                       {three_corners + "f\n", "4: a face needs three corners, this one has 0"},
                       {three_corners + "f 1 2 0\n", "4: vertex index 0 is out of range, there are 3 vertices so far"},
                       {three_corners + "f 1 2 -4\n", "4: vertex index -4 is out of range, there are 3 vertices so far"},
                       {three_corners + "f 1 2 4\n", "4: vertex index 4 is out of range, there are 3 vertices"},
                       {three_corners + "f 1 2 4\nv 0 0 1\nf 1 2 5\n", "6: vertex index 5 is out of range, there are 4 vertices"},
                       {three_corners + "f 1 2 3.0\n", "4: \"3.0\" is not a corner of a face"},
                       {three_corners + "f 1 2 3/1.5\n", "4: \"3/1.5\" is not a corner of a face"},
                       {three_corners + "f 1 2 /3\n", "4: \"/3\" is not a corner of a face"},
                       {three_corners + "f 1 2 3/1/1/\n", "4: \"3/1/1/\" is not a corner of a face"},
                       {three_corners + "F 1 2 3\n", "4: \"F\" is not a statement of an OBJ file"},
                       {three_corners + "face 1 2 3\n", "4: \"face\" is not a statement of an OBJ file"},
                       {"v 0 0 0\n1 1\n", "2: \"1\" is not a statement of an OBJ file"},
                       {"1 2 3\n", "1: a line of numbers is not a statement of an OBJ file"},
                       {"1 x\n", "1: a line of numbers is not a statement of an OBJ file"},
                       {"3 2\n" + three_corners + "f 1 2 3\n", "1: 3 vertices and 2 faces are announced, 3 and 1 are there"},
                       {"-3 1\n" + three_corners + "f 1 2 3\n", "1: -3 vertices and 1 faces are announced, 3 and 1 are there"},
                       {"\n# counts\n3 1\n" + three_corners + "f 1 2 3\n", "fine"}});
}

/// A statement that goes on over several lines is named by its first.
TEST(Obj, NamesTheLineWhereAStatementBegins) {
  test::expect_judged(
      read_obj, {{"v 0 \\\n0 \\\n0\nv 0 \\\n 0 \\\n x\n", "4: \"x\" is not a finite number"},
                 {three_corners + "f 1 \\\n2 \\\n\\\n9\nv 1 1 1\n", "4: vertex index 9 is out of range, there are 4 vertices"}});
}

TEST(Obj, ReadsOverEveryStatementThatHasNoTriangles) {
  std::string text = three_corners;
  for (const char* word :
       {"vt 0 0",      "vn 0 0 1",     "vp 0",        "g",          "o a b",    "s off",         "l 1 2",  "p 1",
        "usemtl x",    "mtllib y.mtl", "usemap",      "maplib",     "mg 1",     "bevel on",      "lod 1",  "c_interp on",
        "d_interp on", "shadow_obj z", "trace_obj z", "ctech",      "stech",    "cstype bezier", "deg 3",  "bmat u 1",
        "step 1",      "curv 0 1 1 2", "curv2 1 2",   "surf 0 1",   "parm u 0", "trim 0",        "hole 0", "scrv 0",
        "sp 1",        "end",          "con 1",       "call a.obj", "csh ls",   "bsp",           "bzp",    "cdc",
        "cdp",         "res 1 1"})
    text += std::string(word) + "\n";
  const auto mesh = read_bytes(read_obj, text + "f 1 2 3\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles.size(), 1U);
  EXPECT_EQ(mesh->vertices.size(), 3U);
}

/// Negative numbers count back from the vertices that are there, positive ones from the first: the same face either way.
TEST(Obj, NumbersVerticesFromEitherEnd) {
  std::mt19937 random(41);
  std::string forward, backward;
  std::int64_t vertices = 0;
  for (int line = 0; line < 500; ++line) {
    if (vertices < 3 || random() % 2 == 0) {
      const std::string vertex = fmt::format("v {} {} {}\n", random() % 10, random() % 10, random() % 10);
      forward += vertex, backward += vertex;
      ++vertices;
      continue;
    }
    forward += "f", backward += "f";
    for (int corner = 0; corner < 3; ++corner) {
      const std::int64_t index = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(vertices));
      forward += fmt::format(" {}", index), backward += fmt::format(" {}", index - vertices - 1);
    }
    forward += "\n", backward += "\n";
  }
  const auto one = read_bytes(read_obj, forward), other = read_bytes(read_obj, backward);
  ASSERT_TRUE(one && other) << "seed 41";
  EXPECT_TRUE(test::same_mesh(*one, *other)) << "seed 41";
  EXPECT_GT(one->triangles.size(), 100U);
}

/// Numbers in negative corners are those of the moment, also when the face has to wait for another of its vertices.
TEST(Obj, CountsBackFromTheVerticesBeforeTheFace) {
  const auto mesh = read_bytes(read_obj, three_corners + "f -1 -2 4\nv 9 9 9\nf -1 -2 -3\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles, (Triangles{{2, 1, 3}, {3, 2, 1}}));
}

TEST(Obj, MayHaveItsFacesBeforeAllVertices) {
  const auto mesh = read_bytes(read_obj, "f 1 2 3\nf 3 2 4\n" + three_corners + "v 1 1 0\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {2, 1, 3}}));
  EXPECT_EQ(verdict(read_obj, "f 1 2 3\nf 3 2 5\n" + three_corners + "v 1 1 0\n"),
            "2: vertex index 5 is out of range, there are 4 vertices");
}

TEST(Obj, KeepsRepeatedAndUnusedVertices) {
  const auto mesh = read_bytes(read_obj, "v 1 2 3\nv 1 2 3\nv -0 0 0\nv 7 7 7\nf 1 2 3\nf 1 1 1\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 4U);
  EXPECT_EQ(mesh->triangles, (Triangles{{0, 1, 2}, {0, 0, 0}}));
  EXPECT_TRUE(std::signbit(mesh->vertices[2].x()));
}

}  // namespace
}  // namespace graze
