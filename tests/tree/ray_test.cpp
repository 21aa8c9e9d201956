/// Lines along trees against all triangles: none that is met is missed, few are looked at.

#include <graze/tree/ray.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <graze/distance/triangle_line.h>
#include <graze/shapes/generate.h>
#include <oracle/effort.h>

#include "tree/tree_meshes.h"

namespace graze::tree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Numbers = std::set<std::uint32_t>;

Numbers looked_at(const MeshTree& tree, const Pose& pose, const distance::Probe& line) {
  const distance::LineProbe probe(line, pose);
  Numbers numbers;
  for_each_triangle_along(tree, probe.in_body(), probe.range(), infinity, [&](std::uint32_t i) {
    EXPECT_TRUE(numbers.insert(i).second);
    return infinity;
  });
  return numbers;
}

Numbers met(const MeshTree& tree, const Pose& pose, const distance::Probe& line) {
  const distance::LineProbe probe(line, pose);
  Numbers numbers;
  for (std::uint32_t i = 0; i < tree.mesh().triangles.size(); ++i) {
    if (probe.contact(tree.mesh().triangle(i))) numbers.insert(i);
  }
  return numbers;
}

TEST(RayAlongTree, SeesEveryTriangleThatIsMetAndFewOthers) {
  std::size_t seen = 0, hits = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(200)); ++seed) {
    test::Random random(seed);
    const auto tree = MeshTree::build(seed % 2 == 0 ? test::random_soup(random, 200, 0.2) : test::bumpy_ball(8, 12, 0.3));
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 3 == 0 ? 1e4 : 1);
    // Through a corner of a triangle, from near and far, with directions of all lengths.
    const Vec3 target = pose.to_world(tree->mesh().triangle(seed % 96).v[0]);
    const Vec3 way = test::random_vector(random, 1) * std::ldexp(1.0, static_cast<int>(seed % 41) - 20);
    const double back = std::ldexp(1.0, static_cast<int>(seed % 23) - 8) / way.norm();
    const double least = seed % 5 == 0 ? -infinity : 0, greatest = seed % 7 == 0 ? 1.5 * back : infinity;
    const distance::Probe line{target - back * way, way, {}, least, greatest, {}};
    const Numbers found = looked_at(*tree, pose, line), truth = met(*tree, pose, line);
    ASSERT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end())) << "seed " << seed;
    seen += found.size();
    hits += truth.size();
  }
  EXPECT_GT(hits, static_cast<std::size_t>(testing::effort(200)));
  EXPECT_LT(seen, 20 * hits);
}

TEST(RayAlongTree, SeesTheFirstTriangleWhenTheLimitShrinks) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 24, 16));
  ASSERT_TRUE(tree);
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::Random random(seed);
    const Pose pose = test::random_pose(random, 1);
    const Ray ray{pose.translation + test::random_vector(random, 6), test::random_vector(random, 1)};
    const distance::LineProbe probe(distance::as_probe(ray), pose);
    double first = infinity, truth = infinity;
    std::size_t calls = 0;
    for_each_triangle_along(*tree, probe.in_body(), probe.range(), infinity, [&](std::uint32_t i) {
      ++calls;
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) first = std::min(first, contact->first.high);
      return first;
    });
    for (std::uint32_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) truth = std::min(truth, contact->first.high);
    }
    ASSERT_EQ(first, truth) << "seed " << seed;
    ASSERT_LT(calls, 40U) << "seed " << seed;
  }
}

/// All leaves that a walk up to the parameter t comes to.
std::vector<std::uint32_t> first_of_leaves(const MeshTree& tree, const RayInTree& ray, double t, NextLeaf next) {
  std::vector<std::uint32_t> leaves;
  RayWalk walk;
  begin_walk(walk, tree, ray.lanes(), ray.limit(t));
  for (Slot leaf = next(walk); !leaf.is_empty(); leaf = next(walk)) leaves.push_back(leaf.first());
  return leaves;
}

TEST(RayLanes, NeverPassByABoxThatTheLineMeets) {
  // Lines to the very rim of boxes at every level, from any side: corners of triangles are what rounding would lose first.
  test::Random random(7);
  constexpr std::uint32_t triangles = 50;
  const auto tree = MeshTree::build(test::random_soup(random, triangles, 0.3), {.max_leaf_triangles = 1});
  ASSERT_TRUE(tree);
  for (unsigned k = 0; k < static_cast<unsigned>(testing::effort(6000)); ++k) {
    const std::uint32_t position = k % triangles;
    const Vec3 target = tree->mesh().triangle(tree->order()[position]).v[k / triangles % 3];
    const Vec3 origin = target + test::random_vector(random, 8) * std::ldexp(1.0, -static_cast<int>(k % 12));
    const RayInTree ray(tree->wide(), {origin, target - origin}, {0, infinity});
    ASSERT_EQ(ray.reach(), RayInTree::Reach::passes);
    const double t = 1 + 1e-12;  // target = origin + 1 * direction, but for its rounding
    const std::vector<std::uint32_t> leaves = first_of_leaves(*tree, ray, t, next_leaf_baseline);
    ASSERT_NE(std::find(leaves.begin(), leaves.end(), position), leaves.end()) << k;
    if (sat::has_avx2()) {
      ASSERT_EQ(leaves, first_of_leaves(*tree, ray, t, next_leaf_avx2));
    }
  }
}

TEST(RayLanes, ComeToNearLeavesFirst) {
  // Squares behind each other along the line: their boxes are apart, so the order is strict.
  TriangleMesh stack;
  constexpr std::uint32_t count = 100;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double z = (i * 37) % count;
    for (const Vec3& v : {Vec3(-1, -1, z), Vec3(1, -1, z), Vec3(0, 1, z)}) stack.vertices.push_back(v);
    stack.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto tree = MeshTree::build(stack, {.max_leaf_triangles = 1});
  ASSERT_TRUE(tree);
  const RayInTree ray(tree->wide(), {Vec3(0, 0, -5), Vec3(0, 0, 0.5)}, {0, infinity});
  const std::vector<std::uint32_t> leaves = first_of_leaves(*tree, ray, infinity, next_leaf());
  ASSERT_EQ(leaves.size(), count);
  for (std::uint32_t k = 0; k < count; ++k) EXPECT_EQ(tree->order()[leaves[k]] * 37 % count, k);
}

TEST(RayAlongTree, LooksAtEverythingWhenDoublesCannotTellWhereTheLineIs) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 1));
  ASSERT_TRUE(tree);
  const std::size_t all = tree->mesh().triangles.size();
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-1e30, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-1e300, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p-1060, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_LT(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p-900, 0, 0), {}, 0, infinity, {}}).size(), all / 2);
  EXPECT_LT(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p900, 0, 0), {}, 0, infinity, {}}).size(), all / 2);
}

TEST(RayAlongTree, LooksAtNothingThatItLeavesBehind) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 3));
  ASSERT_TRUE(tree);
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(5, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 3, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(1, 0, 0), {}, 0, 2, {}}).empty());
  EXPECT_FALSE(looked_at(*tree, {}, {Vec3(-1e12, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
}

}  // namespace
}  // namespace graze::tree
