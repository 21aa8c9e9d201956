/// Building and refitting trees: the same answers whatever the options, the same bits on any number of threads.

#include <limits>
#include <set>

#include <gtest/gtest.h>

#include <graze/generate.h>

#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/wide_tree_checks.h"
#include "tree/walk/traverse.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

bool meet(const TriangleMesh& a, std::uint32_t i, const TriangleMesh& b, std::uint32_t j, const Pose& pose_b) {
  const Pose pose_a;
  return overlap(place(a.triangle(i), pose_a), place(b.triangle(j), pose_b));
}

Pairs meeting_pairs(const MeshTree& a, const MeshTree& b, const Pose& pose_b) {
  Pairs pairs;
  tree::for_each_near_pair(a, {}, b, pose_b, 0, [&](std::uint32_t i, std::uint32_t j) {
    if (meet(a.mesh(), i, b.mesh(), j, pose_b)) pairs.emplace(i, j);
    return true;
  });
  return pairs;
}

Pairs meeting_pairs(const TriangleMesh& a, const TriangleMesh& b, const Pose& pose_b) {
  Pairs pairs;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
      if (test::boxes_near(a, {}, i, b, pose_b, j) && meet(a, i, b, j, pose_b)) pairs.emplace(i, j);
    }
  }
  return pairs;
}

std::vector<BuildOptions> many_options() {
  std::vector<BuildOptions> all;
  for (const NodeFit fit : {NodeFit::min_volume, NodeFit::pca_points, NodeFit::pca_triangles, NodeFit::aabb, NodeFit::mean_points,
                            NodeFit::mean_triangles})
    all.push_back({.max_leaf_triangles = 3, .fit = fit});
  for (const SplitRule rule : {SplitRule::surface, SplitRule::mean, SplitRule::median, SplitRule::center}) {
    for (const std::uint32_t max_leaf : {1U, 2U, 3U, 8U}) all.push_back({.rule = rule, .max_leaf_triangles = max_leaf});
    all.push_back({.rule = rule, .max_depth = 9});
    all.push_back({.rule = rule, .threads = 2});
    all.push_back({.rule = rule, .layout = NodeLayout::compact, .fit = NodeFit::mean_points});
  }
  return all;
}

TEST(Build, GivesTheSamePairsWhateverTheOptions) {
  test::Engine random(1);
  const TriangleMesh soup = test::random_soup(random, 300, 0.2), ball = test::bumpy_ball(12, 18, 0.3);
  const Pose pose = test::random_pose(random, 0.3);
  const Pairs truth = meeting_pairs(soup, ball, pose);
  EXPECT_GT(truth.size(), 100U);
  for (const BuildOptions& options : many_options()) {
    const auto a = MeshTree::build(soup, options), b = MeshTree::build(ball, options);
    ASSERT_TRUE(a && b);
    EXPECT_EQ(meeting_pairs(*a, *b, pose), truth);
  }
}

TEST(Build, IsSoundWhateverTheOptions) {
  test::Engine random(2);
  for (const TriangleMesh& mesh : {test::random_soup(random, 100, 0.3), test::bumpy_ball(6, 9, 0.2)}) {
    for (const BuildOptions& options : many_options()) {
      const auto tree = MeshTree::build(mesh, options);
      ASSERT_TRUE(tree);
      test::expect_sound(*tree);
      for (const tree::WideNode& node : tree->wide().nodes) {
        for (const tree::Slot slot : node.slots)
          EXPECT_TRUE(slot.is_empty() || !slot.is_leaf() || slot.count() <= options.leaf_triangles());
      }
    }
  }
}

TEST(Build, EndsOnTrianglesThatNoRuleCanCut) {
  TriangleMesh same{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
  same.triangles.assign(200, {0, 1, 2});
  TriangleMesh fan;  // middles coincide, triangles do not
  for (std::uint32_t i = 0; i < 100; ++i) {
    const double x = std::cos(i), y = std::sin(i);
    fan.vertices.insert(fan.vertices.end(), {Vec3(x, y, 0), Vec3(-x, -y, 0.5), Vec3(0, 0, -0.5)});
    fan.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  TriangleMesh dust{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}, {1, 0, 0}}, {}};
  for (std::uint32_t i = 0; i < 150; ++i) dust.triangles.push_back({i % 4, i % 3, i % 3});
  for (const TriangleMesh& mesh : {same, fan, dust}) {
    for (const BuildOptions& options : many_options()) {
      const auto tree = MeshTree::build(mesh, options);
      ASSERT_TRUE(tree);
      test::expect_sound(*tree);
    }
  }
}

TEST(Build, GivesTheSameBitsOnAnyNumberOfThreads) {
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 5);
  for (const SplitRule rule : {SplitRule::surface, SplitRule::mean}) {
    const auto one = MeshTree::build(mesh, {.rule = rule, .threads = 1});
    ASSERT_TRUE(one);
    for (const unsigned threads : {0U, 2U, 3U, 7U}) {
      const auto many = MeshTree::build(mesh, {.rule = rule, .threads = threads});
      ASSERT_TRUE(many);
      EXPECT_TRUE(test::same_bits(*one, *many)) << threads;
    }
  }
}

TEST(Build, KeepsPathsWithinTheDepthThatWasAskedFor) {
  // Each cut by surface would peel off one triangle.
  TriangleMesh mesh;
  for (unsigned i = 0; i < 64; ++i) {
    const double x = std::ldexp(1.0, static_cast<int>(i));
    for (const double y : {0.0, 1.0, 2.0}) mesh.vertices.push_back({x, x * y, x * y * y});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  for (const std::uint32_t depth : {6U, 7U, 10U}) {
    const auto tree = MeshTree::build(mesh, {.max_leaf_triangles = 1, .max_depth = depth});
    ASSERT_TRUE(tree);
    EXPECT_LE(test::expect_sound(*tree).depth, depth);
  }
  for (const std::uint32_t depth : {0U, 5U, 97U}) {
    const auto tree = MeshTree::build(mesh, {.max_depth = depth});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::bad_option);
  }
}

TEST(Build, TellsHowFarItHasCome) {
  for (const unsigned threads : {1U, 2U}) {
    std::vector<double> shares;
    const auto record = [&](double share) {
      shares.push_back(share);
      return true;
    };
    ASSERT_TRUE(MeshTree::build(make_bumpy_sphere_mesh(1, 0.2, 5), {.threads = threads, .progress = record}));
    EXPECT_GT(shares.size(), 10U);
    EXPECT_TRUE(std::is_sorted(shares.begin(), shares.end()));
    EXPECT_GE(shares.front(), 0);
    EXPECT_EQ(shares.back(), 1);
  }
}

TEST(Build, StopsWhenItIsCalledOff) {
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 5);
  for (const double until : {0.0, 0.3, 0.7, 1.0}) {
    double last = 0;
    const auto tree = MeshTree::build(mesh, {.progress = [&](double share) { return (last = share) < until; }});
    ASSERT_FALSE(tree);
    EXPECT_EQ(tree.error().code, ErrorCode::limit);
    EXPECT_GE(last, until);
    EXPECT_LT(last, until + 0.3);
  }
}

/// A ball that has been squeezed, shifted and dented.
std::vector<Vec3> deformed(std::vector<Vec3> vertices) {
  for (Vec3& v : vertices) v = Vec3(0.3 * v.x() + 2, v.y() + 0.2 * std::sin(4 * v.z()), 1.5 * v.z());
  return vertices;
}

TEST(Refit, ContainsTheMovedTrianglesAndGivesThePairsOfANewTree) {
  const TriangleMesh ball = test::bumpy_ball(12, 18, 0.3);
  TriangleMesh moved = ball;
  moved.vertices = deformed(ball.vertices);
  auto tree = MeshTree::build(ball, {.keep_binary = true});
  const auto rebuilt = MeshTree::build(moved), other = MeshTree::build(ball);
  ASSERT_TRUE(tree && rebuilt && other);
  ASSERT_TRUE(tree->refit(moved.vertices));
  EXPECT_EQ(tree->mesh().vertices, moved.vertices);
  test::expect_sound(*tree);
  for (const TreeNode& node : tree->binary()) {
    if (!node.is_leaf()) continue;
    for (const std::uint32_t t : tree->triangles_of(node)) {
      for (const Vec3& v : moved.triangle(t).v) EXPECT_TRUE(oracle::contains(node.box, v));
    }
  }
  test::Engine random(3);
  Pose pose = test::random_pose(random, 0.1);
  pose.translation.x() += 2;
  const Pairs pairs = meeting_pairs(*tree, *other, pose);
  EXPECT_GT(pairs.size(), 50U);
  EXPECT_EQ(pairs, meeting_pairs(*rebuilt, *other, pose));
}

TEST(Refit, ChangesNothingWhenNothingMoved) {
  const TriangleMesh mesh = make_bumpy_sphere_mesh(1, 0.2, 4);
  const auto built = MeshTree::build(mesh);
  ASSERT_TRUE(built);
  MeshTree refitted = *built;
  ASSERT_TRUE(refitted.refit(deformed(mesh.vertices), 2));
  EXPECT_FALSE(test::same_bits(*built, refitted));
  ASSERT_TRUE(refitted.refit(mesh.vertices, 3));
  EXPECT_TRUE(test::same_bits(*built, refitted));
}

TEST(Refit, RefusesBadVerticesAndThenChangesNothing) {
  const auto built = MeshTree::build(test::bumpy_ball(4, 6, 0.1));
  ASSERT_TRUE(built);
  MeshTree tree = *built;
  std::vector<Vec3> vertices = tree.mesh().vertices;
  vertices[5].z() = std::numeric_limits<double>::infinity();
  const auto not_finite = tree.refit(vertices);
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().code, ErrorCode::not_finite);
  vertices.pop_back();
  const auto too_few = tree.refit(vertices);
  ASSERT_FALSE(too_few);
  EXPECT_EQ(too_few.error().code, ErrorCode::bad_shape);
  EXPECT_TRUE(test::same_bits(*built, tree));
  EXPECT_EQ(tree.mesh().vertices, built->mesh().vertices);
}

TEST(Refit, TakesAnEmptyMesh) {
  auto tree = MeshTree::build({});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->refit({}));
}

}  // namespace
}  // namespace graze
