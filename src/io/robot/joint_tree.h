#pragma once
/// Whether the joints of a model join its links to one tree, and whether mimic joints follow each other to an end.

#include <cstddef>
#include <string>
#include <vector>

#include <graze/robot.h>

namespace graze::io {

/// What is wrong, and with which joint; `joint` is the number of joints where none is to blame.
struct JointTrouble {
  std::size_t joint = 0;
  std::string reason{};  ///< empty when all is well
};

[[nodiscard]] JointTrouble tree_trouble(const RobotModel& model);
[[nodiscard]] JointTrouble mimic_trouble(const RobotModel& model);

}  // namespace graze::io
