/// The ball around a tree: contains every triangle in exact numbers, and little else.

#include <algorithm>

#include <gtest/gtest.h>
#include <oracle/rational.h>

#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace graze::tree {
namespace {

using oracle::Rational;

void expect_to_hold_all(const MeshTree& tree, double loose) {
  double farthest = 0;
  const Rational radius(tree.ball().radius);
  for (const Vec3& v : tree.mesh().vertices) {
    Rational squared(0);
    for (int k = 0; k < 3; ++k) {
      const Rational d = Rational(v[k]) - Rational(tree.ball().center[k]);
      squared += d * d;
    }
    ASSERT_LE(squared, Rational(radius * radius));
    farthest = std::max(farthest, (v - tree.ball().center).norm());
  }
  EXPECT_LE(tree.ball().radius, loose * farthest);
}

TEST(TreeBall, HoldsAllTriangles) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
      test::Engine random(seed);
      TriangleMesh soup = test::random_soup(random, 1 + 7 * seed, 0.3);
      const Vec3 offset = test::random_vector(random, std::ldexp(1, static_cast<int>(seed)));
      for (Vec3& v : soup.vertices) v += offset;
      const auto tree = MeshTree::build(std::move(soup), {.layout = layout});
      ASSERT_TRUE(tree);
      expect_to_hold_all(*tree, 1.6);
    }
  }
  const auto ball = MeshTree::build(test::bumpy_ball(40, 40, 0.1));
  ASSERT_TRUE(ball);
  expect_to_hold_all(*ball, 1.2);
}

/// Where nothing but a corner of one box says how large it is: without room for roundings it would be too small in half of the
/// cases.
TEST(TreeBall, HoldsTheCornersOfNeedles) {
  for (unsigned seed = 0; seed < 2000; ++seed) {
    test::Engine random(seed);
    const Vec3 p = test::random_vector(random, 1), q = test::random_vector(random, 1);
    const auto tree = MeshTree::build(TriangleMesh{{p, q, p}, {{0, 1, 2}}});
    ASSERT_TRUE(tree);
    expect_to_hold_all(*tree, 1.001);
  }
}

TEST(TreeBall, FollowsARefit) {
  test::Engine random(1);
  auto tree = MeshTree::build(test::random_soup(random, 50, 0.3));
  ASSERT_TRUE(tree);
  std::vector<Vec3> moved = tree->mesh().vertices;
  for (Vec3& v : moved) v = 3 * v + Vec3(10, 0, 0);
  ASSERT_TRUE(tree->refit(moved));
  expect_to_hold_all(*tree, 1.5);
}

}  // namespace
}  // namespace graze::tree
