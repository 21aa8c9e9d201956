#pragma once
/// Walks one mesh tree, nearest boxes first. Never misses a triangle within the limit of that moment.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>

#include <graze/pose.h>

#include "numbers/tolerance.h"
#include "tree/nodes/box_ref.h"
#include "tree/walk/kernels.h"
#include "tree/walk/nearest_bounds.h"
#include "tree/walk/wide_placement.h"

namespace graze::tree {

/// How many units of the tree a unit of its mesh is.
[[nodiscard]] inline double unit_of(const WideTree& tree) { return power_of_two(tree.exponent); }

/// A float above the squared length in a tree, whatever its three roundings in double did to it.
[[nodiscard]] inline float float_limit(double squared) {
  constexpr double up = 1 + 4 * tolerance::float_rounding;
  const double limit = squared * up + static_cast<double>(std::numeric_limits<float>::min());
  return limit < static_cast<double>(std::numeric_limits<float>::max()) ? static_cast<float>(limit)
                                                                        : std::numeric_limits<float>::infinity();
}

/// Turns lengths of the world into the squared lengths of a tree that bounds are given in.
class TreeLengths {
 public:
  /// `shear` bounds how much the pose of the mesh stretches, as RelativePose::shear does.
  TreeLengths(const WideTree& tree, double shear) : unit_((1 + 2 * shear) * unit_of(tree)) {}

  /// Greater than any bound of what is within `length`; nothing is within a negative one.
  [[nodiscard]] float limit(double length) const {
    const double in_tree = length * unit_;
    return length < 0 ? 0 : float_limit(in_tree * in_tree);
  }

 private:
  double unit_;
};

/// The same for squared lengths of the mesh.
class TreeSquares {
 public:
  explicit TreeSquares(const WideTree& tree) : unit_(unit_of(tree)) {}

  [[nodiscard]] float limit(double squared) const { return squared < 0 ? 0 : float_limit(squared * unit_ * unit_); }

 private:
  double unit_;
};

/// A point of the world in the frame of a mesh.
struct PointInMesh {
  Vec3 position;
  double error = 0;  ///< of each coordinate at most
  double shear = 0;  ///< as RelativePose::shear
};
[[nodiscard]] PointInMesh point_in_mesh(const Pose& pose, const Vec3& point);

/// A point in the frame of a wide tree, ready for bounds; nothing when it is so far away that single precision cannot
/// distinguish the boxes.
struct PointInTree {
  LanePoint point;
  double shear = 0;
  bool is_near = false;
};
[[nodiscard]] PointInTree point_in_tree(const WideTree& tree, const PointInMesh& point);

/// A box of the world in the frame of a wide tree, likewise.
struct BoxInTree {
  sat::OneBox box;
  sat::LaneMargin margin;
  double shear = 0;
  bool is_near = false;
};
[[nodiscard]] BoxInTree box_in_tree(const WideTree& tree, const Pose& pose, const Obb& box_in_world);

/// Triangles of one leaf, or of a few that are visited together.
class LeafBatch {
 public:
  static constexpr std::size_t most = Slot::max_triangles;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::span<const std::uint32_t> triangles() const { return {numbers_.data(), size_}; }
  void clear() { size_ = 0; }
  void take(const std::uint32_t* order, Slot leaf) {
    for (std::uint32_t k = 0; k < leaf.count(); ++k) numbers_[size_++] = order[leaf.first() + k];
  }

 private:
  std::array<std::uint32_t, most> numbers_;
  std::size_t size_ = 0;
};

/// Largest first. Always the same 19 comparisons [Knuth98 §5.3.4]: how children are ordered is hard to foresee, and a sort that
/// branches on it costs more than the bounds that are sorted.
inline void sort_descending(std::uint64_t (&x)[8]) {
  constexpr std::uint8_t pairs[19][2] = {{0, 2}, {1, 3}, {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}, {0, 1}, {2, 3},
                                         {4, 5}, {6, 7}, {2, 4}, {3, 5}, {1, 4}, {3, 6}, {1, 2}, {3, 4}, {5, 6}};
#pragma GCC unroll 19
  for (const auto& [i, j] : pairs) {
    const std::uint64_t a = x[i], b = x[j];
    x[i] = a > b ? a : b;
    x[j] = a > b ? b : a;
  }
}

/// bounds(eight, limit, bound) -> unsigned fills in how far a node's boxes are at least, never negative, in units that
/// lengths.limit() turns limits into; bit k of it says that box k is nearer than the limit. on_triangles(numbers) -> double returns
/// the limit from then on. Depth first, nearest child first: few boxes are alive at a time, and none is allocated for. Leaves that
/// follow each other are passed together while they have no more than `together` triangles.
template <class Lengths, class Bounds, class OnTriangles>
void for_each_leaf_by_distance(const MeshTree& mesh, const Lengths& lengths, const Bounds& bounds, double limit,
                               std::size_t together, OnTriangles&& on_triangles) {
  /// A bound and its box; compared by bound, then by box, as one number.
  std::array<std::uint64_t, 7 * (MeshTree::max_depth + 1) + 8> stack;
  std::size_t height = 0;
  float nearer_than = lengths.limit(limit);
  const NodesView nodes(mesh.wide());
  const std::uint32_t* const order = mesh.order().data();
  const auto open = [&](std::uint32_t node) {
    float bound[8];
    sat::EightBoxes buffer;
    const unsigned nearer = bounds(nodes.open(node, buffer), nearer_than, bound);
    std::uint64_t entries[8];
    std::size_t count = 0;
#pragma GCC unroll 8
    for (std::uint32_t lane = 0; lane < 8; ++lane) {
      const std::uint64_t entry = std::uint64_t{std::bit_cast<std::uint32_t>(bound[lane])} << 32U | (node << 3U | lane);
      const std::uint64_t is_nearer = nearer >> lane & 1U;
      entries[lane] = entry & (0 - is_nearer);  // nothing is least, so it ends above the stack
      count += is_nearer;
    }
    sort_descending(entries);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < 8; ++k) stack[height + k] = entries[k];
    height += count;
  };
  /// The next box that is of interest, left on the stack.
  const auto next = [&] {
    while (height > 0 && !(std::bit_cast<float>(static_cast<std::uint32_t>(stack[height - 1] >> 32U)) < nearer_than)) --height;
    return height > 0 ? nodes.slot(BoxRef::of_number(static_cast<std::uint32_t>(stack[height - 1]))) : Slot();
  };
  LeafBatch batch;
  if (!mesh.empty()) {
    // The first node holds the root box alone, which is of interest whenever everything is.
    const Slot root = nodes.slot(BoxRef(0, 0));
    open(limit == std::numeric_limits<double>::infinity() && !root.is_leaf() ? root.node() : 0);
  }
  for (Slot slot = next(); !slot.is_empty(); slot = next()) {
    --height;
    if (!slot.is_leaf()) {
      open(slot.node());
      continue;
    }
    batch.clear();
    batch.take(order, slot);
    for (slot = next(); slot.is_leaf() && batch.size() + slot.count() <= together; slot = next()) {
      --height;
      batch.take(order, slot);
    }
    nearer_than = lengths.limit(on_triangles(batch.triangles()));
  }
}

/// The same with on_triangle(i) -> double, one after the other.
template <class Lengths, class Bounds, class OnTriangle>
void for_each_triangle_by_distance(const MeshTree& mesh, const Lengths& lengths, const Bounds& bounds, double limit,
                                   OnTriangle&& on_triangle) {
  for_each_leaf_by_distance(mesh, lengths, bounds, limit, 0, [&](std::span<const std::uint32_t> triangles) {
    for (const std::uint32_t i : triangles) limit = on_triangle(i);
    return limit;
  });
}

/// The same in double: bound(box) -> double is a length of the world for a box in the frame of the mesh.
template <class Bound, class OnTriangle>
void for_each_triangle_by_bound(const MeshTree& mesh, const Bound& bound, double limit, OnTriangle&& on_triangle) {
  struct PendingBox {
    double bound;
    BoxRef box;
  };
  std::array<PendingBox, 7 * (MeshTree::max_depth + 1) + 8> stack;
  std::size_t height = 0;
  const WideTree& tree = mesh.wide();
  const auto open = [&](std::uint32_t node) {
    const std::size_t bottom = height;
    for (int lane = 0; lane < 8; ++lane) {
      const BoxRef box(node, lane);
      if (slot_of(tree, box).is_empty()) continue;
      const PendingBox entry{bound(box_in_mesh(tree, box.node(), box.lane())), box};
      std::size_t at = height++;
      for (; at > bottom && stack[at - 1].bound < entry.bound; --at) stack[at] = stack[at - 1];
      stack[at] = entry;
    }
  };
  if (!mesh.empty()) open(0);
  while (height > 0) {
    const PendingBox entry = stack[--height];
    if (entry.bound > limit) continue;
    const Slot slot = slot_of(tree, entry.box);
    if (!slot.is_leaf()) {
      open(slot.node());
      continue;
    }
    for (const std::uint32_t i : mesh.order().subspan(slot.first(), slot.count())) limit = on_triangle(i);
  }
}

/// Calls on_triangle(i) -> limit for every triangle that may be within the limit of the point, all in the world.
template <class OnTriangle>
void for_each_near_triangle(const MeshTree& mesh, const Pose& pose, const Vec3& point, double limit, OnTriangle&& on_triangle) {
  const PointInTree in_tree = point_in_tree(mesh.wide(), point_in_mesh(pose, point));
  if (!in_tree.is_near) {
    const auto bound = [&](const Obb& box) { return distance_bound(placed_outward(box, pose), point); };
    return for_each_triangle_by_bound(mesh, bound, limit, on_triangle);
  }
  const auto bounds = [&, kernel = walk_kernels().point_bounds](const sat::EightBoxes& eight, float limit_squared,
                                                                float(&squared)[8]) {
    return kernel(in_tree.point, eight, limit_squared, squared);
  };
  for_each_triangle_by_distance(mesh, TreeLengths(mesh.wide(), in_tree.shear), bounds, limit, on_triangle);
}

/// The same for whatever is inside a box of the world.
template <class OnTriangle>
void for_each_near_triangle(const MeshTree& mesh, const Pose& pose, const Obb& box, double limit, OnTriangle&& on_triangle) {
  const BoxInTree in_tree = box_in_tree(mesh.wide(), pose, box);
  if (!in_tree.is_near) {
    const auto bound = [&](const Obb& other) { return distance_bound(placed_outward(other, pose), box); };
    return for_each_triangle_by_bound(mesh, bound, limit, on_triangle);
  }
  const auto bounds = [&, kernel = walk_kernels().box_bounds](const sat::EightBoxes& eight, float limit_squared,
                                                              float(&squared)[8]) {
    kernel(in_tree.box, eight, in_tree.margin, limit_squared, squared);
    unsigned nearer = 0;
    for (unsigned lane = 0; lane < 8; ++lane) nearer |= (squared[lane] < limit_squared ? 1U : 0U) << lane;
    return nearer;
  };
  for_each_triangle_by_distance(mesh, TreeLengths(mesh.wide(), in_tree.shear), bounds, limit, on_triangle);
}

}  // namespace graze::tree
