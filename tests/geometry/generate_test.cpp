/// Generated meshes are closed, outward and of the size their formulas say.

#include <map>
#include <numbers>

#include <gtest/gtest.h>

#include <graze/generate.h>

namespace graze {
namespace {

/// Every directed edge once, and its opposite once: closed, and oriented the same everywhere.
void expect_closed(const TriangleMesh& mesh) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1U);
  }
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t c : t) ASSERT_LT(c, mesh.vertices.size());
  }
}

double volume_of(const TriangleMesh& mesh) {
  double volume = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const auto [a, b, c] = mesh.triangle(i).v;
    volume += (a.x() * (b.y() * c.z() - b.z() * c.y()) + a.y() * (b.z() * c.x() - b.x() * c.z()) +
               a.z() * (b.x() * c.y() - b.y() * c.x())) /
              6;
  }
  return volume;
}

int euler_characteristic(const TriangleMesh& mesh) {
  return static_cast<int>(mesh.vertices.size()) - static_cast<int>(mesh.triangles.size()) / 2;  // V - E + F with E = 3F/2
}

TEST(Generate, MakesAClosedOutwardBox) {
  const TriangleMesh box = make_box_mesh({1, 2, 3});
  expect_closed(box);
  EXPECT_EQ(box.triangles.size(), 12U);
  EXPECT_DOUBLE_EQ(volume_of(box), 48);
}

TEST(Generate, MakesSpheresThatFillMoreOfTheBallWithEveryLevel) {
  double before = 0;
  for (int levels = 0; levels <= 5; ++levels) {
    const TriangleMesh sphere = make_sphere_mesh(2, levels);
    expect_closed(sphere);
    EXPECT_EQ(sphere.triangles.size(), 20U << (2 * levels));
    EXPECT_EQ(euler_characteristic(sphere), 2);
    for (const Vec3& v : sphere.vertices) EXPECT_NEAR(v.norm(), 2, 1e-15 * 2 * 2);
    EXPECT_GT(volume_of(sphere), before);
    before = volume_of(sphere);
  }
  const double ball = 4.0 / 3 * std::numbers::pi * 8;
  EXPECT_LT(before, ball);
  EXPECT_NEAR(before / ball, 1, 2e-3);  // the sagitta of edges of 2 degrees
}

TEST(Generate, MakesAClosedOutwardTorus) {
  const TriangleMesh torus = make_torus_mesh(3, 1, 200, 100);
  expect_closed(torus);
  EXPECT_EQ(torus.triangles.size(), 40'000U);
  EXPECT_EQ(euler_characteristic(torus), 0);
  EXPECT_NEAR(volume_of(torus) / (2 * std::numbers::pi * std::numbers::pi * 3), 1, 1e-2);
  expect_closed(make_torus_mesh(3, 1, 3, 3));
}

TEST(Generate, MakesABumpySphereThatIsClosedAndNotConvex) {
  const TriangleMesh bumpy = make_bumpy_sphere_mesh(1, 0.3, 4);
  expect_closed(bumpy);
  EXPECT_GT(volume_of(bumpy), 0);
  double least = 2;
  double most = 0;
  for (const Vec3& v : bumpy.vertices) {
    least = std::min(least, v.norm());
    most = std::max(most, v.norm());
  }
  EXPECT_GE(least, 0.7);
  EXPECT_LT(least, 0.95);
  EXPECT_GT(most, 1.05);
  EXPECT_LE(most, 1.3);
}

}  // namespace
}  // namespace graze
