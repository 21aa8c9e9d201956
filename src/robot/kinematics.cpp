/// Moves groups of links along their axes, with first and second derivatives.

#include "robot/kinematics.h"

#include <cmath>

#include <Eigen/Geometry>

namespace graze::robots {

void move_along(const Axis& axis, const AxisState& state, const windows::GroupState& parent, windows::GroupState& group,
                AxisLine& line) {
  const Pose joint{parent.pose.rotation, parent.pose.to_world(axis.origin.translation)};
  line.point = joint.translation;
  line.direction = parent.pose.rotation * (axis.origin.rotation * axis.direction);
  const Vec3 along = state.velocity * line.direction;
  group.pose.translation = joint.translation;
  if (axis.turns) {
    const double sine = std::sin(state.position), versine = 1 - std::cos(state.position);
    const Mat3 in_parent = axis.at_zero + sine * axis.sine + versine * axis.cosine;
    group.pose.rotation.noalias() = parent.pose.rotation * in_parent;
    group.turn = parent.turn + along;
    group.turn_acceleration = parent.turn_acceleration + state.acceleration * line.direction + parent.turn.cross(along);
  } else {
    group.pose.rotation = parent.pose.rotation * axis.origin.rotation;
    group.pose.translation += state.position * line.direction;
    group.turn = parent.turn;
    group.turn_acceleration = parent.turn_acceleration;
  }
  const Vec3 arm = group.pose.translation - parent.pose.translation;
  const Vec3 turned = parent.turn.cross(arm);
  group.velocity = parent.velocity + turned;
  group.acceleration = parent.acceleration + parent.turn_acceleration.cross(arm) + parent.turn.cross(turned);
  if (axis.turns) return;
  group.velocity += along;
  group.acceleration += state.acceleration * line.direction + 2 * parent.turn.cross(along);
}

std::vector<Pose> group_poses(const Robot::Data& robot, std::span<const double> positions) {
  std::vector<windows::GroupState> states(robot.group_count());
  AxisLine line;
  for (std::size_t k = 0; k < robot.axes.size(); ++k) {
    const Axis& axis = robot.axes[k];
    const AxisState state{axis.multiplier * positions[axis.driver] + axis.offset};
    move_along(axis, state, states[axis.parent], states[k + 1], line);
  }
  std::vector<Pose> poses;
  for (const windows::GroupState& state : states) poses.push_back(state.pose);
  return poses;
}

}  // namespace graze::robots
