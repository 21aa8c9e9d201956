#pragma once
/// What every trajectory has to be, whatever file it came from.

#include <string>

#include <graze/robot.h>

namespace graze::io {

/// The first thing that is wrong: "times[3]: not after 0.5". Empty when all is well.
[[nodiscard]] std::string trajectory_trouble(const JointTrajectory& trajectory);

}  // namespace graze::io
