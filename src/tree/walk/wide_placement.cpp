/// Maps boxes of one wide tree into the frame of another, with the margin that rounding calls for.

#include "tree/walk/wide_placement.h"

#include "numbers/tolerance.h"
#include "tree/walk/kernels.h"

namespace graze::tree {
namespace {

/// From the stored coordinates of one tree to those of another, in double.
struct TreeToTree {
  sat::RelativePose pose;
  double scale;            ///< lengths of `from` in units of `to`
  sat::PairMargin margin;  ///< in units of `to`
  double center_bound;     ///< of |x|+|y|+|z| of mapped centres, and of their terms
};

/// `reach` bounds |x|+|y|+|z| of the centres in `from`.
TreeToTree tree_to_tree(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance,
                        double reach) {
  sat::RelativePose pose = sat::relative_pose_with_errors(pose_to, pose_from);
  const double unit = power_of_two(to.exponent), scale = power_of_two(to.exponent - from.exponent);
  const double lengths = from.origin.lpNorm<1>() + pose.translation.lpNorm<1>() + to.origin.lpNorm<1>();
  pose.translation_error += pose.rotation_error * from.origin.lpNorm<1>() + 8 * tolerance::rounding * lengths;
  pose.translation = (pose.rotation * from.origin + pose.translation - to.origin) * unit;
  pose.translation_error *= unit;
  const sat::BoxBounds there{0, to.reach}, here{0, scale * reach};
  sat::PairMargin margin = sat::margin_of(there, here, pose);
  margin.absolute += clearance * unit * (1 + 2 * pose.shear + axis_excess);
  return {pose, scale, margin, 2 * here.center_norm + pose.translation.lpNorm<1>()};
}

template <class Number>
BoxMap<Number> box_map(const TreeToTree& mapping) {
  BoxMap<Number> map{};
  const double *rotation = mapping.pose.rotation.data(), *translation = mapping.pose.translation.data();
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    map.translation[i] = static_cast<Number>(translation[i]);
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      map.rotation[k][i] = static_cast<Number>(rotation[3 * k + i]);
      map.scaled_rotation[k][i] = static_cast<Number>(mapping.scale * rotation[3 * k + i]);
    }
  }
  map.scale = static_cast<Number>(mapping.scale);
  return map;
}

}  // namespace

WidePlacement::WidePlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance)
    : place_(walk_kernels().place_box) {
  const TreeToTree mapping = tree_to_tree(from, pose_from, to, pose_to, clearance, from.reach);
  margin_ = sat::lane_margin_of(mapping.margin, mapping.center_bound);
  map_ = box_map<double>(mapping);
}

OverlapPlacement::OverlapPlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to,
                                   double clearance, double reach)
    : may_overlap_(walk_kernels().may_overlap_placed) {
  const TreeToTree mapping = tree_to_tree(from, pose_from, to, pose_to, clearance, reach);
  map_ = {box_map<float>(mapping), sat::lane_margin_of(mapping.margin, mapping.center_bound, rounding_of_overlap_map)};
  scale_ = mapping.scale;
}

void PlacementOnDemand::make() const { placement_.emplace(from_, pose_from_, to_, pose_to_, clearance_); }

}  // namespace graze::tree
