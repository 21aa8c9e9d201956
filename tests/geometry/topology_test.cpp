#include <gtest/gtest.h>

#include <graze/answers.h>
#include <graze/generate.h>

#include "geometry/topology.h"

namespace graze {
namespace {

TriangleMesh soup_of(const TriangleMesh& mesh) {
  TriangleMesh soup;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const Vec3& v : mesh.triangle(i).v) soup.vertices.push_back(v);
    soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return soup;
}

TEST(Topology, CallsGeneratedBodiesClosedAndOriented) {
  for (const TriangleMesh& mesh : {make_box_mesh(Vec3(1, 2, 3)), make_sphere_mesh(1, 2), make_torus_mesh(2, 0.5, 9, 7)}) {
    const Topology topology = topology_of(mesh);
    EXPECT_TRUE(topology.is_closed());
    EXPECT_TRUE(topology.is_oriented());
    EXPECT_EQ(topology.non_manifold_edges, 0U);
    EXPECT_EQ(topology.edges, mesh.triangles.size() * 3 / 2);
    EXPECT_TRUE(topology_of(soup_of(mesh)).is_closed());
  }
}

TEST(Topology, CountsTheRimOfAHole) {
  TriangleMesh mesh = make_box_mesh(Vec3(1, 1, 1));
  mesh.triangles.pop_back();
  EXPECT_EQ(topology_of(mesh).open_edges, 3U);
  EXPECT_FALSE(topology_of(mesh).is_closed());
}

TEST(Topology, SeesATriangleTurnedOver) {
  TriangleMesh mesh = make_box_mesh(Vec3(1, 1, 1));
  std::swap(mesh.triangles[0][0], mesh.triangles[0][1]);
  EXPECT_TRUE(topology_of(mesh).is_closed());
  EXPECT_FALSE(topology_of(mesh).is_oriented());
  EXPECT_EQ(topology_of(mesh).unbalanced_edges, 3U);
}

TEST(Topology, TakesRepeatedAndDegenerateTriangles) {
  TriangleMesh mesh = make_box_mesh(Vec3(1, 1, 1));
  mesh.triangles.push_back({0, 0, 1});
  EXPECT_TRUE(topology_of(mesh).is_closed());
  EXPECT_TRUE(topology_of(mesh).is_oriented());
  mesh = make_box_mesh(Vec3(1, 1, 1));
  mesh.triangles.insert(mesh.triangles.end(), mesh.triangles.begin(), mesh.triangles.end());
  EXPECT_TRUE(topology_of(mesh).is_closed());
  EXPECT_EQ(topology_of(mesh).non_manifold_edges, 18U);
}

TEST(Topology, CallsNothingClosed) {
  EXPECT_TRUE(topology_of({}).is_closed());
  EXPECT_EQ(topology_of(TriangleMesh{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{0, 1, 2}}}).open_edges, 3U);
}

}  // namespace
}  // namespace graze
