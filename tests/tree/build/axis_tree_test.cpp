/// Trees of axis-aligned boxes against exact arithmetic, and when they are made.

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/rational.h>

#include <graze/generate.h>

#include "tree/nodes/axis_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

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

/// Whether the corners of a block are those of its triangles, rounded.
void expect_to_stand_for(const MeshTree& tree, const TriangleBlock& block) {
  for (std::size_t i = 0; i < TriangleBlock::size; ++i) {
    const auto triangle = tree.mesh().triangle(block.numbers[i]);
    for (std::size_t corner = 0; corner < 3; ++corner) {
      for (int k = 0; k < 3; ++k) {
        const Rational off = exact_place(tree, triangle.v[corner], k) - Rational(static_cast<double>(block.corners[corner][k][i]));
        ASSERT_LE(abs(off), Rational(0x1.01p-24 * tree.axis_tree().size));
      }
    }
  }
}

/// Checks a node and all below; returns the triangles there.
std::vector<std::uint32_t> expect_sound_below(const MeshTree& tree, std::uint32_t number) {
  const AxisNode& node = tree.axis_tree().nodes[number];
  std::vector<std::uint32_t> all;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Slot slot = node.slots[lane];
    std::vector<std::uint32_t> held;
    if (slot.is_leaf()) {
      const TriangleBlock& block = tree.axis_tree().blocks[slot.first()];
      held.assign(block.numbers, block.numbers + slot.count());
      expect_to_stand_for(tree, block);
    } else if (!slot.is_empty()) {
      held = expect_sound_below(tree, slot.node());
    } else {
      for (int k = 0; k < 3; ++k) EXPECT_GT(node.planes[2 * k][lane], node.planes[2 * k + 1][lane]);
    }
    for (const std::uint32_t i : held) expect_to_hold(tree, node, lane, i);
    all.insert(all.end(), held.begin(), held.end());
  }
  return all;
}

void expect_all_once(std::vector<std::uint32_t> triangles, std::size_t count) {
  std::sort(triangles.begin(), triangles.end());
  ASSERT_EQ(triangles.size(), count);
  for (std::uint32_t i = 0; i < count; ++i) ASSERT_EQ(triangles[i], i);
}

TEST(AxisTree, ContainsItsTrianglesInExactArithmetic) {
  for (const double scale : {1.0, 1e-3, 0x1p-1000, 0x1p900}) {
    for (const Vec3& place : {Vec3(0, 0, 0), Vec3(1e3, -1e9, 0.1)}) {
      test::Engine random(5);
      TriangleMesh mesh = test::random_soup(random, 60, 0.2);
      for (Vec3& v : mesh.vertices) v = scale * (v + place);
      for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
        const auto tree = MeshTree::build(mesh, {.layout = layout});
        ASSERT_TRUE(tree);
        expect_all_once(expect_sound_below(*tree, 0), mesh.triangles.size());
        if (HasFatalFailure()) FAIL() << scale << " " << place.transpose();
      }
    }
  }
}

TEST(AxisTree, HasOneBoxAroundFewTriangles) {
  for (const int count : {1, 3, 4, 5, 8}) {
    test::Engine random(6);
    const auto tree = MeshTree::build(test::random_soup(random, count, 0.2));
    ASSERT_TRUE(tree);
    const AxisTree& boxes = tree->axis_tree();
    ASSERT_TRUE(boxes.is_of_few());
    std::vector<std::uint32_t> held;
    for (const TriangleBlock& block : boxes.blocks) {
      expect_to_stand_for(*tree, block);
      for (const std::uint32_t i : block.numbers) expect_to_hold(*tree, boxes.nodes.at(0), 0, i);
      held.insert(held.end(), std::begin(block.numbers), std::end(block.numbers));
    }
    std::sort(held.begin(), held.end());
    held.erase(std::unique(held.begin(), held.end()), held.end());
    expect_all_once(held, static_cast<std::size_t>(count));
  }
}

TEST(AxisTree, IsTightAroundItsTriangles) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 3));
  ASSERT_TRUE(tree);
  const AxisTree& boxes = tree->axis_tree();
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(boxes.low[k], -boxes.unit, 1e-6);
    EXPECT_NEAR(boxes.high[k], boxes.unit, 1e-6);
  }
}

TEST(AxisTree, IsMadeOnceAndSharedByCopies) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 2));
  ASSERT_TRUE(tree);
  const MeshTree copy = *tree;
  EXPECT_EQ(&tree->axis_tree(), &tree->axis_tree());
  EXPECT_EQ(&copy.axis_tree(), &tree->axis_tree());
}

TEST(AxisTree, FollowsARefitAndLeavesCopiesAlone) {
  TriangleMesh mesh = make_sphere_mesh(1, 2);
  const auto tree = MeshTree::build(mesh);
  ASSERT_TRUE(tree);
  MeshTree moved = *tree;
  const AxisTree& before = tree->axis_tree();
  for (Vec3& v : mesh.vertices) v = Vec3(2 * v.x(), v.y() + 3, v.z());
  ASSERT_TRUE(moved.refit(mesh.vertices));
  expect_all_once(expect_sound_below(moved, 0), mesh.triangles.size());
  EXPECT_EQ(&tree->axis_tree(), &before);
  expect_all_once(expect_sound_below(*tree, 0), mesh.triangles.size());
}

TEST(AxisTree, IsMadeByOneOfManyThreads) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 4));
  ASSERT_TRUE(tree);
  std::vector<const AxisTree*> seen(4);
  std::vector<std::size_t> nodes(seen.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    threads.emplace_back([&, i] {
      seen[i] = &tree->axis_tree();
      nodes[i] = seen[i]->nodes.size();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < seen.size(); ++i) {
    EXPECT_EQ(seen[i], seen[0]);
    EXPECT_EQ(nodes[i], tree->axis_tree().nodes.size());
  }
}

TEST(AxisTree, TakesAtMost80BytesATriangle) {
  const auto tree = MeshTree::build(test::bumpy_ball(40, 60, 0.2));
  ASSERT_TRUE(tree);
  EXPECT_LE(static_cast<double>(tree->axis_tree().bytes()), 80 * static_cast<double>(tree->order().size()));
}

}  // namespace
}  // namespace graze::tree
