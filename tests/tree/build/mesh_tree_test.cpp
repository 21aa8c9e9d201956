/// What the binary tree of a mesh promises about itself: containment, each triangle once, bounded depth, the same bits every time.

#include <algorithm>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include "fit/exact_containment.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace graze {
namespace {

Result<MeshTree> build(const TriangleMesh& mesh, std::uint32_t max_leaf = 1) {
  return MeshTree::build(mesh, {.max_leaf_triangles = max_leaf, .keep_binary = true});
}

/// Checks the subtree and returns how many triangles it holds.
std::size_t expect_sound(const MeshTree& tree, std::uint32_t index, std::size_t depth) {
  EXPECT_LE(depth, MeshTree::max_depth);
  const TreeNode& node = tree.binary()[index];
  if (node.is_leaf()) return node.count;
  EXPECT_GT(node.first, index);
  return expect_sound(tree, node.first, depth + 1) + expect_sound(tree, node.first + 1, depth + 1);
}

void collect(const MeshTree& tree, std::uint32_t index, std::vector<std::uint32_t>& out) {
  const TreeNode& node = tree.binary()[index];
  if (node.is_leaf()) {
    const auto triangles = tree.triangles_of(node);
    out.insert(out.end(), triangles.begin(), triangles.end());
    return;
  }
  collect(tree, node.first, out);
  collect(tree, node.first + 1, out);
}

void expect_contains_exactly(const MeshTree& tree) {
  for (std::uint32_t n = 0; n < tree.binary().size(); ++n) {
    std::vector<std::uint32_t> triangles;
    collect(tree, n, triangles);
    for (const std::uint32_t t : triangles) {
      for (const Vec3& v : tree.mesh().triangle(t).v) ASSERT_TRUE(oracle::contains(tree.binary()[n].box, v)) << "node " << n;
    }
  }
}

void expect_valid(const MeshTree& tree, std::uint32_t max_leaf) {
  ASSERT_FALSE(tree.binary().empty());
  EXPECT_EQ(expect_sound(tree, 0, 0), tree.mesh().triangles.size());
  std::vector<std::uint32_t> order(tree.order().begin(), tree.order().end());
  std::sort(order.begin(), order.end());
  for (std::uint32_t i = 0; i < order.size(); ++i) ASSERT_EQ(order[i], i);
  for (const TreeNode& node : tree.binary()) ASSERT_LE(node.count, max_leaf);
  expect_contains_exactly(tree);
}

TEST(MeshTree, ContainsItsTrianglesAtEveryLevel) {
  for (const std::uint32_t max_leaf : {1U, 2U, 5U}) {
    const auto tree = build(test::bumpy_ball(9, 14, 0.2), max_leaf);
    ASSERT_TRUE(tree);
    expect_valid(*tree, max_leaf);
  }
}

TEST(MeshTree, HasNoNodesForAnEmptyMesh) {
  const auto tree = build({});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->binary().empty());
  EXPECT_TRUE(tree->empty());
}

TEST(MeshTree, KeepsTheBinaryTreeOnlyWhenAskedTo) {
  const auto tree = MeshTree::build(test::bumpy_ball(3, 4, 0));
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->binary().empty());
  EXPECT_FALSE(tree->empty());
}

TEST(MeshTree, TakesOneTwoAndManyIdenticalTriangles) {
  for (const std::size_t count : {1U, 2U, 3U, 8U, 9U, 100U}) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.triangles.assign(count, {0, 1, 2});
    const auto tree = build(mesh);
    ASSERT_TRUE(tree);
    expect_valid(*tree, 1);
  }
}

TEST(MeshTree, TakesZeroAreaTriangles) {
  TriangleMesh mesh{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 0, 0}}, {}};
  for (std::uint32_t i = 0; i < 40; ++i) mesh.triangles.push_back({i % 4, i % 3, i % 3});
  const auto tree = build(mesh);
  ASSERT_TRUE(tree);
  expect_valid(*tree, 1);
}

TEST(MeshTree, StaysShallowWhenEveryCutPeelsOffOneTriangle) {
  TriangleMesh mesh;
  for (unsigned i = 0; i < 400; ++i) {
    const double x = std::ldexp(1.0, static_cast<int>(i) - 200);
    for (const double y : {0.0, 1.0, 2.0}) mesh.vertices.push_back({x, x * y, x * y * y});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto tree = build(mesh);
  ASSERT_TRUE(tree);
  expect_valid(*tree, 1);
}

TEST(MeshTree, TakesCoordinatesAtTheEndsOfTheRangeOfDouble) {
  for (const double scale : {1e-320, 1e-200, 1e200, 1e307}) {
    TriangleMesh mesh = test::bumpy_ball(4, 6, 0.1);
    for (Vec3& v : mesh.vertices) v *= scale;
    const auto tree = build(mesh);
    ASSERT_TRUE(tree);
    expect_valid(*tree, 1);
  }
}

TEST(MeshTree, IsTheSameBitForBitEveryTime) {
  const auto once = build(test::bumpy_ball(12, 20, 0.2));
  const auto again = build(test::bumpy_ball(12, 20, 0.2));
  ASSERT_TRUE(once && again);
  ASSERT_EQ(once->binary().size(), again->binary().size());
  for (std::size_t n = 0; n < once->binary().size(); ++n) {
    const TreeNode &x = once->binary()[n], &y = again->binary()[n];
    ASSERT_EQ(x.first, y.first);
    ASSERT_EQ(x.count, y.count);
    ASSERT_EQ(x.box.center, y.box.center);
    ASSERT_EQ(x.box.axes, y.box.axes);
    ASSERT_EQ(x.box.half_extents, y.box.half_extents);
  }
}

TEST(MeshTree, RefusesBadMeshesByName) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 3}}}};
  const auto out_of_range = build(mesh);
  ASSERT_FALSE(out_of_range);
  EXPECT_EQ(out_of_range.error().code, ErrorCode::bad_shape);
  EXPECT_NE(out_of_range.error().message.find("triangles[0]"), std::string::npos);
  mesh.triangles[0][2] = 2;
  mesh.vertices[1].y() = std::numeric_limits<double>::quiet_NaN();
  const auto not_finite = build(mesh);
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().code, ErrorCode::not_finite);
  EXPECT_NE(not_finite.error().message.find("vertices[1]"), std::string::npos);
}

TEST(MeshTree, RefusesLeavesOfNoneOrMoreThanEight) {
  for (const std::uint32_t max_leaf : {0U, 9U}) {
    const auto tree = MeshTree::build(test::bumpy_ball(3, 4, 0), {.max_leaf_triangles = max_leaf});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::bad_option);
  }
}

TEST(MeshTree, CutsALongStripAcrossAndNotAlong) {
  // Two hundred triangles in a row: surface-area cuts must leave children about half as long as their parent.
  TriangleMesh mesh;
  for (unsigned i = 0; i < 200; ++i) {
    const double x = i;
    mesh.vertices.insert(mesh.vertices.end(), {Vec3(x, 0, 0), Vec3(x + 1, 0, 0), Vec3(x, 1, 0)});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto tree = build(mesh);
  ASSERT_TRUE(tree);
  const TreeNode& root = tree->binary()[0];
  EXPECT_NEAR(root.box.half_extents.maxCoeff(), 100, 1);
  for (const std::uint32_t child : {root.first, root.first + 1})
    EXPECT_NEAR(tree->binary()[child].box.half_extents.maxCoeff(), 50, 8);
}

}  // namespace
}  // namespace graze
