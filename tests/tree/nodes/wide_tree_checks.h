#pragma once
/// What every wide tree must be: each triangle once, inside all boxes above it, in exact arithmetic.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "fit/exact_containment.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/wide_box.h"

namespace graze::test {

/// The point is brought into the frame of the tree in exact arithmetic.
inline bool is_inside(const tree::WideTree& wide, const Obb& box, const Vec3& point) {
  using oracle::rational;
  const oracle::Rational3 p = rational(point), o = rational(wide.origin), c = rational(box.center);
  const mpq_class unit(std::ldexp(1.0, wide.exponent));
  oracle::Rational3 offset;
  for (std::size_t k = 0; k < 3; ++k) offset[k] = (p[k] - o[k]) * unit - c[k];
  return oracle::contains(box, offset);
}

struct WideCount {
  std::size_t nodes = 0, filled = 0, depth = 0;
  std::vector<int> seen;
};

/// Collects the triangles below a slot and checks them against its box, as stored and as seen from the mesh.
inline std::vector<std::uint32_t> visit(const MeshTree& tree, std::uint32_t n, std::size_t lane, std::size_t depth,
                                        WideCount& count) {
  const tree::BoxRef ref(n, static_cast<int>(lane));
  const tree::Slot slot = tree::slot_of(tree.wide(), ref);
  std::vector<std::uint32_t> triangles;
  count.depth = std::max(count.depth, depth);
  if (slot.is_leaf()) {
    const auto listed = tree.order().subspan(slot.first(), slot.count());
    triangles.assign(listed.begin(), listed.end());
    for (const std::uint32_t t : triangles) ++count.seen[t];
  } else {
    ++count.nodes;
    for (std::size_t k = 0; k < 8; ++k) {
      if (tree::slot_of(tree.wide(), {slot.node(), static_cast<int>(k)}).is_empty()) continue;
      ++count.filled;
      const std::vector<std::uint32_t> below = visit(tree, slot.node(), k, depth + 1, count);
      triangles.insert(triangles.end(), below.begin(), below.end());
    }
  }
  sat::EightBoxes room;
  const Obb box = tree::stored_box(tree::NodesView(tree.wide()).open(ref, room), lane);
  const Obb in_mesh = tree::box_in_mesh(tree.wide(), n, lane);
  for (const std::uint32_t t : triangles) {
    for (const Vec3& v : tree.mesh().triangle(t).v) {
      EXPECT_TRUE(is_inside(tree.wide(), box, v)) << v.transpose();
      EXPECT_TRUE(oracle::contains(in_mesh, v)) << v.transpose();
    }
  }
  return triangles;
}

inline WideCount expect_sound(const MeshTree& tree) {
  WideCount count;
  count.seen.assign(tree.mesh().triangles.size(), 0);
  visit(tree, 0, 0, 0, count);
  EXPECT_EQ(count.nodes + 1, tree.wide().node_count());
  for (const int seen : count.seen) EXPECT_EQ(seen, 1);
  EXPECT_LE(count.depth, MeshTree::max_depth);
  return count;
}

template <class Node>
bool same_bits(const std::vector<Node>& a, const std::vector<Node>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(Node)) == 0);
}

inline bool same_bits(const MeshTree& a, const MeshTree& b) {
  const tree::WideTree &x = a.wide(), &y = b.wide();
  return std::ranges::equal(a.order(), b.order()) && x.origin == y.origin && x.exponent == y.exponent && x.reach == y.reach &&
         same_bits(x.nodes, y.nodes) && same_bits(x.compact, y.compact);
}

}  // namespace graze::test
