/// Compact nodes: boxes around those they were made from, the same bits wherever they are unpacked, and little memory.

#include <cstring>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "geometry/frame.h"
#include "numbers/tolerance.h"
#include "tree/nodes/compact_node.h"
#include "tree/nodes/kernels.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/wide_box.h"
#include "tree/nodes/wide_tree_checks.h"

namespace graze {
namespace {

using tree::CompactNode;
using tree::WideNode;

BuildOptions compact() { return {.layout = NodeLayout::compact}; }

/// Balls of all sizes and places, needles, specks, and triangles that are points.
std::vector<TriangleMesh> many_meshes() {
  std::vector<TriangleMesh> meshes;
  for (const Vec3& center : {Vec3(0, 0, 0), Vec3(1e6, -3, 0.1)}) {
    for (const double size : {1.0, 1e-320, 0x1p-500, 0x1p500, 1e302}) {
      meshes.push_back(test::bumpy_ball(6, 9, 0.2));
      for (Vec3& v : meshes.back().vertices) v = size * (v + center);
    }
  }
  for (unsigned seed = 0; seed < 10; ++seed) {
    test::Engine random(seed);
    meshes.push_back(test::random_soup(random, 50, std::ldexp(1.0, -4 * static_cast<int>(seed))));
  }
  meshes.push_back(make_box_mesh({1, 1e-9, 1e-20}));
  TriangleMesh points;
  for (std::uint32_t i = 0; i < 20; ++i) {
    points.vertices.push_back(Vec3(i / 4, 0, 0));
    points.triangles.push_back({i, i, i});
  }
  meshes.push_back(points);
  return meshes;
}

TEST(CompactNode, ContainsTheBoxesItWasMadeFrom) {
  for (const TriangleMesh& mesh : many_meshes()) {
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    for (const WideNode& node : tree->wide().nodes) {
      sat::EightBoxes boxes;
      unpack(tree::packed(node), boxes);
      for (std::size_t lane = 0; lane < 8; ++lane) {
        if (node.slots[lane].is_empty()) continue;
        const Obb inner = tree::stored_box(node.boxes, lane), outer = tree::stored_box(boxes, lane);
        for (unsigned signs = 0; signs < 8; ++signs)
          EXPECT_TRUE(oracle::contains(outer, oracle::corner(inner, signs, outer.center)));
      }
    }
  }
}

TEST(CompactNode, HasBoxesNotMuchLarger) {
  const auto tree = MeshTree::build(test::bumpy_ball(20, 30, 0.2));
  ASSERT_TRUE(tree);
  for (const WideNode& node : tree->wide().nodes) {
    sat::EightBoxes boxes;
    unpack(tree::packed(node), boxes);
    double largest = 0;
    for (std::size_t lane = 0; lane < 8; ++lane)
      largest = std::max(largest, tree::stored_box(node.boxes, lane).half_extents.maxCoeff());
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if (node.slots[lane].is_empty()) continue;
      const Vec3 grown = tree::stored_box(boxes, lane).half_extents - tree::stored_box(node.boxes, lane).half_extents;
      EXPECT_LT(grown.maxCoeff(), largest * 0x1p-11);
    }
  }
}

CompactNode random_node(test::Engine& random) {
  CompactNode node;
  for (std::size_t lane = 0; lane < 8; ++lane) {
    if (random() % 8 == 0) continue;
    node.slots[lane] = tree::Slot::of_triangles(static_cast<std::uint32_t>(random() % 1000), 1);
    for (auto& row : node.turn) row[lane] = static_cast<std::int16_t>(random());
    for (auto& row : node.center) row[lane] = static_cast<std::uint16_t>(random());
    for (auto& row : node.half_extents) row[lane] = static_cast<std::uint16_t>(random());
  }
  node.step = std::ldexp(1.0F, -static_cast<int>(random() % 30));
  for (float& x : node.origin) x = static_cast<float>(test::random_vector(random, 1).x());
  return node;
}

TEST(CompactNode, IsUnpackedToTheSameBitsByEveryVariant) {
  test::Engine random(5);
  for (int i = 0; i < 1000; ++i) {
    const CompactNode node = random_node(random);
    sat::EightBoxes chosen, baseline, single;
    unpack(node, chosen);
    tree::node_kernels_baseline.unpack(node, baseline);
    EXPECT_EQ(std::memcmp(&chosen, &baseline, sizeof chosen), 0);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if (node.slots[lane].is_empty()) {
        tree::store_nothing(single, lane);
      } else {
        unpack(node, lane, single);
      }
    }
    EXPECT_EQ(std::memcmp(&chosen, &single, sizeof chosen), 0);
  }
}

TEST(CompactNode, HasAxesThatAreOrthonormalButForOneRounding) {
  test::Engine random(6);
  for (int i = 0; i < 1000; ++i) {
    const CompactNode node = random_node(random);
    sat::EightBoxes boxes;
    unpack(node, boxes);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      if (node.slots[lane].is_empty()) continue;
      // What the margins of box tests take for granted: see LaneMargin.
      EXPECT_LE(orthonormality_defect(tree::stored_box(boxes, lane).axes), 2.001 * tolerance::float_rounding);
    }
  }
}

TEST(CompactTree, ContainsItsTrianglesAtEveryLevel) {
  for (const TriangleMesh& mesh : many_meshes()) {
    const auto tree = MeshTree::build(mesh, compact());
    ASSERT_TRUE(tree);
    EXPECT_TRUE(tree->wide().is_compact());
    EXPECT_TRUE(tree->wide().nodes.empty());
    test::expect_sound(*tree);
  }
}

TEST(CompactTree, TakesAtMost25BytesATriangle) {
  for (const TriangleMesh& mesh :
       {test::bumpy_ball(40, 60, 0.2), make_sphere_mesh(1, 4), make_torus_mesh(3, 0.01, 400, 4), make_torus_mesh(1, 0.4, 50, 30)}) {
    const auto tree = MeshTree::build(mesh, compact());
    ASSERT_TRUE(tree);
    EXPECT_LE(static_cast<double>(report_on(*tree).bytes), 25.0 * static_cast<double>(mesh.triangles.size()));
  }
  EXPECT_EQ(sizeof(CompactNode), 208U);
}

TEST(CompactTree, IsTheSameOnAnyNumberOfThreads) {
  const TriangleMesh mesh = test::bumpy_ball(60, 90, 0.2);
  const auto one = MeshTree::build(mesh, {.layout = NodeLayout::compact, .threads = 1});
  const auto two = MeshTree::build(mesh, {.layout = NodeLayout::compact, .threads = 2});
  ASSERT_TRUE(one && two);
  EXPECT_TRUE(test::same_bits(*one, *two));
}

TEST(CompactTree, FollowsVerticesThatMove) {
  TriangleMesh mesh = test::bumpy_ball(10, 15, 0.2);
  auto tree = MeshTree::build(mesh, compact());
  ASSERT_TRUE(tree);
  const auto before = MeshTree::build(mesh, compact());
  ASSERT_TRUE(tree->refit(mesh.vertices));
  EXPECT_TRUE(test::same_bits(*tree, *before));
  for (Vec3& v : mesh.vertices) v = 3 * v + Vec3(v.y() * v.y(), 5, 0);
  ASSERT_TRUE(tree->refit(mesh.vertices));
  EXPECT_TRUE(tree->wide().is_compact());
  test::expect_sound(*tree);
}

TEST(CompactTree, IsEmptyForAnEmptyMesh) {
  const auto tree = MeshTree::build({}, compact());
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->wide().node_count(), 0U);
}

}  // namespace
}  // namespace graze
