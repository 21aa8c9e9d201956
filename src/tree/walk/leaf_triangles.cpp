/// Boxes around the triangles of a leaf against the boxes of another tree.

#include "tree/walk/leaf_triangles.h"

#include <cmath>

#include "numbers/tolerance.h"
#include "tree/build/boxes.h"
#include "tree/nodes/wide_box.h"

namespace graze::tree {
namespace {

/// Bounds |x|+|y|+|z| of whatever is in the root box. The middle of the box around a triangle is a point of it, up to roundings.
double reach_of_triangles(const WideTree& tree) {
  constexpr double roundings = 1 + 64 * tolerance::float_rounding;
  sat::EightBoxes buffer;
  const Obb root = stored_box(NodesView(tree).open(BoxRef{}, buffer), 0);
  double reach = root.center.lpNorm<1>();
  for (std::size_t i = 0; i < 3; ++i) reach += root.half_extents[static_cast<Eigen::Index>(i)] * root.axes[i].lpNorm<1>();
  return roundings * reach;
}

}  // namespace

unsigned LeafTriangles::near(Slot leaf, const sat::EightBoxes& eight) {
  if (!are_fitted_) fit_each_triangle(from_, leaf, boxes_);
  are_fitted_ = true;
  if (!placement_) placement_.emplace(from_.wide(), pose_from_, to_.wide(), pose_to_, clearance_, reach_of_triangles(from_.wide()));
  unsigned near = 0;
  float far[8];
  for (std::uint32_t lane = 0; lane < leaf.count(); ++lane) near |= placement_->test(boxes_, lane, eight, far);
  return near;
}

}  // namespace graze::tree
