#pragma once
/// The robot of the example, or one from a URDF file, among thin rods.

#include <graze/robot.h>

namespace planning {

/// Arguments: nothing, or a URDF file and folders of packages. Ends the program with a message on bad input.
[[nodiscard]] graze::RobotCell cell_from(int argc, char** argv);

}  // namespace planning
