#include <graze/tree/wide_placement.h>

#include <cmath>

#include <graze/core/tolerance.h>

namespace graze::tree {
namespace {

constexpr double u = tolerance::rounding;
/// How much longer than 1 axes stored in single precision may be, and their products.
constexpr double axis_excess = 16 * tolerance::float_rounding;

}  // namespace

WidePlacement::WidePlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance)
    : place_(place_box()), scale_(std::ldexp(1.0, to.exponent - from.exponent)) {
  sat::RelativePose pose = sat::relative_pose_with_errors(pose_to, pose_from);
  const double unit = std::ldexp(1.0, to.exponent);
  const double lengths = from.origin.lpNorm<1>() + pose.translation.lpNorm<1>() + to.origin.lpNorm<1>();
  pose.translation_error += pose.rotation_error * from.origin.lpNorm<1>() + 8 * u * lengths;
  pose.translation = (pose.rotation * from.origin + pose.translation - to.origin) * unit;
  pose.translation_error *= unit;
  const sat::BoxBounds there{0, to.reach}, here{0, scale_ * from.reach};
  sat::PairMargin exact = sat::margin_of(there, here, pose);
  exact.absolute += clearance * unit * (1 + 2 * pose.shear + axis_excess);
  const double center_bound = 2 * here.center_norm + pose.translation.lpNorm<1>();
  margin_ = sat::lane_margin_of(exact, center_bound);
  map_ = {{}, {}, {}, scale_};
  for (int i = 0; i < 3; ++i) {
    map_.translation[i] = pose.translation[i];
    for (int k = 0; k < 3; ++k)
      map_.rotation[k][i] = pose.rotation(i, k), map_.scaled_rotation[k][i] = scale_ * pose.rotation(i, k);
  }
}

}  // namespace graze::tree
