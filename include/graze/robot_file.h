#pragma once
/// Robots from files: URDF models with their meshes, SRDF lists of pairs that are not checked and named poses, joint trajectories.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/robot_model.h>

namespace graze {

struct UrdfOptions {
  /// Where package://NAME/x is looked for, as FOLDER/NAME/x or, where FOLDER is called NAME, as FOLDER/x; then in the folders above
  /// the file. Names without a scheme are relative to the file, then to these folders.
  std::vector<std::filesystem::path> packages{};
  bool solid = true;                           ///< closed meshes count as solids; else all meshes are surfaces
  std::uint64_t max_file_bytes = 1ULL << 28U;  ///< of the URDF file itself; meshes have the limits of MeshReadOptions
};

/// A model with all collision shapes loaded; a file used twice with the same scale is one Geometry. Strict about everything that
/// decides contacts: what is not understood there is an error, "<path>:<line>: <element>: reason", never left out. Read over:
/// visual, inertial, transmission, gazebo and other elements that say nothing about contacts. Nothing but files is opened.
/// Revolute and prismatic joints without limits are legal. Units are those of the file; of COLLADA meshes node transforms count,
/// unit and up_axis do not.
[[nodiscard]] GRAZE_API Result<RobotModel> read_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});

}  // namespace graze
