/// Trees put together from parts: the same tree from good parts, the culprit named for bad ones.

#include <cmath>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <graze/generate.h>

#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/tree_parts.h"

namespace graze {
namespace {

TreeParts parts_of(const MeshTree& tree) { return {tree.mesh(), {tree.order().begin(), tree.order().end()}, tree.wide()}; }

TEST(TreeParts, MakeATreeOfEveryMesh) {
  test::Engine random(5);
  for (const double scale : {1e-320, 1e-300, 1.0, 1e300, 1e307}) {
    for (TriangleMesh mesh : {test::bumpy_ball(5, 8, 0.2), test::random_soup(random, 60, 0.4), TriangleMesh{}}) {
      for (Vec3& v : mesh.vertices) v = scale * (v + Vec3(1, 2, 3));
      if (mesh.triangles.size() > 7) mesh.triangles[7] = mesh.triangles[6] = {0, 0, 0};
      for (const std::uint32_t max_leaf : {1U, 8U}) {
        const auto tree = MeshTree::build(mesh, {.max_leaf_triangles = max_leaf});
        ASSERT_TRUE(tree);
        const auto again = tree_from_parts(parts_of(*tree));
        ASSERT_TRUE(again) << scale << " " << again.error().reason;
        EXPECT_EQ(again->wide().nodes.size(), tree->wide().nodes.size());
      }
    }
  }
}

struct Damage {
  std::function<void(TreeParts&)> spoil;
  TreeArray array;
  std::size_t index;
};

std::size_t inner_wide_node(const TreeParts& parts) { return parts.wide.nodes[0].slots[0].node(); }

TEST(TreeParts, AreRefusedWhenAnyOfThemIsWrong) {
  const auto tree = MeshTree::build(make_bumpy_sphere_mesh(1, 0.1, 2));
  ASSERT_TRUE(tree);
  const TreeParts good = parts_of(*tree);
  ASSERT_TRUE(tree_from_parts(good));
  const double nan = std::nan("");
  const float inf = std::numeric_limits<float>::infinity();
  const std::size_t wide = inner_wide_node(good);
  const std::vector<Damage> damages = {
      {[&](TreeParts& p) { p.mesh.vertices[3].y() = nan; }, TreeArray::vertices, 3},
      {[&](TreeParts& p) { p.mesh.triangles[5][1] = 1'000'000; }, TreeArray::triangles, 5},
      {[&](TreeParts& p) { p.order[9] = p.order[8]; }, TreeArray::order, 9},
      {[&](TreeParts& p) { p.order[9] = 1'000'000; }, TreeArray::order, 9},
      {[&](TreeParts& p) { p.order.pop_back(); }, TreeArray::numbers, 0},
      {[&](TreeParts& p) { p.wide.nodes.clear(); }, TreeArray::numbers, 0},
      {[&](TreeParts& p) { p.wide.nodes[wide].boxes.half_extents[1][0] = -1; }, TreeArray::wide_nodes, wide},
      {[&](TreeParts& p) { p.wide.nodes[wide].boxes.center[0][0] = inf; }, TreeArray::wide_nodes, wide},
      {[&](TreeParts& p) { p.wide.nodes.push_back(p.wide.nodes.back()); }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.origin.x() = nan; }, TreeArray::numbers, 0},
      {[&](TreeParts& p) { p.wide.exponent = 5000; }, TreeArray::numbers, 0},
      {[&](TreeParts& p) { p.wide.reach = 0; }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[0].slots[1] = p.wide.nodes[0].slots[0]; }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[0].boxes.half_extents[0][3] = -1; }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[0].slots[0] = tree::Slot::of_node(0); }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[0].slots[0] = tree::Slot::of_node(1'000'000); }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[0].slots[0] = tree::Slot::of_triangles(0, 8); }, TreeArray::wide_nodes, 0},
      {[&](TreeParts& p) { p.wide.nodes[wide].boxes.axes[2][1][0] = 3; }, TreeArray::wide_nodes, wide},
      {[&](TreeParts& p) { p.wide.nodes[wide].boxes.half_extents[2][0] = 1e30F; }, TreeArray::wide_nodes, wide},
      {[&](TreeParts& p) { p.wide.nodes[wide].slots[0] = {}; }, TreeArray::wide_nodes, wide},
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    TreeParts parts = good;
    damages[i].spoil(parts);
    const auto refused = tree_from_parts(std::move(parts));
    ASSERT_FALSE(refused) << "damage " << i;
    EXPECT_EQ(refused.error().array, damages[i].array) << "damage " << i << ": " << refused.error().reason;
    EXPECT_EQ(refused.error().index, damages[i].index) << "damage " << i << ": " << refused.error().reason;
    EXPECT_FALSE(refused.error().reason.empty());
  }
}

TEST(TreeParts, AreRefusedWhenACompactNodeIsWrong) {
  const TreeParts good = parts_of(*MeshTree::build(test::bumpy_ball(6, 9, 0.2), {.layout = NodeLayout::compact}));
  ASSERT_TRUE(tree_from_parts(good));
  const std::size_t last = good.wide.compact.size() - 1;
  const std::vector<std::function<void(tree::CompactNode&)>> damages = {
      [](tree::CompactNode& n) { n.turn[0][0] = n.turn[1][0] = n.turn[2][0] = n.turn[3][0] = 0; },
      [](tree::CompactNode& n) { n.step = std::numeric_limits<float>::infinity(); },
      [](tree::CompactNode& n) { n.step = -n.step; },
      [](tree::CompactNode& n) { n.origin[1] = std::numeric_limits<float>::quiet_NaN(); },
      [](tree::CompactNode& n) { n.origin[1] = 1e30F; },
      [](tree::CompactNode& n) { n.slots[0] = {}; },
      [](tree::CompactNode& n) { n.slots[0] = tree::Slot::of_node(0); },
  };
  for (std::size_t i = 0; i < damages.size(); ++i) {
    TreeParts parts = good;
    damages[i](parts.wide.compact[last]);
    const auto refused = tree_from_parts(std::move(parts));
    ASSERT_FALSE(refused) << "damage " << i;
    EXPECT_EQ(refused.error().array, TreeArray::wide_nodes) << "damage " << i;
    EXPECT_EQ(refused.error().index, last) << "damage " << i << ": " << refused.error().reason;
  }
  TreeParts twice = good;
  twice.wide.nodes.resize(1);
  EXPECT_FALSE(tree_from_parts(std::move(twice)));
}

TEST(TreeParts, AreRefusedWhenAPathIsLongerThanWalksCanTake) {
  // A comb: every node below the root's has a leaf and the next node. All boxes are the root's, which holds everything.
  const auto comb = [](std::uint32_t teeth) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.triangles.assign(teeth + 1, {0, 1, 2});
    TreeParts parts = parts_of(*MeshTree::build(mesh));
    const tree::WideNode root = parts.wide.nodes[0];
    parts.wide.nodes.assign(teeth + 1, root);
    parts.wide.nodes[0].slots[0] = tree::Slot::of_node(1);
    for (std::uint32_t i = 1; i <= teeth; ++i) {
      tree::WideNode& node = parts.wide.nodes[i];
      node.slots[0] = tree::Slot::of_triangles(i - 1, 1);
      node.slots[1] = i < teeth ? tree::Slot::of_node(i + 1) : tree::Slot::of_triangles(teeth, 1);
      for (int k = 0; k < 3; ++k) {
        node.boxes.center[k][1] = node.boxes.center[k][0];
        node.boxes.half_extents[k][1] = node.boxes.half_extents[k][0];
        for (int j = 0; j < 3; ++j) node.boxes.axes[j][k][1] = node.boxes.axes[j][k][0];
      }
    }
    return parts;
  };
  EXPECT_TRUE(tree_from_parts(comb(MeshTree::max_depth)));
  const auto deep = tree_from_parts(comb(MeshTree::max_depth + 1));
  ASSERT_FALSE(deep);
  EXPECT_EQ(deep.error().reason, "the tree is too deep");
}

}  // namespace
}  // namespace graze
