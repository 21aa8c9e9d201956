/// Enlarges boxes from the ends up.

#include "tree/build/nested_boxes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "tree/build/compact_tree.h"
#include "tree/nodes/wide_box.h"
#include "tree/nodes/wide_node.h"

namespace graze::tree {
namespace {

/// What box_in_mesh() adds to a stored box, whose axes are orthonormal to a few roundings of single precision, and what the
/// projections here lose; relative to the sizes of both boxes. No unit. BoxLeaves.MeetJustWhereBoxesOrTrianglesDo
constexpr double nesting_slack = 4 * axis_excess;

/// Four times what box_in_mesh() adds because the centre is rounded in the frame of the mesh, per unit of its coordinates: 4 *
/// 2^-53. No unit. BoxLeaves.MeetJustWhereBoxesOrTrianglesDo
constexpr double placing_rounding = 0x1p-49;
/// The same for what it adds for the smallest doubles.
constexpr double placing_underflow = 16 * std::numeric_limits<double>::denorm_min();

/// In units of the tree.
double placing_slack(const WideTree& tree) {
  return std::ldexp(placing_rounding * tree.origin.lpNorm<1>() + placing_underflow, tree.exponent) + placing_rounding * tree.reach;
}

/// How far the inner box reaches from the centre of the outer one, along axis i of that.
double reach_along(const Obb& outer, std::size_t i, const Obb& inner) {
  const Vec3& axis = outer.axes[i];
  double reach = std::abs(axis.dot(inner.center - outer.center));
  for (std::size_t k = 0; k < 3; ++k) reach += std::abs(axis.dot(inner.axes[k])) * inner.half_extents[static_cast<Eigen::Index>(k)];
  return reach;
}

void enlarge(sat::EightBoxes& boxes, std::size_t lane, const WideNode& below, double slack) {
  const Obb outer = stored_box(boxes, lane);
  Vec3 half = outer.half_extents;
  for (std::size_t child = 0; child < 8; ++child) {
    if (below.slots[child].is_empty()) continue;
    const Obb inner = stored_box(below.boxes, child);
    const double sizes = inner.half_extents.sum() + (inner.center - outer.center).lpNorm<1>();
    for (std::size_t i = 0; i < 3; ++i) {
      double& h = half[static_cast<Eigen::Index>(i)];
      h = std::max(h, reach_along(outer, i, inner) + nesting_slack * sizes + slack);
    }
  }
  for (Eigen::Index i = 0; i < 3; ++i)
    boxes.half_extents[i][lane] = std::nextafter(static_cast<float>(half[i]), std::numeric_limits<float>::infinity());
}

}  // namespace

void nest_boxes(WideTree& tree, std::span<const std::uint8_t> ends, bool is_compact) {
  const double slack = placing_slack(tree);
  if (is_compact) tree.compact.resize(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children have greater numbers than their parents
    WideNode& node = tree.nodes[n];
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const Slot slot = node.slots[lane];
      const bool is_end = (ends[n] >> lane & 1U) != 0;
      if (!slot.is_empty() && !slot.is_leaf() && !is_end) enlarge(node.boxes, lane, tree.nodes[slot.node()], slack);
    }
    if (!is_compact) continue;
    tree.compact[n] = packed(node);
    unpack(tree.compact[n], node.boxes);  // what parents have to hold
  }
  if (!is_compact) return;
  tree.nodes = std::vector<WideNode>();  // = {} would keep the memory
  tree.reach = reach_of_centers(tree);
}

}  // namespace graze::tree
