/// Trees whose leaves are boxes: every box above holds the boxes below it, as stored and as seen from the mesh, in exact
/// arithmetic.

#include <gtest/gtest.h>

#include <graze/generate.h>

#include "fit/exact_containment.h"
#include "oracle/effort.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/wide_box.h"

namespace graze {
namespace {

bool holds(const Obb& outer, const Obb& inner) {
  for (unsigned signs = 0; signs < 8; ++signs) {
    if (!oracle::contains(outer, oracle::corner(inner, signs, outer.center))) return false;
  }
  return true;
}

Obb stored(const tree::WideTree& wide, tree::BoxRef ref) {
  sat::EightBoxes room;
  return tree::stored_box(tree::NodesView(wide).open(ref, room), ref.lane());
}

/// Boxes that were looked at.
int expect_nested(const MeshTree& tree) {
  const tree::WideTree& wide = tree.wide();
  int seen = 0;
  double reach = 0;
  for (std::uint32_t n = 0; n < wide.node_count(); ++n) {
    for (int lane = 0; lane < 8; ++lane) {
      const tree::BoxRef outer(n, lane);
      const tree::Slot slot = tree::slot_of(wide, outer);
      if (!slot.is_empty()) reach = std::max(reach, stored(wide, outer).center.lpNorm<1>());
      if (slot.is_empty() || slot.is_leaf() || (tree.box_ends()[n] >> lane & 1U) != 0) continue;
      for (int k = 0; k < 8; ++k) {
        const tree::BoxRef inner(slot.node(), k);
        if (tree::slot_of(wide, inner).is_empty()) continue;
        EXPECT_TRUE(holds(stored(wide, outer), stored(wide, inner))) << "node " << n << " lane " << lane << " child " << k;
        EXPECT_TRUE(holds(tree::box_in_mesh(wide, n, outer.lane()), tree::box_in_mesh(wide, slot.node(), inner.lane())))
            << "node " << n << " lane " << lane << " child " << k << " in the mesh";
        ++seen;
      }
    }
  }
  EXPECT_LE(reach, wide.reach);
  return seen;
}

/// Boxes at which walks end are no larger than they need be.
void expect_same_ends(const MeshTree& tree, const MeshTree& plain) {
  ASSERT_EQ(tree.wide().node_count(), plain.wide().node_count());
  for (std::uint32_t n = 0; n < tree.wide().node_count(); ++n) {
    for (int lane = 0; lane < 8; ++lane) {
      const tree::BoxRef at(n, lane);
      if ((tree.box_ends()[n] >> lane & 1U) == 0) continue;
      EXPECT_EQ(stored(tree.wide(), at).half_extents, stored(plain.wide(), at).half_extents) << "node " << n << " lane " << lane;
    }
  }
}

/// Triangles whose boxes have about the same middle, so that their distances from it are small beside their sizes.
TriangleMesh star(test::Engine& random, std::uint32_t count, double off) {
  TriangleMesh mesh;
  for (std::uint32_t i = 0; i < count; ++i) {
    TriangleMesh arm = test::random_soup(random, 1, 1);
    const Vec3 middle = MeshTree::build(arm)->root_box().center;
    for (const Vec3& v : arm.vertices)
      mesh.vertices.push_back(test::without_dust(Vec3(v - middle + test::random_vector(random, off))));
    mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return mesh;
}

/// Specks and large triangles, near the origin and so far from it that the mesh has few bits, as small as doubles allow.
TEST(NestedBoxes, HoldTheBoxesBelowThem) {
  const double scales[] = {1, 0x1p-1060, 0x1p900};
  const double offsets[] = {0, 1, 0x1p30, 0x1p45};
  const NodeFit fits[] = {NodeFit::best, NodeFit::aabb, NodeFit::mean_points};
  int seen = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(72)); ++seed) {
    test::Engine random(seed);
    const double size = std::ldexp(1.0, -3 * static_cast<int>(seed % 7));
    TriangleMesh soup = seed % 5 == 4 ? star(random, 40, size * 0x1p-10) : test::random_soup(random, 40 + 10 * (seed % 5), size);
    const Vec3 offset = test::random_vector(random, offsets[seed % 4]);
    for (Vec3& v : soup.vertices) v = scales[seed / 4 % 3] * (v + offset);
    for (const NodeLayout layout : {NodeLayout::wide, NodeLayout::compact}) {
      BuildOptions options{.layout = layout, .max_leaf_triangles = 1 + 2 * (seed % 4), .fit = fits[seed % 3], .box_leaves = true};
      const auto tree = MeshTree::build(soup, options);
      options.box_leaves = false;
      const auto plain = MeshTree::build(soup, options);
      ASSERT_TRUE(tree && plain);
      if (layout == NodeLayout::wide) expect_same_ends(*tree, *plain);
      seen += expect_nested(*tree);
      if (HasFailure()) FAIL() << "soup " << seed << (layout == NodeLayout::compact ? " compact" : " wide");
    }
  }
  EXPECT_GT(seen, testing::effort(72) * 40);
}

}  // namespace
}  // namespace graze
