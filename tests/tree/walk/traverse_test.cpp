/// Traversals against all pairs in exact arithmetic: nothing that meets is missed, nothing is reported twice, little is wasted.

#include <set>

#include <gtest/gtest.h>

#include "tree/nodes/tree_meshes.h"
#include "tree/walk/traverse.h"
#include "tree/walk/traverse_binary.h"

namespace graze {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs near_pairs(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, double clearance = 0) {
  Pairs pairs;
  tree::for_each_near_pair(a, pose_a, b, pose_b, clearance, [&](std::uint32_t i, std::uint32_t j) {
    EXPECT_TRUE(pairs.emplace(i, j).second) << "twice: " << i << ' ' << j;
    return true;
  });
  return pairs;
}

Pairs near_pairs_of_binary_trees(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b) {
  Pairs pairs;
  tree::for_each_near_pair_binary(a, pose_a, b, pose_b, 0, [&](std::uint32_t i, std::uint32_t j) {
    EXPECT_TRUE(pairs.emplace(i, j).second) << "twice: " << i << ' ' << j;
    return true;
  });
  return pairs;
}

Pairs meeting_pairs(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  const auto placed_a = test::placed_triangles(a, pose_a), placed_b = test::placed_triangles(b, pose_b);
  Pairs pairs;
  for (std::uint32_t i = 0; i < placed_a.size(); ++i) {
    for (std::uint32_t j = 0; j < placed_b.size(); ++j) {
      if (test::boxes_near(a, pose_a, i, b, pose_b, j) && test::certainly_meet(placed_a[i], placed_b[j])) pairs.emplace(i, j);
    }
  }
  return pairs;
}

bool includes(const Pairs& all, const Pairs& some) { return std::includes(all.begin(), all.end(), some.begin(), some.end()); }

TEST(NearPairs, IncludeEveryPairThatMeets) {
  std::size_t meeting = 0, reported = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    test::Engine random(seed);
    const auto a = MeshTree::build(test::random_soup(random, 80, 0.2), {.max_leaf_triangles = 1 + seed % 3, .keep_binary = true});
    const auto b = MeshTree::build(test::bumpy_ball(6, 9, 0.3), {.keep_binary = true});
    ASSERT_TRUE(a && b);
    const double far = seed % 2 == 0 ? 1e6 : 1;
    const Vec3 place = test::random_vector(random, far);
    Pose pose_a = test::random_pose(random, 0.2), pose_b = test::random_pose(random, 0.2);
    pose_a.translation = test::without_dust(Vec3(pose_a.translation + place));
    pose_b.translation = test::without_dust(Vec3(pose_b.translation + place));
    const Pairs expected = meeting_pairs(a->mesh(), pose_a, b->mesh(), pose_b);
    const Pairs found = near_pairs(*a, pose_a, *b, pose_b);
    ASSERT_TRUE(includes(found, expected)) << "seed " << seed;
    ASSERT_TRUE(includes(near_pairs_of_binary_trees(*a, pose_a, *b, pose_b), expected)) << "seed " << seed;
    meeting += expected.size();
    reported += found.size();
  }
  EXPECT_GT(meeting, 1'500U);
  EXPECT_LT(reported, 12 * meeting);  // leaves hold up to three: 8.8 when this was written
}

/// Two triangles at a right angle: the box around both is mostly empty.
TriangleMesh open_book() { return {{{0, 0, 0}, {2, 0, 0}, {1, 2, 0}, {1, 0, 2}}, {{{0, 1, 2}}, {{0, 1, 3}}}}; }

TEST(NearPairs, OfAFineMeshAndLargeTrianglesAreThoseNearATriangleNotAllInABoxAroundTwo) {
  const auto book = MeshTree::build(open_book()), ball = MeshTree::build(test::bumpy_ball(24, 36, 0.1));
  ASSERT_TRUE(book && ball);
  std::size_t meeting = 0, reported = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    test::Engine random(seed);
    const double far = seed % 2 == 0 ? 1e5 : 1;
    const Vec3 place = test::random_vector(random, far);
    Pose pose_a = test::random_pose(random, 1), pose_b = test::random_pose(random, 1);
    pose_a.translation = test::without_dust(Vec3(pose_a.translation + place));
    pose_b.translation = test::without_dust(Vec3(pose_b.translation + place));
    const Pairs expected = meeting_pairs(book->mesh(), pose_a, ball->mesh(), pose_b);
    const Pairs found = near_pairs(*book, pose_a, *ball, pose_b);
    ASSERT_TRUE(includes(found, expected)) << "seed " << seed;
    Pairs turned_round;
    for (const auto& [j, i] : near_pairs(*ball, pose_b, *book, pose_a)) turned_round.emplace(i, j);
    ASSERT_TRUE(includes(turned_round, expected)) << "seed " << seed;
    meeting += expected.size();
    reported += found.size();
  }
  EXPECT_GT(meeting, 900U);
  EXPECT_LT(reported, 6 * meeting);  // 3.5 when this was written, 16 by the boxes of leaves alone
}

TEST(NearPairs, IncludeTrianglesThatShareExactlyAPointOrAnEdge) {
  // The same mesh placed twice: every triangle meets itself and its neighbours, in exact touching.
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(test::bumpy_ball(5, 8, 0.1));
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 2 == 0 ? 1e5 : 1);
    const Pairs found = near_pairs(*tree, pose, *tree, pose);
    for (std::uint32_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      for (std::uint32_t j = 0; j < tree->mesh().triangles.size(); ++j) {
        const auto &s = tree->mesh().triangles[i], &t = tree->mesh().triangles[j];
        if (std::find_first_of(s.begin(), s.end(), t.begin(), t.end()) == s.end()) continue;
        ASSERT_TRUE(found.contains({i, j})) << "seed " << seed << ": " << i << ' ' << j;
      }
    }
  }
}

TEST(NearPairs, IncludePairsWithinTheClearance) {
  const TriangleMesh low{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}}};
  const auto tree = MeshTree::build(low);
  ASSERT_TRUE(tree);
  for (unsigned seed = 0; seed < 500; ++seed) {
    test::Engine random(seed);
    const Pose pose_a = test::random_pose(random, 1);
    Pose pose_b = pose_a;
    const Vec3 normal = pose_a.rotation.col(2).normalized();
    const double gap = test::uniform(random, 0.01, 1);
    pose_b.translation += gap * normal;
    ASSERT_EQ(near_pairs(*tree, pose_a, *tree, pose_b, gap * (1 + 0x1p-40)).size(), 1U) << "seed " << seed;
    ASSERT_EQ(near_pairs(*tree, pose_a, *tree, pose_b, gap * 0.9).size(), 0U) << "seed " << seed;
  }
}

TEST(NearPairs, IncludeTheMeetingOnesAtAnyUnitOfLength) {
  for (const int exponent : {-900, -300, -40, 40, 300, 900}) {
    const TriangleMesh unit = test::bumpy_ball(5, 7, 0.3);
    TriangleMesh scaled = unit;
    for (Vec3& v : scaled.vertices) v *= std::ldexp(1.0, exponent);
    const auto a = MeshTree::build(unit), b = MeshTree::build(scaled);
    ASSERT_TRUE(a && b);
    test::Engine random(3);
    const Pose turned{test::random_rotation(random), Vec3(0.3, 0.2, 0.1)};
    const Pose far{turned.rotation, turned.translation * std::ldexp(1.0, exponent)};
    const Pairs expected = near_pairs(*a, {}, *a, turned), found = near_pairs(*b, {}, *b, far);
    EXPECT_EQ(found, expected) << "2^" << exponent;  // scaling by a power of two changes no bit
    near_pairs(*a, {}, *b, {});                      // sizes that have nothing to do with each other: must only not break
  }
}

TEST(NearPairs, StopWhenTold) {
  const auto tree = MeshTree::build(test::bumpy_ball(6, 9, 0.3));
  ASSERT_TRUE(tree);
  int calls = 0;
  EXPECT_FALSE(
      tree::for_each_near_pair(*tree, Pose{}, *tree, Pose{}, 0, [&](std::uint32_t, std::uint32_t) { return ++calls < 3; }));
  EXPECT_EQ(calls, 3);
}

TEST(NearPairs, AreNoneForEmptyMeshes) {
  const auto empty = MeshTree::build({});
  const auto tree = MeshTree::build(test::bumpy_ball(3, 4, 0));
  ASSERT_TRUE(empty && tree);
  EXPECT_TRUE(near_pairs(*empty, {}, *tree, {}).empty());
  EXPECT_TRUE(near_pairs(*tree, {}, *empty, {}).empty());
}

TEST(NearPairs, IncludeTheMeetingOnesWhicheverBodyComesFirst) {
  test::Engine random(5);
  const auto a = MeshTree::build(test::random_soup(random, 200, 0.1)), b = MeshTree::build(test::random_soup(random, 200, 0.1));
  ASSERT_TRUE(a && b);
  const Pairs forward = near_pairs(*a, {}, *b, {});
  Pairs backward;
  for (const auto& [j, i] : near_pairs(*b, {}, *a, {})) backward.emplace(i, j);
  const Pairs meeting = meeting_pairs(a->mesh(), {}, b->mesh(), {});
  EXPECT_FALSE(meeting.empty());
  EXPECT_TRUE(includes(forward, meeting));
  EXPECT_TRUE(includes(backward, meeting));
}

}  // namespace
}  // namespace graze
