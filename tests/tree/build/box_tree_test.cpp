/// Box trees: every point of every triangle in a leaf that lists it, and the same pairs as the tree of oriented boxes finds.

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <graze/generate.h>

#include "oracle/effort.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/walk/box_tree_pairs.h"
#include "tree/walk/traverse.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

using test::Engine;
using ListedPairs = std::vector<std::array<std::uint32_t, 2>>;

/// Is there a leaf whose closed box holds the point and that lists the triangle?
bool is_listed(const BoxTree& tree, std::uint32_t index, const Vec3& point, std::uint32_t triangle) {
  const BoxTreeNode& node = tree.nodes()[index];
  if (node.is_leaf()) return std::ranges::find(tree.triangles_of(node), triangle) != tree.triangles_of(node).end();
  const double x = point[static_cast<int>(node.axis)];
  return (x <= node.cut && is_listed(tree, node.first, point, triangle)) ||
         (x >= node.cut && is_listed(tree, node.first + 1, point, triangle));
}

std::size_t depth_of(const BoxTree& tree, std::uint32_t index) {
  const BoxTreeNode& node = tree.nodes()[index];
  return node.is_leaf() ? 0 : 1 + std::max(depth_of(tree, node.first), depth_of(tree, node.first + 1));
}

void expect_sound_box_tree(const BoxTree& tree) {
  ASSERT_FALSE(tree.nodes().empty());
  EXPECT_LE(depth_of(tree, 0), BoxTree::max_depth);
  for (std::uint32_t t = 0; t < tree.mesh().triangles.size(); ++t) {
    const Triangle triangle = tree.mesh().triangle(t);
    for (const Vec3& v : triangle.v) {
      EXPECT_TRUE(((v.array() >= tree.bounds().min.array()) && (v.array() <= tree.bounds().max.array())).all());
      ASSERT_TRUE(is_listed(tree, 0, v, t)) << "triangle " << t;
    }
    const Vec3 middle = 0.25 * triangle.v[0] + 0.25 * triangle.v[1] + 0.5 * triangle.v[2];
    ASSERT_TRUE(is_listed(tree, 0, middle, t)) << "triangle " << t;
  }
}

std::size_t listed_in(const BoxTree& tree) {
  std::size_t listed = 0;
  for (const BoxTreeNode& node : tree.nodes()) listed += node.is_leaf() ? node.count : 0;
  return listed;
}

/// Doubled, degenerate, folded onto itself, with repeated corners.
TriangleMesh dirty_mesh(Engine& random) {
  TriangleMesh mesh = test::random_soup(random, 60, 0.3);
  const auto n = static_cast<std::uint32_t>(mesh.vertices.size());
  for (std::uint32_t i = 0; i < 30; ++i) {
    const std::array<std::uint32_t, 3> t = mesh.triangles[i];
    mesh.triangles.push_back(t);
    mesh.triangles.push_back({t[0], t[0], t[1]});
    mesh.triangles.push_back({t[2], t[2], t[2]});
    mesh.triangles.push_back({t[0], t[1], (7 * i) % n});
  }
  return mesh;
}

TEST(BoxTree, ListsEveryPointOfEveryTriangle) {
  Engine random(3);
  for (const TriangleMesh& mesh : {test::bumpy_ball(9, 14, 0.2), test::random_soup(random, 200, 0.5), dirty_mesh(random),
                                   make_torus_mesh(2, 0.5, 30, 12), make_box_mesh({1, 2, 3})}) {
    const auto tree = BoxTree::build(mesh);
    ASSERT_TRUE(tree);
    expect_sound_box_tree(*tree);
  }
}

TEST(BoxTree, TakesNoneOneAndManyIdenticalTriangles) {
  EXPECT_TRUE(BoxTree::build({})->nodes().empty());
  for (const std::size_t count : {1U, 2U, 100U}) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.triangles.assign(count, {0, 1, 2});
    const auto tree = BoxTree::build(mesh);
    ASSERT_TRUE(tree);
    expect_sound_box_tree(*tree);
    EXPECT_LE(listed_in(*tree), 8 * count);
  }
}

TEST(BoxTree, TakesAPointALineAndTheEndsOfTheRangeOfDouble) {
  for (const double scale : {0.0, 5e-324, 1e-310, 1e-200, 1e200, 1e308}) {
    TriangleMesh line;
    for (unsigned i = 0; i < 50; ++i) {
      line.vertices.push_back(Vec3(i / 50.0 * scale, 0, scale));
      line.triangles.push_back({i, i / 2, i / 3});
    }
    TriangleMesh ball = test::bumpy_ball(5, 7, 0.1);
    for (Vec3& v : ball.vertices) v *= scale;
    for (const TriangleMesh& mesh : {line, ball}) {
      const auto tree = BoxTree::build(mesh);
      ASSERT_TRUE(tree) << scale;
      expect_sound_box_tree(*tree);
    }
  }
}

TEST(BoxTree, StaysSmallWhenEveryTriangleStraddlesEveryPlane) {
  // A fan of long slanted needles through the middle: cuts separate little and copy much.
  TriangleMesh mesh;
  for (unsigned i = 0; i < 300; ++i) {
    const double angle = 0.02 * i;
    const Vec3 direction(std::cos(angle), std::sin(angle), std::cos(3 * angle));
    mesh.vertices.insert(mesh.vertices.end(), {direction, -direction, Vec3(-direction + Vec3(0.001, 0, 0.002))});
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto tree = BoxTree::build(mesh);
  ASSERT_TRUE(tree);
  expect_sound_box_tree(*tree);
  EXPECT_LE(listed_in(*tree), 8 * mesh.triangles.size());
}

TEST(BoxTree, HasSmallNodesAndNotTooManyCopies) {
  EXPECT_EQ(sizeof(BoxTreeNode), 16U);
  const auto tree = BoxTree::build(make_bumpy_sphere_mesh(1, 0.1, 4));
  ASSERT_TRUE(tree);
  EXPECT_LT(listed_in(*tree), 7 * tree->mesh().triangles.size());  // 5.7 when this was written: boxes end inside triangles
  EXPECT_LT(tree->nodes().size(), 6 * tree->mesh().triangles.size());
}

TEST(BoxTree, RefusesBadMeshesByName) {
  const auto out_of_range = BoxTree::build({{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 3}}}});
  ASSERT_FALSE(out_of_range);
  EXPECT_EQ(out_of_range.error().code, ErrorCode::bad_shape);
  const auto not_finite = BoxTree::build({{{0, 0, 0}, {1, std::nan(""), 0}, {0, 1, 0}}, {{{0, 1, 2}}}});
  ASSERT_FALSE(not_finite);
  EXPECT_EQ(not_finite.error().code, ErrorCode::not_finite);
}

ListedPairs by_oriented_boxes(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b) {
  ListedPairs pairs;
  tree::for_each_near_pair(a, pose_a, b, pose_b, 0, [&](std::uint32_t i, std::uint32_t j) {
    if (overlap(place(a.mesh().triangle(i), pose_a), place(b.mesh().triangle(j), pose_b))) pairs.push_back({i, j});
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

ListedPairs by_trying_all(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  ListedPairs pairs;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i) {
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j) {
      if (overlap(place(a.triangle(i), pose_a), place(b.triangle(j), pose_b))) pairs.push_back({i, j});
    }
  }
  return pairs;
}

/// The pairs of both trees, which must be the same.
ListedPairs expect_same_pairs(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  const auto box_a = BoxTree::build(a), box_b = BoxTree::build(b);
  const auto obb_a = MeshTree::build(a), obb_b = MeshTree::build(b);
  EXPECT_TRUE(box_a && box_b && obb_a && obb_b);
  const ListedPairs found = meeting_triangles({*box_a, pose_a}, {*box_b, pose_b}).pairs;
  EXPECT_EQ(found, by_oriented_boxes(*obb_a, pose_a, *obb_b, pose_b));
  EXPECT_EQ(surfaces_meet({*box_a, pose_a}, {*box_b, pose_b}), !found.empty());
  EXPECT_EQ(surfaces_meet({*box_b, pose_b}, {*box_a, pose_a}), !found.empty());
  return found;
}

TriangleMesh scaled(TriangleMesh mesh, double factor) {
  for (Vec3& v : mesh.vertices) v *= factor;
  return mesh;
}

TEST(BoxTreePairs, AreThoseOfTheOrientedBoxTreeAndOfTryingAll) {
  std::size_t meeting = 0, empty = 0;
  for (int seed = 0; seed < testing::effort(30); ++seed) {
    Engine random(static_cast<unsigned>(seed));
    const double far = seed % 3 == 0 ? 1e6 : 1;
    const Vec3 place = test::random_vector(random, far);
    Pose pose_a = test::random_pose(random, 0.8), pose_b = test::random_pose(random, 0.8);
    pose_a.translation += place;
    pose_b.translation += place;
    const TriangleMesh a = seed % 2 == 0 ? dirty_mesh(random) : test::bumpy_ball(6, 9, 0.3);
    const TriangleMesh b = scaled(seed % 5 == 0 ? dirty_mesh(random) : test::bumpy_ball(5, 8, 0.2), seed % 7 == 0 ? 0.1 : 1);
    const ListedPairs found = expect_same_pairs(a, pose_a, b, pose_b);
    ASSERT_EQ(found, by_trying_all(a, pose_a, b, pose_b)) << "seed " << seed;
    meeting += found.size();
    empty += found.empty() ? 1U : 0U;
  }
  EXPECT_GT(meeting, 1'500U);
  EXPECT_GT(empty, 0U);
}

TEST(BoxTreePairs, IncludeTrianglesThatShareExactlyAPointOrAnEdge) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Engine random(seed);
    const TriangleMesh mesh = test::bumpy_ball(5, 8, 0.1);
    const Pose pose = test::random_pose(random, seed % 2 == 0 ? 1e5 : 1);
    const ListedPairs found = expect_same_pairs(mesh, pose, mesh, pose);
    EXPECT_GT(found.size(), 5 * mesh.triangles.size());  // itself and its neighbours
  }
}

TEST(BoxTreePairs, TouchInAFaceAnEdgeOrACornerOfParallelBoxes) {
  const TriangleMesh box = make_box_mesh({1, 1, 1});
  const double just_more = std::nextafter(2, 3);
  for (const Vec3& t : {Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(-2, 2, 2)}) {
    EXPECT_FALSE(expect_same_pairs(box, {}, box, {Mat3::Identity(), t}).empty());
    EXPECT_TRUE(expect_same_pairs(box, {}, box, {Mat3::Identity(), t * (just_more / 2)}).empty());
  }
}

TEST(BoxTreePairs, DoNotChangeWithTheUnitOfLength) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    Engine random(seed);
    const TriangleMesh a = dirty_mesh(random), b = test::bumpy_ball(6, 9, 0.3);
    const Pose pose_a = test::random_pose(random, 0.5), pose_b = test::random_pose(random, 0.5);
    const ListedPairs found = expect_same_pairs(a, pose_a, b, pose_b);
    EXPECT_FALSE(found.empty());
    for (const double unit : {0x1p-300, 0x1p300}) {
      const Pose far_a{pose_a.rotation, pose_a.translation * unit}, far_b{pose_b.rotation, pose_b.translation * unit};
      EXPECT_EQ(expect_same_pairs(scaled(a, unit), far_a, scaled(b, unit), far_b), found) << unit;
    }
  }
}

TEST(BoxTreePairs, AreNoneForAnEmptyMesh) {
  const auto none = BoxTree::build({}), some = BoxTree::build(make_box_mesh({1, 1, 1}));
  ASSERT_TRUE(none && some);
  EXPECT_FALSE(surfaces_meet({*none, {}}, {*some, {}}));
  EXPECT_TRUE(meeting_triangles({*some, {}}, {*none, {}}).pairs.empty());
}

TEST(BoxTreePairs, VisitFewCandidatesBeyondThePairsThatMeet) {
  const auto ball = BoxTree::build(make_bumpy_sphere_mesh(1, 0.1, 5));
  ASSERT_TRUE(ball);
  const Pose turned{Eigen::AngleAxisd(0.7, Vec3(1, 2, 3).normalized()).toRotationMatrix(), Vec3(1.2, 0.9, 0.3)};
  const BoxTreePairs found = meeting_triangles({*ball, {}}, {*ball, turned});
  EXPECT_GT(found.pairs.size(), 300U);
  EXPECT_LT(found.candidates, 60 * found.pairs.size());  // 42 when this was written
  EXPECT_LT(found.box_pairs, 200 * found.pairs.size());  // 157
  const Pose apart{turned.rotation, Vec3(1.4, 1.4, 0.9)};
  EXPECT_LT(meeting_triangles({*ball, {}}, {*ball, apart}).box_pairs, 5'000U);  // 3869
}

}  // namespace
}  // namespace graze
