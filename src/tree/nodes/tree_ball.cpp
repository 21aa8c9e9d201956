/// The farthest corner of the boxes two levels below the root.

#include "tree/nodes/tree_ball.h"

#include <algorithm>
#include <limits>

#include "numbers/tolerance.h"
#include "tree/nodes/box_ref.h"

namespace graze::tree {
namespace {

/// The root, its children and theirs: of a bumpy ball 16 % more than the farthest vertex.
constexpr int levels = 2;

/// Of a distance to a corner: the offset, three products, the axes' own errors, a norm. No unit. TreeBall.HoldsAllTriangles
constexpr double corner_error = 64 * tolerance::rounding;

double farthest_corner(const Obb& box, const Vec3& from) {
  const Vec3 offset = box.center - from;
  Vec3 along = box.half_extents;
  for (std::size_t i = 0; i < 3; ++i) along[static_cast<Eigen::Index>(i)] += std::abs(box.axes[i].dot(offset));
  return along.stableNorm() * (1 + corner_error) + std::numeric_limits<double>::min();
}

double farthest_below(const WideTree& tree, BoxRef box, int deeper, const Vec3& from) {
  const Slot slot = NodesView(tree).slot(box);
  if (slot.is_empty()) return 0;
  if (deeper == 0 || slot.is_leaf()) return farthest_corner(box_in_mesh(tree, box.node(), box.lane()), from);
  double farthest = 0;
  for (int lane = 0; lane < 8; ++lane)
    farthest = std::max(farthest, farthest_below(tree, BoxRef(slot.node(), lane), deeper - 1, from));
  return farthest;
}

}  // namespace

Sphere ball_around_boxes(const WideTree& tree, const Vec3& around) {
  return {around, farthest_below(tree, BoxRef{}, levels, around)};
}

}  // namespace graze::tree
