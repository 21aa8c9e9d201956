#pragma once
/// Robots of JSON scenes: {"robot": "arm.urdf", "packages": [...], "srdf": "arm.srdf", "trajectory": "swing.json", "t": [...]}.

#include <filesystem>

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/json/line.h"

namespace graze::io {

/// All but the name. Paths are relative to the folder of the scene; a trajectory may be written into it. "ignore" lists pairs of
/// links.
[[nodiscard]] Result<SceneRobot> robot_from_json(const Json& object, const std::filesystem::path& folder,
                                                 const SceneReadOptions& options);

/// The value of a field "trajectory": a file, or a trajectory itself. Errors begin with the field.
[[nodiscard]] Result<JointTrajectory> trajectory_field(const Json& value, const std::filesystem::path& folder);

}  // namespace graze::io
