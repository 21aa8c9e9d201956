/// OBJ, and polygons cut into triangles.

#include <cmath>
#include <numbers>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <graze/mesh_file.h>

#include "io/mesh/samples.h"

namespace graze {
namespace {

class MeshObj : public test::TempFiles {
 protected:
  /// The polygon as one face.
  Result<TriangleMesh> read_polygon(const std::vector<Vec3>& corners) const {
    std::string text;
    for (const Vec3& v : corners) text += fmt::format("v {} {} {}\n", v.x(), v.y(), v.z());
    text += "f";
    for (std::size_t i = 0; i < corners.size(); ++i) text += fmt::format(" {}", i + 1);
    return read("a.obj", text + "\n");
  }

  /// The area must be that of the polygon, by the formula of Gauss: it is more when triangles reach outside or overlap.
  void expect_covered(const std::vector<Vec3>& corners, const std::string& trace) const {
    SCOPED_TRACE(trace);
    const auto mesh = read_polygon(corners);
    ASSERT_TRUE(mesh) << mesh.error().message;
    ASSERT_EQ(mesh->triangles.size(), corners.size() - 2);
    Vec3 sum = Vec3::Zero();
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec3& a = corners[i];
      const Vec3& b = corners[(i + 1) % corners.size()];
      sum += Vec3(a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(), a.x() * b.y() - a.y() * b.x());
    }
    const double rounding = 1e-12 * static_cast<double>(corners.size());
    EXPECT_NEAR(test::area_of(*mesh) / (sum.norm() / 2), 1, rounding);
  }
};

TEST_F(MeshObj, ReadsEveryKindOfCorner) {
  const auto mesh = read("a.obj", test::obj_text(test::tetrahedron()));
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_TRUE(test::same_mesh(*mesh, test::tetrahedron()));
}

TEST_F(MeshObj, CountsNegativeIndicesFromTheLastVertex) {
  const auto mesh = read("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf -3 -2/-1 -1//-1\nv 5 5 5\nf -1 -4 -3\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  const std::vector<std::array<std::uint32_t, 3>> expected = {{0, 1, 2}, {3, 0, 1}};
  EXPECT_EQ(mesh->triangles, expected);
}

TEST_F(MeshObj, KeepsTheOrderOfFacesThatComeBeforeTheirVertices) {
  const auto mesh = read("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\nf 2 3 1\nv 0 0 1\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  const std::vector<std::array<std::uint32_t, 3>> expected = {{0, 1, 2}, {0, 1, 3}, {1, 2, 0}};
  EXPECT_EQ(mesh->triangles, expected);
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1 2 3\nv 0 0 1\n"), "a.obj:2: vertex index 3 is out of range, there are 2 vertices");
}

TEST_F(MeshObj, UnderstandsContinuationsCommentsAndLineEnds) {
  const auto mesh = read("a.obj",
                         "\xEF\xBB\xBF# C:\\path\\\nv 0 0 0 # origin\r\nv 1 \\\n 0 0 1 0.5 0.5 0.5\rv 0 +1 -.0e1\n\n\tf 1 2 "
                         "\\\r\n3\ng a b\ns off\nl 1 2\np 1");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices.size(), 3U);
  EXPECT_EQ(mesh->triangles.size(), 1U);
}

TEST_F(MeshObj, BelievesAFirstLineOfCountsOnlyIfTheyComeTrue) {
  EXPECT_EQ(why("a.obj", "3 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"), "accepted");
  EXPECT_EQ(why("a.obj", "4 1\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"),
            "a.obj:1: 4 vertices and 1 faces are announced, 3 and 1 are there");
  EXPECT_EQ(why("a.obj", "v 0 0 0\n1 0\n"), "a.obj:2: \"1\" is not a statement of an OBJ file");
}

TEST_F(MeshObj, KeepsDoublesToTheLastBit) {
  const auto mesh = read(
      "a.obj",
      "v 0.1 1.7976931348623157e308 4.9406564584124654e-324\nv 9007199254740993 123456789.123456789 2.2250738585072011e-308\n");
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_EQ(mesh->vertices[0], Vec3(0.1, 1.7976931348623157e308, 4.9406564584124654e-324));
  EXPECT_EQ(mesh->vertices[1], Vec3(9007199254740992.0, 123456789.123456789, 2.2250738585072011e-308));
}

TEST_F(MeshObj, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(why("a.obj", "v 0 0 nan\n"), "a.obj:1: \"nan\" is not a finite number");
  EXPECT_EQ(why("a.obj", "v 0 0 1e999\n"), "a.obj:1: \"1e999\" is not a finite number");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1 1 9999999999\n"), "a.obj:2: vertex index 9999999999 is out of range, there are 1 vertices");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1 1 99999999999999999999\n"), "a.obj:2: \"99999999999999999999\" is not a corner of a face");
  EXPECT_EQ(why("a.obj", "v 0 0 0\n\nf 1 1 -2\n"), "a.obj:3: vertex index -2 is out of range, there are 1 vertices so far");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1/x 1 1\n"), "a.obj:2: \"1/x\" is not a corner of a face");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1/1/1/1 1 1\n"), "a.obj:2: \"1/1/1/1\" is not a corner of a face");
  EXPECT_EQ(why("a.obj", "vertex 0 0 0\n"), "a.obj:1: \"vertex\" is not a statement of an OBJ file");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nf 1 1 1 1 1\n", {.max_polygon_corners = 4}),
            "a.obj:2: a face of 5 corners is larger than the limit of 4");
  EXPECT_EQ(why("a.obj", "v 0 0 0\nv 0 0 0\n", {.max_vertices = 1}), "a.obj:2: 2 vertices are more than the limit of 1");
}

TEST_F(MeshObj, CoversConcaveQuadrilateralsWhereverTheyAreConcave) {
  const std::vector<Vec3> dart = {{0, 0, 0}, {2, 0, 0}, {1, .5, 0}, {1, 2, 0}};
  for (std::size_t turn = 0; turn < 4; ++turn) {
    std::vector<Vec3> corners;
    for (std::size_t i = 0; i < 4; ++i) corners.push_back(dart[(i + turn) % 4]);
    expect_covered(corners, fmt::format("turned by {}", turn));
  }
}

TEST_F(MeshObj, CoversStarsOfAnySizeInAnyPlane) {
  std::mt19937_64 random(20240917);
  std::uniform_real_distribution<double> uniform(0.05, 1);
  for (int n = 4; n < 400; n += 1 + n / 6) {
    const Vec3 u = Vec3(uniform(random), -uniform(random), uniform(random)).normalized();
    const Vec3 v = Vec3(u.y(), -u.x(), 0).normalized();
    std::vector<Vec3> corners;
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n;
      const double radius = 1e3 * uniform(random);
      corners.push_back(radius * (std::cos(angle) * u + std::sin(angle) * v));
    }
    expect_covered(corners, fmt::format("star of {}", n));
  }
}

/// Two facing combs: every ear is blocked by other teeth, and many corners are collinear.
TEST_F(MeshObj, CoversCombsAndSpiralsOfThousandsOfCorners) {
  std::vector<Vec3> comb;
  constexpr int teeth = 750;
  for (int i = 0; i < teeth; ++i) {
    comb.emplace_back(2 * i, i % 7, 0);
    comb.emplace_back(2 * i + 1, 100 + i % 5, 0);
  }
  for (int i = teeth; i-- > 0;) {
    comb.emplace_back(2 * i + 1, 101 + i % 5, 0);
    comb.emplace_back(2 * i, 1 + i % 7, 0);
  }
  expect_covered(comb, "comb");
  std::vector<Vec3> spiral;
  for (int i = 0; i < 1500; ++i) spiral.emplace_back((1 + i) * std::cos(0.1 * i), (1 + i) * std::sin(0.1 * i), 0);
  for (int i = 1500; i-- > 0;) spiral.emplace_back((2 + i) * std::cos(0.1 * i), (2 + i) * std::sin(0.1 * i), 0);
  expect_covered(spiral, "spiral");
}

TEST_F(MeshObj, CoversPolygonsWithRepeatedAndCollinearCornersAndABridgedHole) {
  expect_covered({{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {3, 3, 0}, {0, 3, 0}, {0, 2, 0}, {0, 1, 0}}, "collinear");
  expect_covered({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {0, 4, 0}, {0, 0, 0}, {1, 1, 0}, {1, 3, 0}, {3, 3, 0}, {3, 1, 0}, {1, 1, 0}},
                 "hole");
}

TEST_F(MeshObj, CutsHugeAndTinyPolygonsAsItCutsOthers) {
  const std::vector<Vec3> arrow = {{0, 0, 0}, {4, -3, 0}, {1, 0, 0}, {4, 3, 0}, {-1, 1, 0}};
  const auto plain = read_polygon(arrow);
  ASSERT_TRUE(plain);
  for (const double size : {0x1p1000, 0x1p-1000}) {
    std::vector<Vec3> scaled;
    for (const Vec3& v : arrow) scaled.push_back(size * v);
    const auto mesh = read_polygon(scaled);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles, plain->triangles);
  }
}

TEST_F(MeshObj, GivesEveryPolygonTwoTrianglesFewerThanCornersEvenIfItCrossesItself) {
  std::mt19937_64 random(7);
  std::uniform_int_distribution<int> grid(0, 6);
  for (int n = 4; n < 60; ++n) {
    std::vector<Vec3> corners;
    for (int i = 0; i < n; ++i) corners.emplace_back(grid(random), grid(random), grid(random) / 3);
    const auto mesh = read_polygon(corners);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(mesh->triangles.size(), corners.size() - 2);
  }
}

}  // namespace
}  // namespace graze
