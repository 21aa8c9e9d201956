#pragma once
/// Forward kinematics: where groups of links are, how they move, and where the axes between them are.

#include <span>
#include <vector>

#include "motion/windows/movement.h"
#include "robot/data.h"

namespace graze::robots {

/// A number for each driver, all finite?
[[nodiscard]] Result<void> check_positions(const Robot& robot, std::span<const double> positions);

/// In the frame of the root link.
[[nodiscard]] std::vector<Pose> group_poses(const Robot::Data& robot, std::span<const double> positions);

/// The position of an axis, and its derivatives by time.
struct AxisState {
  double position = 0, velocity = 0, acceleration = 0;
};

/// Where an axis is, in the world.
struct AxisLine {
  Vec3 point = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
};

/// The state of group k + 1, whose parent's is known.
void move_along(const Axis& axis, const AxisState& state, const windows::GroupState& parent, windows::GroupState& group,
                AxisLine& line);

}  // namespace graze::robots
