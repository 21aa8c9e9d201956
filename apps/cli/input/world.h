#pragma once
/// What stands around a robot, from a scene file.

#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/robot.h>

namespace graze::cli {

/// The bodies of the file, which must not move; closed meshes are solids unless all are to be surfaces.
[[nodiscard]] Result<std::vector<WorldObject>> read_world(const std::string& file, bool surfaces);

}  // namespace graze::cli
