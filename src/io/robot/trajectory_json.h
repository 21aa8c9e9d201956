#pragma once
/// Trajectories as JSON, of our own form or that of ROS; also where a scene file holds one.

#include <graze/error.h>
#include <graze/robot.h>

#include "io/json/line.h"

namespace graze::io {

/// Errors have the path to the culprit, and no file. Everything is checked.
[[nodiscard]] Result<JointTrajectory> trajectory_from_json(const Json& root);

[[nodiscard]] OrderedJson json_of(const JointTrajectory& trajectory);

}  // namespace graze::io
