/// Moves the boxes and triangles of a turning body to a time, with bounds of the rounding.

#include "motion/turning/tree.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "motion/pose_at.h"
#include "tree/nodes/box_ref.h"

namespace graze::query {
namespace {

/// Axes of stored boxes are at right angles up to a few roundings of single precision: corners may be farther by this. No unit.
constexpr double cell_defect = 0x1p-18;

/// Squares of speeds below this have lost digits to underflow; that they overflow the limits of the search rule out. Unit of the
/// input to the fourth power.
constexpr double least_speed_square = 0x1p-900;

/// Origin and exponent so that stored coordinates are below 1.
void set_frame(tree::WideTree& tree, const SupportSum& sum, int greatest_exponent) {
  Vec3 low, high;
  for (Eigen::Index k = 0; k < 3; ++k) {
    low[k] = sum.support(-Vec3::Unit(k))[k];
    high[k] = sum.support(Vec3::Unit(k))[k];
  }
  tree.origin = 0.5 * low + 0.5 * high;
  const double size = (0.5 * high - 0.5 * low).maxCoeff();
  tree.exponent = size > 0 ? std::min(-std::ilogb(size) - 1, greatest_exponent) : greatest_exponent;
}

tree::AxesInLanes stored_axes(const Frame& frame) {
  tree::AxesInLanes stored{};
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) stored.axes[i][k] = static_cast<float>(frame[i][k]);
  }
  return stored;
}

tree::ExtentInLanes extent(const SupportSum& sum, double blur, const tree::AxesInLanes& stored, const tree::WideTree& tree) {
  tree::ExtentInLanes extent{};
  const double unit = std::ldexp(1.0, tree.exponent);
  for (int i = 0; i < 3; ++i) {
    const auto& a = stored.axes[i];
    const Vec3 axis(static_cast<double>(a[0]), static_cast<double>(a[1]), static_cast<double>(a[2]));
    extent.lo[i] = static_cast<float>((axis.dot(sum.support(-axis) - tree.origin) - 2 * blur) * unit);
    extent.hi[i] = static_cast<float>((axis.dot(sum.support(axis) - tree.origin) + 2 * blur) * unit);
  }
  return extent;
}

}  // namespace

const tree::WideTree& one_box_around(const SupportSum& sum, double blur, int greatest_exponent) {
  thread_local tree::WideTree scratch;
  scratch.nodes.resize(1);
  tree::WideNode& node = scratch.nodes[0];
  node.slots[0] = tree::Slot::of_triangles(0, 1);
  for (std::size_t lane = 1; lane < node.slots.size(); ++lane) tree::store_nothing(node.boxes, lane);
  set_frame(scratch, sum, greatest_exponent);
  const tree::AxesInLanes stored = stored_axes(sum.frame());
  scratch.reach = tree::store_box(node.boxes, 0, stored, extent(sum, blur, stored, scratch));
  return scratch;
}

TurningTree::TurningTree(const tree::WideTree& wide, const Pose& pose, const Motion& motion, double reach)
    : wide_(&wide),
      reach_(reach),
      size_(center_of(pose, motion).lpNorm<1>() + pose.translation.lpNorm<1>() + wide.origin.lpNorm<1>() + reach),
      screw_({pose.rotation, pose.to_world(wide.origin)}, {motion.velocity, motion.angular_velocity, center_of(pose, motion)}),
      turn_speed_(screw_.turn().stableNorm()) {
  go_to(0);
  is_still_ = !screw_.turns() && screw_.velocity() == Vec3::Zero();
}

void TurningTree::go_to(double t) {
  if (is_still_) return;
  const Screw::State state = screw_.at(t);
  center_ = state.center;
  const Vec3 rim = screw_.turn().cross(state.translation - state.center);
  state_ = {state.rotation, state.translation, screw_.velocity() + rim, rim};
}

PartMotion TurningTree::part_motion(double rim_speed, double error) const {
  PartMotion motion{screw_.velocity(), screw_.turn(), 0, 0};
  if (!screw_.turns()) return motion;
  motion.rim_speed = rim_speed * (1 + rounding_of_poses) + 2 * turn_speed() * error;
  motion.radius = motion.rim_speed / turn_speed() * (1 + rounding_of_poses);
  return motion;
}

MovingTriangle TurningTree::triangle(const Triangle& at_rest, double error) const {
  MovingTriangle moving;
  double rim_square = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    moving.v[k] = state_.origin + state_.rotation * (at_rest.v[k] - wide().origin);
    moving.velocity[k] = screw_.velocity();
    if (!screw_.turns()) continue;
    const Vec3 turned = screw_.turn().cross(moving.v[k] - center_);
    moving.velocity[k] += turned;
    rim_square = std::max(rim_square, turned.squaredNorm());
  }
  double rim = std::sqrt(rim_square);
  if (rim_square < least_speed_square && screw_.turns()) {
    for (const Vec3& v : moving.v) rim = std::max(rim, screw_.turn().cross(v - center_).stableNorm());
  }
  static_cast<PartMotion&>(moving) = part_motion(rim, error);
  return moving;
}

MovingCell TurningTree::cell(std::uint32_t node, std::size_t lane, double error) const {
  sat::EightBoxes buffer;
  const sat::EightBoxes& boxes = tree::NodesView(wide()).open(tree::BoxRef(node, static_cast<int>(lane)), buffer);
  const double unit = std::ldexp(1.0, -wide().exponent);
  const auto placed = [&](const float(&v)[3][8], double scale) {
    const Vec3 stored(static_cast<double>(v[0][lane]), static_cast<double>(v[1][lane]), static_cast<double>(v[2][lane]));
    return Vec3(state_.rotation * (scale * stored));
  };
  MovingCell cell;
  cell.center = state_.origin + placed(boxes.center, unit);
  double reach = 0;
  for (int k = 0; k < 3; ++k) {
    const double half = unit * static_cast<double>(boxes.half_extents[k][lane]);
    cell.halves[k] = placed(boxes.axes[k], half);
    reach += cell.halves[k].squaredNorm();
  }
  const Vec3 turned = screw_.turn().cross(cell.center - center_);
  cell.velocity = screw_.velocity() + turned;
  static_cast<PartMotion&>(cell) = part_motion(turned.stableNorm() + turn_speed() * std::sqrt(reach) * (1 + cell_defect), error);
  return cell;
}

MovingConvex TurningTree::convex(const SupportSum& sum, double radius, double blur, double error) const {
  return {part_motion(turn_speed() * radius, error), &sum, wide().origin, state_.rotation, state_.origin, state_.velocity, blur};
}

}  // namespace graze::query
