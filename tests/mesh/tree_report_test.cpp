/// Reports on meshes and trees: numbers that can be checked by hand, and boxes that hold the mesh.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace graze {
namespace {

TEST(MeshReport, MeasuresABox) {
  TriangleMesh mesh = make_box_mesh({1, 2, 3});
  for (Vec3& v : mesh.vertices) v += Vec3(1e6, 0, 0);
  const MeshReport report = report_on(mesh);
  EXPECT_EQ(report.triangles, 12U);
  EXPECT_EQ(report.positions, 8U);
  EXPECT_EQ(report.parts, 1U);
  EXPECT_EQ(report.topology.edges, 18U);
  EXPECT_TRUE(report.is_closed());
  EXPECT_DOUBLE_EQ(report.area, 2 * (2 * 4 + 4 * 6 + 2 * 6));
  ASSERT_TRUE(report.volume);
  EXPECT_DOUBLE_EQ(*report.volume, 48);
  EXPECT_EQ(report.degenerate + report.duplicate + report.inconsistent_edges(), 0U);
  EXPECT_EQ(report.bounds.min, Vec3(1e6 - 1, -2, -3));
}

TEST(MeshReport, CountsEveryDefect) {
  const TriangleMesh box = make_box_mesh({1, 1, 1});
  TriangleMesh open = box;
  open.triangles.pop_back();
  EXPECT_EQ(report_on(open).topology.open_edges, 3U);
  EXPECT_FALSE(report_on(open).volume);
  TriangleMesh turned = box;
  std::swap(turned.triangles[0][1], turned.triangles[0][2]);
  EXPECT_EQ(report_on(turned).inconsistent_edges(), 3U);
  EXPECT_TRUE(report_on(turned).is_closed());
  EXPECT_FALSE(report_on(turned).volume);
  TriangleMesh twice = box;
  twice.triangles.push_back({twice.triangles[4][2], twice.triangles[4][0], twice.triangles[4][1]});
  twice.triangles.push_back({twice.triangles[4][1], twice.triangles[4][0], twice.triangles[4][2]});
  EXPECT_EQ(report_on(twice).duplicate, 2U);
  EXPECT_EQ(report_on(twice).topology.non_manifold_edges, 3U);
  TriangleMesh inward = box;
  for (auto& t : inward.triangles) std::swap(t[0], t[1]);
  EXPECT_DOUBLE_EQ(report_on(inward).volume.value(), -8);
}

TEST(MeshReport, TellsDegenerateFromThin) {
  // (0,0,0), (0.1,0.2,0.3), (0.2,0.4,0.6) are on a line as doubles; moved by a bit they are not.
  TriangleMesh mesh{{{0, 0, 0}, {0.1, 0.2, 0.3}, {0.2, 0.4, 0.6}, {0.2, 0.4, std::nextafter(0.6, 1)}}, {}};
  mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 1, 2}, {3, 3, 3}};
  EXPECT_EQ(report_on(mesh).degenerate, 3U);
}

TEST(MeshReport, SeesPartsOfLooseTriangles) {
  TriangleMesh mesh = make_box_mesh({1, 1, 1}), loose;
  for (const double x : {0.0, 5.0}) {
    for (const auto& t : mesh.triangles) {
      const auto n = static_cast<std::uint32_t>(loose.vertices.size());
      for (const std::uint32_t v : t) loose.vertices.push_back(mesh.vertices[v] + Vec3(x, 0, 0));
      loose.triangles.push_back({n, n + 1, n + 2});
    }
  }
  const MeshReport report = report_on(loose);
  EXPECT_EQ(report.parts, 2U);
  EXPECT_EQ(report.vertices, 72U);
  EXPECT_EQ(report.positions, 16U);
  EXPECT_DOUBLE_EQ(report.volume.value(), 16);
}

TEST(MeshReport, IsZeroForAnEmptyMesh) {
  const MeshReport report = report_on(TriangleMesh{});
  EXPECT_EQ(report.triangles + report.parts, 0U);
  EXPECT_EQ(report.area, 0);
  EXPECT_FALSE(report.is_closed() || report.volume);
}

TEST(TreeReport, CountsNodesAndBytes) {
  EXPECT_EQ(report_on(*MeshTree::build({})).nodes, 0U);
  const TriangleMesh one{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{{0, 1, 2}}}};
  const TreeReport single = report_on(*MeshTree::build(one));
  EXPECT_EQ(single.levels, 1U);
  EXPECT_EQ(single.boxes, 1U);
  EXPECT_DOUBLE_EQ(single.expected_triangles, 1);
  EXPECT_EQ(single.bytes, sizeof(std::uint32_t) + sizeof(tree::WideNode));
  EXPECT_EQ(report_on(*MeshTree::build(one, {.keep_binary = true})).bytes, single.bytes + sizeof(TreeNode));
  const auto ball = MeshTree::build(make_sphere_mesh(1, 4));
  const TreeReport report = report_on(*ball);
  EXPECT_GT(report.fill, 0.8);
  EXPECT_LE(report.fill, 1);
  EXPECT_EQ(report.nodes, ball->wide().nodes.size());
  EXPECT_GE(report.levels, 4U);  // 5120 triangles, eight to a node
  EXPECT_GT(report.expected_nodes, 1);
  EXPECT_EQ(report.layout, NodeLayout::wide);
  const TreeReport compact = report_on(*MeshTree::build(one, {.layout = NodeLayout::compact}));
  EXPECT_EQ(compact.bytes, sizeof(std::uint32_t) + sizeof(tree::CompactNode));
  EXPECT_EQ(compact.layout, NodeLayout::compact);
}

/// The box of twelve exported triangles, by its planes: is the point on the inner side of all of them?
bool is_inside(const TriangleMesh& boxes, std::size_t box, const Vec3& p) {
  for (std::size_t i = 12 * box; i < 12 * box + 12; ++i) {
    const Triangle t = boxes.triangle(i);
    const Vec3 normal = (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]);
    if (normal.norm() > 0 && normal.normalized().dot(p - t.v[0]) > 0) return false;
  }
  return true;
}

TEST(TreeReport, ExportsBoxesThatHoldTheMeshAtEveryLevel) {
  for (const double far : {0.0, 1e9}) {
    TriangleMesh mesh = test::bumpy_ball(8, 12, 0.2);
    for (Vec3& v : mesh.vertices) v += Vec3(far, 0, 0);
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    const TreeReport report = report_on(*tree);
    std::size_t before = 0;
    for (std::size_t level = 0; level < report.levels + 2; ++level) {
      const std::vector<Obb> boxes = boxes_of_level(*tree, level);
      EXPECT_GE(boxes.size(), before);
      before = boxes.size();
      const TriangleMesh exported = mesh_of_boxes(boxes);
      ASSERT_EQ(exported.triangles.size(), 12 * boxes.size());
      EXPECT_GT(report_on(exported).volume.value(), 0);
      for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
        bool is_held = false;
        for (std::size_t k = 0; k < boxes.size() && !is_held; ++k) {
          const Triangle triangle = mesh.triangle(t);
          is_held = is_inside(exported, k, triangle.v[0]) && is_inside(exported, k, triangle.v[1]) &&
                    is_inside(exported, k, triangle.v[2]);
        }
        ASSERT_TRUE(is_held) << "level " << level << " triangle " << t;
      }
    }
    EXPECT_EQ(boxes_of_level(*tree, 0).size(), 1U);
  }
}

}  // namespace
}  // namespace graze
