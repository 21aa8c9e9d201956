/// Box trees as the trees of geometries: the answers of brute force and of the other tree.

#include <thread>

#include <gtest/gtest.h>

#include <graze/batch.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/mesh.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/sweep.h>

#include "oracle/effort.h"
#include "tree/nodes/box_tree.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "triangle/overlap.h"

namespace graze {
namespace {

Geometry under_box_tree(const TriangleMesh& mesh, const BuildOptions& options = {.kind = TreeKind::box_tree}) {
  return *Geometry::make(Shape{mesh}, options);
}

std::vector<TrianglePair> meeting(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < a.triangles.size(); ++i)
    for (std::uint32_t j = 0; j < b.triangles.size(); ++j)
      if (overlap(place(a.triangle(i), pose_a), place(b.triangle(j), pose_b))) pairs.push_back({i, j});
  return pairs;
}

TEST(GeometryWithABoxTree, MeetsWhatBruteForceSays) {
  test::Engine random(41);
  int met = 0;
  for (int i = 0; i < testing::effort(60); ++i) {
    const TriangleMesh a = test::random_soup(random, 30, 0.4), b = test::bumpy_ball(5, 7, 0.3);
    const Pose pose_a = test::random_pose(random, 0.5), pose_b = test::random_pose(random, 2);
    const std::vector<TrianglePair> truth = meeting(a, pose_a, b, pose_b);
    const BuildOptions options{.max_leaf_triangles = static_cast<std::uint32_t>(1 + i % 5),
                               .max_depth = static_cast<std::uint32_t>(i % 2 == 0 ? 96 : i % 7),
                               .kind = TreeKind::box_tree};
    const Body x{under_box_tree(a, options), pose_a, {}}, y{under_box_tree(b, options), pose_b, {}};
    WarmStart memory;
    EXPECT_EQ(*overlap(x, y), !truth.empty());
    EXPECT_EQ(*overlap(y, x), !truth.empty());
    EXPECT_EQ(*overlap(x, y, memory), !truth.empty());
    EXPECT_EQ(intersection(x, y, {.max_pairs = 100000})->pairs, truth);
    EXPECT_EQ(*intersection(x, y, {.max_pairs = 3})->pair_count, truth.size());
    EXPECT_LE(intersection(x, y, {.max_pairs = 3})->pairs.size(), 3U);
    std::vector<TrianglePair> pairs{{7, 7}};
    EXPECT_EQ(*intersecting_pairs(x, y, pairs), truth.size());
    EXPECT_EQ(pairs, truth);
    const Body other{*Geometry::make(Shape{b}), pose_b, {}};  // of the other kind
    EXPECT_EQ(intersection(x, other, {.max_pairs = 100000})->pairs, truth);
    met += truth.empty() ? 0 : 1;
  }
  EXPECT_GT(met, 10);
}

TEST(GeometryWithABoxTree, CountsAsASolidWhereItIsMarked) {
  const Body outer{under_box_tree(make_box_mesh({2, 2, 2})), {}, {}, true};
  const Body inner{under_box_tree(make_box_mesh({0.5, 0.5, 0.5})), {}, {}};
  EXPECT_TRUE(*overlap(outer, inner));
  Body surface = outer;
  surface.solid = false;
  EXPECT_FALSE(*overlap(surface, inner));
}

TEST(GeometryWithABoxTree, HasTheOtherTreeWhenItIsNeeded) {
  const TriangleMesh mesh = make_torus_mesh(1, 0.4, 24, 12);
  const Geometry boxes = under_box_tree(mesh), oriented = *Geometry::make(Shape{mesh});
  ASSERT_NE(boxes.box_tree(), nullptr);
  EXPECT_EQ(oriented.box_tree(), nullptr);
  EXPECT_EQ(boxes.mesh(), &boxes.box_tree()->mesh());
  const Body a{boxes, {}, {}}, c{oriented, {}, {}};
  Body b = a, d = c;
  b.pose.translation = d.pose.translation = Vec3(3, 0.5, 0.2);
  b.motion.velocity = d.motion.velocity = Vec3(-1, 0, 0);
  EXPECT_EQ(closest_points(a, b)->distance, closest_points(c, d)->distance);
  EXPECT_EQ((*sweep(a, b))->first, (*sweep(c, d))->first);
  EXPECT_EQ(boxes.tree(), boxes.tree());
  const auto moved = boxes.refitted(mesh.vertices);
  ASSERT_TRUE(moved);
  EXPECT_NE(moved->box_tree(), nullptr);
}

TEST(GeometryWithABoxTree, MakesTheOtherTreeOnceForManyThreads) {
  const Geometry boxes = under_box_tree(make_torus_mesh(1, 0.4, 48, 24));
  std::vector<const MeshTree*> seen(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < seen.size(); ++i) threads.emplace_back([&, i] { seen[i] = boxes.tree(); });
  for (std::thread& t : threads) t.join();
  for (const MeshTree* tree : seen) EXPECT_EQ(tree, seen.front());
}

TEST(GeometryWithABoxTree, IsRefitted) {
  test::Engine random(5);
  const TriangleMesh mesh = test::random_soup(random, 60, 0.3);
  std::vector<Vec3> moved = mesh.vertices;
  for (Vec3& v : moved) v = Vec3(2 * v.x(), v.z(), v.y() + 1);
  const auto refitted = under_box_tree(mesh, {.max_leaf_triangles = 5, .kind = TreeKind::box_tree}).refitted(moved);
  ASSERT_TRUE(refitted);
  EXPECT_EQ(refitted->box_tree()->max_leaf_triangles(), 5U);
  const TriangleMesh other = test::bumpy_ball(5, 7, 0.3);
  const Body x{*refitted, {}, {}}, y{under_box_tree(other), {}, {}};
  EXPECT_EQ(intersection(x, y, {.max_pairs = 100000})->pairs, meeting({moved, mesh.triangles}, {}, other, {}));
  moved.pop_back();
  EXPECT_FALSE(under_box_tree(mesh).refitted(moved));
  moved.emplace_back(0, 0, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(under_box_tree(mesh).refitted(moved));
}

TEST(GeometryWithABoxTree, TakesEmptyMeshesAndClouds) {
  const Body empty{under_box_tree({}), {}, {}};
  const Body ball{under_box_tree(make_sphere_mesh(1, 1)), {}, {}};
  EXPECT_FALSE(*overlap(empty, ball));
  EXPECT_EQ(intersection(empty, ball)->pair_count, 0U);
  EXPECT_EQ(report_on(empty.geometry).nodes, 0U);
  const Body cloud{*Geometry::make(Shape{PointCloud{{{1, 0, 0}, {0, 0, 0.2}}}}, {.kind = TreeKind::box_tree}), {}, {}};
  EXPECT_EQ(*overlap(cloud, ball), *overlap(Body{*Geometry::make(Shape{PointCloud{{{1, 0, 0}, {0, 0, 0.2}}}}), {}, {}}, ball));
}

TEST(GeometryWithABoxTree, IsDescribed) {
  const TriangleMesh mesh = make_torus_mesh(1, 0.4, 24, 12);
  const Geometry boxes = under_box_tree(mesh, {.max_leaf_triangles = 3, .max_depth = 9, .kind = TreeKind::box_tree});
  const TreeReport report = report_on(boxes);
  EXPECT_EQ(report.kind, TreeKind::box_tree);
  EXPECT_EQ(report.max_leaf_triangles, 3U);
  EXPECT_EQ(report.max_depth, 9U);
  EXPECT_LE(report.levels, 10U);
  EXPECT_EQ(report.nodes, boxes.box_tree()->nodes().size());
  const TreeReport other = report_on(*Geometry::make(Shape{mesh}, {.rule = SplitRule::center, .fit = NodeFit::aabb}));
  EXPECT_EQ(other.kind, TreeKind::oriented);
  EXPECT_EQ(other.rule, SplitRule::center);
  EXPECT_EQ(other.fit, NodeFit::aabb);
  EXPECT_EQ(other.max_leaf_triangles, 2U);
}

TEST(TreeReport, ExportsTheCellsOfABoxTree) {
  test::Engine random(6);
  const TriangleMesh mesh = test::random_soup(random, 60, 0.3);
  const Geometry boxes = under_box_tree(mesh);
  for (const std::size_t level : {0U, 1U, 3U, 20U}) {
    const std::vector<Obb> cells = boxes_of_level(boxes, level);
    EXPECT_LE(cells.size(), std::size_t{1} << level);
    for (const Vec3& v : mesh.vertices) {
      EXPECT_TRUE(std::ranges::any_of(cells, [&](const Obb& cell) {
        return ((v - cell.center).cwiseAbs() - cell.half_extents).maxCoeff() <= 0;
      })) << v.transpose();
    }
  }
}

TEST(BuildOptions, OfABoxTreeAreRefusedWhereItHasNone) {
  const TriangleMesh mesh = make_sphere_mesh(1, 1);
  const BuildOptions bad[] = {
      {.rule = SplitRule::mean, .kind = TreeKind::box_tree}, {.layout = NodeLayout::compact, .kind = TreeKind::box_tree},
      {.fit = NodeFit::aabb, .kind = TreeKind::box_tree},    {.kind = TreeKind::box_tree, .box_leaves = true},
      {.keep_binary = true, .kind = TreeKind::box_tree},     {.max_leaf_triangles = 0, .kind = TreeKind::box_tree}};
  for (const BuildOptions& options : bad) {
    const auto made = Geometry::make(Shape{mesh}, options);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, ErrorCode::bad_option);
  }
}

}  // namespace
}  // namespace graze
