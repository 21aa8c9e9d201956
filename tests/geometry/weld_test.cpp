/// Merging of vertices with identical coordinates.

#include <gtest/gtest.h>

#include <graze/generate.h>

#include "geometry/weld.h"

namespace graze {
namespace {

TriangleMesh soup_of(const TriangleMesh& mesh) {
  TriangleMesh soup;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(soup.vertices.size());
    for (const Vec3& v : mesh.triangle(i).v) soup.vertices.push_back(v);
    soup.triangles.push_back({first, first + 1, first + 2});
  }
  return soup;
}

TEST(Weld, GivesASoupItsSharedVerticesBackAndMovesNoTriangle) {
  const TriangleMesh mesh = make_torus_mesh(2, 0.5, 40, 20);
  const TriangleMesh result = welded(soup_of(mesh));
  EXPECT_EQ(result.vertices.size(), mesh.vertices.size());
  ASSERT_EQ(result.triangles.size(), mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) EXPECT_EQ(result.triangle(i).v, mesh.triangle(i).v);
}

TEST(Weld, KeepsTheOrderOfFirstAppearance) {
  const TriangleMesh result = welded(TriangleMesh{{{3, 0, 0}, {1, 0, 0}, {3, 0, 0}, {2, 0, 0}}, {{0, 1, 3}, {2, 1, 3}}});
  EXPECT_EQ(result.vertices, (std::vector<Vec3>{{3, 0, 0}, {1, 0, 0}, {2, 0, 0}}));
  EXPECT_EQ(result.triangles, (std::vector<std::array<std::uint32_t, 3>>{{0, 1, 2}, {0, 1, 2}}));
}

TEST(Weld, TakesNegativeZeroForZeroAndNothingElseForAnother) {
  const double next = std::nextafter(1.0, 2.0);
  const TriangleMesh result = welded(TriangleMesh{{{0.0, -0.0, 1}, {-0.0, 0.0, 1}, {0, 0, next}}, {{0, 1, 2}}});
  EXPECT_EQ(result.vertices.size(), 2U);
  EXPECT_EQ(result.triangles[0], (std::array<std::uint32_t, 3>{0, 0, 1}));
}

TEST(Weld, AcceptsAnEmptyMesh) { EXPECT_TRUE(welded({}).vertices.empty()); }

}  // namespace
}  // namespace graze
