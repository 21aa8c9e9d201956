#include "tree/walk/wide_placement.h"

#include <cmath>

#include "numbers/tolerance.h"
#include "tree/walk/kernels.h"

namespace graze::tree {
namespace {

constexpr double u = tolerance::rounding;
/// How much longer than 1 axes stored in single precision may be, and their products.
constexpr double axis_excess = 16 * tolerance::float_rounding;

/// From the stored coordinates of one tree to those of another, in double.
struct TreeToTree {
  sat::RelativePose pose;
  double scale;            ///< lengths of `from` in units of `to`
  sat::PairMargin margin;  ///< in units of `to`
  double center_bound;     ///< of |x|+|y|+|z| of mapped centres, and of what they are made of
};

TreeToTree tree_to_tree(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance) {
  sat::RelativePose pose = sat::relative_pose_with_errors(pose_to, pose_from);
  const double unit = std::ldexp(1.0, to.exponent), scale = std::ldexp(1.0, to.exponent - from.exponent);
  const double lengths = from.origin.lpNorm<1>() + pose.translation.lpNorm<1>() + to.origin.lpNorm<1>();
  pose.translation_error += pose.rotation_error * from.origin.lpNorm<1>() + 8 * u * lengths;
  pose.translation = (pose.rotation * from.origin + pose.translation - to.origin) * unit;
  pose.translation_error *= unit;
  const sat::BoxBounds there{0, to.reach}, here{0, scale * from.reach};
  sat::PairMargin margin = sat::margin_of(there, here, pose);
  margin.absolute += clearance * unit * (1 + 2 * pose.shear + axis_excess);
  return {pose, scale, margin, 2 * here.center_norm + pose.translation.lpNorm<1>()};
}

template <class Number>
BoxMap<Number> box_map(const TreeToTree& way) {
  BoxMap<Number> map{};
  for (int i = 0; i < 3; ++i) {
    map.translation[i] = static_cast<Number>(way.pose.translation[i]);
    for (int k = 0; k < 3; ++k) {
      map.rotation[k][i] = static_cast<Number>(way.pose.rotation(i, k));
      map.scaled_rotation[k][i] = static_cast<Number>(way.scale * way.pose.rotation(i, k));
    }
  }
  map.scale = static_cast<Number>(way.scale);
  return map;
}

}  // namespace

WidePlacement::WidePlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance)
    : place_(walk_kernels().place_box) {
  const TreeToTree way = tree_to_tree(from, pose_from, to, pose_to, clearance);
  margin_ = sat::lane_margin_of(way.margin, way.center_bound);
  map_ = box_map<double>(way);
}

OverlapPlacement::OverlapPlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to,
                                   double clearance)
    : may_overlap_(walk_kernels().may_overlap_placed) {
  const TreeToTree way = tree_to_tree(from, pose_from, to, pose_to, clearance);
  map_ = {box_map<float>(way), sat::lane_margin_of(way.margin, way.center_bound, rounding_of_overlap_map)};
  scale_ = way.scale;
}

}  // namespace graze::tree
