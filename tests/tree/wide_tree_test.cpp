/// The wide form of a tree: every triangle once, inside all boxes above it, in few and full nodes.

#include <graze/tree/wide_tree.h>

#include <gtest/gtest.h>

#include <graze/tree/mesh_tree.h>

#include "fit/exact_containment.h"
#include "tree/tree_meshes.h"

namespace graze {
namespace {

/// The box of a slot in the frame of the mesh; exact, because scaling is by a power of two and the meshes here are centred.
Obb box_of(const tree::WideTree& wide, const tree::WideNode& node, std::size_t lane) {
  Obb box;
  for (Eigen::Index k = 0; k < 3; ++k) {
    box.center[k] = std::ldexp(static_cast<double>(node.boxes.center[k][lane]), -wide.exponent);
    box.half_extents[k] = std::ldexp(static_cast<double>(node.boxes.half_extents[k][lane]), -wide.exponent);
    for (std::size_t j = 0; j < 3; ++j) box.axes[j][k] = static_cast<double>(node.boxes.axes[j][k][lane]);
  }
  return box;
}

/// The point relative to the tree's origin, by exact subtraction or not at all.
void expect_inside(const tree::WideTree& wide, const Obb& box, const Vec3& point) {
  using oracle::rational;
  const oracle::Rational3 p = rational(point), o = rational(wide.origin), c = rational(box.center);
  const oracle::Rational3 d{p[0] - o[0] - c[0], p[1] - o[1] - c[1], p[2] - o[2] - c[2]};
  EXPECT_TRUE(oracle::contains(box, d)) << point.transpose();
}

struct Count {
  std::size_t nodes = 0, filled = 0;
  std::vector<int> seen;
};

/// Collects the triangles below a slot and checks them against its box.
std::vector<std::uint32_t> visit(const MeshTree& tree, const tree::WideNode& node, std::size_t lane, Count& count) {
  const tree::Slot slot = node.slots[lane];
  std::vector<std::uint32_t> triangles;
  if (slot.is_leaf()) {
    const auto listed = tree.order().subspan(slot.first(), slot.count());
    triangles.assign(listed.begin(), listed.end());
    for (const std::uint32_t t : triangles) ++count.seen[t];
  } else {
    const tree::WideNode& child = tree.wide().nodes[slot.node()];
    ++count.nodes;
    for (std::size_t k = 0; k < 8; ++k) {
      if (child.slots[k].is_empty()) continue;
      ++count.filled;
      const std::vector<std::uint32_t> below = visit(tree, child, k, count);
      triangles.insert(triangles.end(), below.begin(), below.end());
    }
  }
  const Obb box = box_of(tree.wide(), node, lane);
  for (const std::uint32_t t : triangles) {
    for (const Vec3& v : tree.mesh().triangle(t).v) expect_inside(tree.wide(), box, v);
  }
  return triangles;
}

Count expect_sound(const MeshTree& tree) {
  Count count;
  count.seen.assign(tree.mesh().triangles.size(), 0);
  visit(tree, tree.wide().nodes.front(), 0, count);
  for (const int seen : count.seen) EXPECT_EQ(seen, 1);
  return count;
}

TEST(WideTree, ContainsItsTrianglesAtEveryLevel) {
  for (const Vec3& center : {Vec3(0, 0, 0), Vec3(1e6, -3, 0.1)}) {
    for (const double size : {1.0, 1e-200, 1e200}) {
      TriangleMesh mesh = test::bumpy_ball(8, 12, 0.2);
      for (Vec3& v : mesh.vertices) v = size * (v + center);
      const auto tree = MeshTree::build(mesh);
      ASSERT_TRUE(tree);
      expect_sound(*tree);
    }
  }
}

TEST(WideTree, TakesOneTwoAndManyIdenticalTriangles) {
  for (const std::size_t count : {1U, 2U, 3U, 8U, 17U, 100U}) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.triangles.assign(count, {0, 1, 2});
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    expect_sound(*tree);
  }
}

TEST(WideTree, FillsMostOfItsSlots) {
  const auto tree = MeshTree::build(test::bumpy_ball(40, 60, 0.2));
  ASSERT_TRUE(tree);
  const Count count = expect_sound(*tree);
  EXPECT_GT(static_cast<double>(count.filled), 0.8 * 8 * static_cast<double>(count.nodes));
  EXPECT_LT(static_cast<double>(sizeof(tree::WideNode) * tree->wide().nodes.size()),
            80.0 * static_cast<double>(tree->order().size()));
}

TEST(WideTree, IsEmptyForAnEmptyMesh) {
  const auto tree = MeshTree::build({});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->wide().nodes.empty());
}

TEST(WideTree, KeepsTheSizeOfANode) { EXPECT_EQ(sizeof(tree::WideNode), 512U); }

}  // namespace
}  // namespace graze
