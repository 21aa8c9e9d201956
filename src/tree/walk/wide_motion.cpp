/// Prepares box tests against a tree that moves along a straight line.

#include "tree/walk/wide_motion.h"

#include <cmath>

#include "box/kernels.h"
#include "tree/walk/traverse_binary.h"

namespace graze::tree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// A power of two near 1 / speed, or nothing when one of them is out of range.
std::optional<double> tick_for(double speed) {
  if (!std::isnormal(speed)) return std::nullopt;
  const double tick = std::ldexp(1.0, -std::ilogb(speed));
  return std::isnormal(tick) ? std::optional(tick) : std::nullopt;
}

}  // namespace

std::optional<sat::TimeWindow> root_window(const MovingTrees& trees) {
  const Placement placement(trees.a, trees.pose_a, trees.b, trees.pose_b, trees.clearance);
  const sat::PairMotion motion = sat::pair_motion(trees.velocity, placement.b_in_a);
  return sat::box_kernels().may_overlap_during(trees.a.root_box(), trees.b.root_box(), placement.b_in_a, placement.margin, motion,
                                               infinity);
}

Approach approach(const MovingTrees& trees, const sat::TimeWindow& roots) {
  const Vec3 moved = roots.enter * trees.velocity;
  Pose pose = trees.pose_b;
  pose.translation += moved;
  const double rounded = moved.lpNorm<1>() + pose.translation.lpNorm<1>();
  const double rounding = roots.enter == 0 ? 0 : 2 * tolerance::rounding * rounded + 4 * std::numeric_limits<double>::denorm_min();
  return {roots, pose, rounding + trees.clearance};
}

WideVelocity wide_velocity(const WideTree& tree, const Pose& pose, const Vec3& velocity, double duration) {
  WideVelocity result;
  if (velocity == Vec3::Zero()) return result;
  const Vec3 in_body = sat::relative_pose_with_errors(pose, pose).to_a * velocity;
  const Vec3 in_tree = in_body * std::ldexp(1.0, tree.exponent);
  const std::optional<double> tick = tick_for(in_tree.lpNorm<Eigen::Infinity>());
  if (!tick || !(duration / *tick < longest_passage)) {
    result.clearance = infinity;
    return result;
  }
  result.tick = *tick;
  for (int k = 0; k < 3; ++k) result.per_tick[k] = static_cast<float>(in_tree[k] * *tick);
  result.clearance = duration * (sat::lane_speed_error * in_body.lpNorm<1>() + sat::speed_margin_of(velocity));
  return result;
}

}  // namespace graze::tree
