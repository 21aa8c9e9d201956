/// Axis-aligned boxes against exact arithmetic, and when they are made.

#include <graze/tree/axis_boxes.h>

#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <graze/shapes/generate.h>
#include <graze/tree/mesh_tree.h>
#include <oracle/rational.h>

#include "tree/tree_meshes.h"

namespace graze::tree {
namespace {

using oracle::Rational;

/// In units of the tree.
Rational exact_place(const MeshTree& tree, const Vec3& v, int axis) {
  const Rational away = Rational(v[axis]) - Rational(tree.wide().origin[axis]);
  return tree.wide().exponent >= 0 ? Rational(away * Rational(std::ldexp(1.0, tree.wide().exponent)))
                                   : Rational(away / Rational(std::ldexp(1.0, -tree.wide().exponent)));
}

/// Whether the box of a slot has all corners of a triangle in it.
void expect_to_hold(const MeshTree& tree, const AxisNode& node, std::size_t lane, std::uint32_t triangle) {
  for (const Vec3& v : tree.mesh().triangle(triangle).v) {
    for (int k = 0; k < 3; ++k) {
      const Rational place = exact_place(tree, v, k);
      ASSERT_LE(Rational(static_cast<double>(node.planes[2 * k][lane])), place);
      ASSERT_GE(Rational(static_cast<double>(node.planes[2 * k + 1][lane])), place);
    }
  }
}

/// Checks a node and all below; returns the triangles there.
std::vector<std::uint32_t> expect_sound(const MeshTree& tree, std::uint32_t number) {
  const AxisNode& node = tree.axis_boxes().nodes[number];
  std::vector<std::uint32_t> all;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Slot slot = node.slots[lane];
    std::vector<std::uint32_t> held;
    if (slot.is_leaf()) {
      for (std::uint32_t i = 0; i < slot.count(); ++i) held.push_back(tree.order()[slot.first() + i]);
    } else if (!slot.is_empty()) {
      held = expect_sound(tree, slot.node());
    } else {
      for (int k = 0; k < 3; ++k) EXPECT_GT(node.planes[2 * k][lane], node.planes[2 * k + 1][lane]);
    }
    for (const std::uint32_t i : held) expect_to_hold(tree, node, lane, i);
    all.insert(all.end(), held.begin(), held.end());
  }
  return all;
}

TEST(AxisBoxes, ContainTheirTrianglesInExactArithmetic) {
  for (const double scale : {1.0, 1e-3, 0x1p-1000, 0x1p900}) {
    for (const Vec3& place : {Vec3(0, 0, 0), Vec3(1e3, -1e9, 0.1)}) {
      test::Random random(5);
      TriangleMesh mesh = test::random_soup(random, 60, 0.2);
      for (Vec3& v : mesh.vertices) v = scale * (v + place);
      for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
        const auto tree = MeshTree::build(mesh, {.layout = layout});
        ASSERT_TRUE(tree);
        EXPECT_EQ(expect_sound(*tree, 0).size(), mesh.triangles.size());
        if (HasFatalFailure()) FAIL() << scale << " " << place.transpose();
      }
    }
  }
}

TEST(AxisBoxes, AreTightAroundTheirTriangles) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 3));
  ASSERT_TRUE(tree);
  const AxisBoxes& boxes = tree->axis_boxes();
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(boxes.low[k], -boxes.unit, 1e-6);
    EXPECT_NEAR(boxes.high[k], boxes.unit, 1e-6);
  }
}

TEST(AxisBoxes, AreMadeOnceAndSharedByCopies) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 2));
  ASSERT_TRUE(tree);
  const MeshTree copy = *tree;
  EXPECT_EQ(&tree->axis_boxes(), &tree->axis_boxes());
  EXPECT_EQ(&copy.axis_boxes(), &tree->axis_boxes());
}

TEST(AxisBoxes, FollowARefitAndLeaveCopiesAlone) {
  TriangleMesh mesh = make_sphere_mesh(1, 2);
  const auto tree = MeshTree::build(mesh);
  ASSERT_TRUE(tree);
  MeshTree moved = *tree;
  const AxisBoxes& before = tree->axis_boxes();
  for (Vec3& v : mesh.vertices) v = Vec3(2 * v.x(), v.y() + 3, v.z());
  ASSERT_TRUE(moved.refit(mesh.vertices));
  EXPECT_EQ(expect_sound(moved, 0).size(), mesh.triangles.size());
  EXPECT_EQ(&tree->axis_boxes(), &before);
  EXPECT_EQ(expect_sound(*tree, 0).size(), mesh.triangles.size());
}

TEST(AxisBoxes, AreMadeByOneOfManyThreads) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 4));
  ASSERT_TRUE(tree);
  std::vector<const AxisBoxes*> seen(4);
  std::vector<std::size_t> nodes(seen.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] {
      seen[i] = &tree->axis_boxes();
      nodes[i] = seen[i]->nodes.size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], seen[0]);
    EXPECT_EQ(nodes[i], tree->wide().node_count());
  }
}

TEST(AxisBoxes, TakeAtMost28BytesATriangle) {
  const auto tree = MeshTree::build(test::bumpy_ball(40, 60, 0.2));
  ASSERT_TRUE(tree);
  const double bytes = static_cast<double>(tree->axis_boxes().nodes.size() * sizeof(AxisNode));
  EXPECT_LE(bytes, 28 * static_cast<double>(tree->order().size()));
}

}  // namespace
}  // namespace graze::tree
