/// Boxes of nodes are what the chosen fit says.

#include <gtest/gtest.h>

#include <graze/fit.h>
#include <graze/generate.h>

#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/wide_tree_checks.h"

namespace graze {
namespace {

/// Stored in single precision: relative to the size of the mesh.
constexpr double single = 1e-5;

Obb root_of(const TriangleMesh& mesh, NodeFit fit) {
  const auto tree = MeshTree::build(mesh, {.fit = fit});
  EXPECT_TRUE(tree);
  test::expect_sound(*tree);
  return tree->root_box();
}

/// Long in x and thin in z, dense at one end, turned: every fit gives another box.
TriangleMesh lopsided() {
  TriangleMesh mesh = make_torus_mesh(1, 0.4, 24, 12);
  test::Engine random(11);
  const Pose pose = test::random_pose(random, 1);
  for (Vec3& v : mesh.vertices) {
    const double x = v.x() + 2;
    v = pose.to_world(Vec3(x * x * x / 4, v.y() + 0.3 * x, 0.3 * v.z()));
  }
  return mesh;
}

void expect_same_box(const Obb& found, const Obb& expected, double within) {
  EXPECT_LT((found.center - expected.center).norm(), within);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(std::abs(found.axes[i].dot(expected.axes[i])), 1, within);
    EXPECT_NEAR(found.half_extents[static_cast<Eigen::Index>(i)], expected.half_extents[static_cast<Eigen::Index>(i)], within);
  }
}

TEST(NodeFits, OfTheRootAreTheFitsOfTheMesh) {
  const TriangleMesh mesh = lopsided();
  const std::pair<NodeFit, FitMethod> same[] = {{NodeFit::pca_points, FitMethod::pca_points},
                                                {NodeFit::pca_triangles, FitMethod::pca_triangles},
                                                {NodeFit::aabb, FitMethod::aabb},
                                                {NodeFit::mean_points, FitMethod::mean_points},
                                                {NodeFit::mean_triangles, FitMethod::mean_triangles}};
  for (const auto& [node_fit, method] : same)
    expect_same_box(root_of(mesh, node_fit), std::get<Obb>(fit(mesh, method)), 30 * single);
  const double least = volume_of(fit(mesh, FitMethod::min_volume));
  EXPECT_NEAR(volume_of(root_of(mesh, NodeFit::min_volume)), least, 100 * single * least);
}

TEST(NodeFits, AlongTheCoordinatesAreSoEverywhere) {
  const auto tree = MeshTree::build(lopsided(), {.fit = NodeFit::aabb});
  ASSERT_TRUE(tree);
  for (const tree::WideNode& node : tree->wide().nodes) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if (node.slots[lane].is_empty()) continue;
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k) EXPECT_EQ(node.boxes.axes[i][k][lane], i == k ? 1.0F : 0.0F);
    }
  }
}

TEST(NodeFits, AreKeptWhenATreeIsRefitted) {
  const TriangleMesh mesh = lopsided();
  for (const NodeFit fit : {NodeFit::aabb, NodeFit::mean_points, NodeFit::min_volume}) {
    const auto built = MeshTree::build(mesh, {.fit = fit});
    ASSERT_TRUE(built);
    MeshTree refitted = *built;
    std::vector<Vec3> moved = mesh.vertices;
    for (Vec3& v : moved) v = Vec3(2 * v.y(), v.x(), v.z() - 1);
    ASSERT_TRUE(refitted.refit(moved));
    test::expect_sound(refitted);
    EXPECT_FALSE(test::same_bits(*built, refitted));
    ASSERT_TRUE(refitted.refit(mesh.vertices));
    EXPECT_TRUE(test::same_bits(*built, refitted));
  }
}

TEST(NodeFits, TakePointsLinesAndRepeatedTriangles) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 2, 3}, {2, 4, 6}, {1, 0, 0}}, {}};
  for (std::uint32_t i = 0; i < 30; ++i) mesh.triangles.push_back({i % 4, i % 3, i % 3});
  for (std::uint32_t i = 0; i < 10; ++i) mesh.triangles.push_back({0, 1, 2});
  for (const NodeFit fit : {NodeFit::best, NodeFit::min_volume, NodeFit::pca_points, NodeFit::pca_triangles, NodeFit::aabb,
                            NodeFit::mean_points, NodeFit::mean_triangles}) {
    for (const double scale : {1.0, 0x1p-900, 0x1p900}) {
      TriangleMesh scaled = mesh;
      for (Vec3& v : scaled.vertices) v *= scale;
      const auto tree = MeshTree::build(scaled, {.fit = fit});
      ASSERT_TRUE(tree);
      test::expect_sound(*tree);
    }
  }
}

TEST(NodeFits, GiveTheSameBitsOnAnyNumberOfThreads) {
  const TriangleMesh mesh = lopsided();
  for (const NodeFit fit : {NodeFit::min_volume, NodeFit::pca_points, NodeFit::mean_triangles}) {
    const auto one = MeshTree::build(mesh, {.threads = 1, .fit = fit}), three = MeshTree::build(mesh, {.threads = 3, .fit = fit});
    ASSERT_TRUE(one && three);
    EXPECT_TRUE(test::same_bits(*one, *three));
  }
}

}  // namespace
}  // namespace graze
