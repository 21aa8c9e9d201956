#pragma once
/// What all checks of a robot in its cell have in common.

#include "motion/windows/search.h"
#include "robot/cell_data.h"
#include "robot/trajectory.h"

namespace graze::robots {

/// Tolerances of robots, over their size. No unit.
inline constexpr double default_tolerance = 1e-9;
/// Below this part of the coordinates steps in time would be too short for doubles. No unit.
inline constexpr double least_robot_tolerance = 0x1p-40;

/// Fails unless it is positive. What doubles can resolve at least.
[[nodiscard]] Result<double> tolerance_for(const RobotCell::Data& cell, const std::optional<double>& wanted);
[[nodiscard]] Result<void> check_clearance(double clearance);

/// Unbounded objects are cut to what the robot reaches: does it stay within that?
[[nodiscard]] Result<void> check_reach(const RobotCell::Data& cell, std::span<const Cubic> drivers);

/// The tolerance, or what roundings leave along these cubics where that is more: what is nearer than that can be told neither from
/// contact nor from what is free. Fails where that is coarser than anybody would call precise, and names the joint that goes so
/// far.
[[nodiscard]] Result<double> tolerance_along(const RobotCell::Data& cell, std::span<const Cubic> drivers, double tolerance);

/// In the words of the cell.
[[nodiscard]] RobotContact named(const RobotCell::Data& cell, const windows::WindowContact& contact, const Segment& piece);

}  // namespace graze::robots
