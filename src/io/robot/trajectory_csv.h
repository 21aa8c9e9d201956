#pragma once
/// Trajectories as lines of numbers under a header of joint names.

#include <filesystem>
#include <string>
#include <string_view>

#include <graze/error.h>
#include <graze/robot.h>

namespace graze::io {

/// Errors read "<path>:<line>: reason".
[[nodiscard]] Result<JointTrajectory> trajectory_from_csv(const std::filesystem::path& path, std::string_view text);

/// Of one without velocities.
[[nodiscard]] std::string csv_of(const JointTrajectory& trajectory);

}  // namespace graze::io
