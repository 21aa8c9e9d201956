#pragma once
/// Robots from files: URDF models with their meshes, SRDF lists of pairs that are not checked and named poses, joint trajectories.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/robot.h>

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

/// A pose that an SRDF file gives a name: numbers of some joints, as many as the joint has.
struct NamedPose {
  std::string name;
  std::string group;
  std::map<std::string, std::vector<double>> positions;
};

/// What an SRDF file adds to a model.
struct Srdf {
  std::vector<IgnoredPair> ignored{};  ///< reasons read "srdf: Never"; each pair once
  std::vector<NamedPose> poses{};
};

/// disable_collisions, disable_default_collisions, enable_collisions and group_state; other elements are read over. Links and
/// joints that the model does not have are errors, "<path>:<line>: <element>: reason".
[[nodiscard]] GRAZE_API Result<Srdf> read_srdf(const std::filesystem::path& path, const RobotModel& model);

/// The pairs as disable_collisions elements, which read_srdf() reads again.
[[nodiscard]] GRAZE_API std::string srdf_text(const std::string& robot, const std::vector<IgnoredPair>& ignored);
/// The same in a file. Written in one step, so that a failure leaves no
/// half-written file; a file that is there is replaced only if it was written by this function, since others may hold more.
[[nodiscard]] GRAZE_API Result<void> write_srdf(const std::filesystem::path& path, const std::string& robot,
                                                const std::vector<IgnoredPair>& ignored);

/// Way-points from
///   JSON  {"joints": [...], "times": [...], "positions": [[...] ...], "velocities": [[...] ...]}, velocities if any;
///   JSON  shaped like a JointTrajectory of ROS: {"joint_names": [...], "points": [{"positions": [...], "velocities": [...],
///         "time_from_start": seconds or {"sec": s, "nanosec": n} or {"secs": s, "nsecs": n}} ...]};
///   CSV   a header "time,JOINT,JOINT" and a line a way-point.
/// Rows of a wrong length, times that do not increase and numbers that are none are errors that name the place. Whether a robot has
/// the joints is not known here.
[[nodiscard]] GRAZE_API Result<JointTrajectory> read_trajectory(const std::filesystem::path& path,
                                                                std::uint64_t max_file_bytes = 1ULL << 30U);

/// As JSON, or as CSV where the name ends in .csv, which holds no velocities. Numbers read back are the same. One step, as above.
[[nodiscard]] GRAZE_API Result<void> write_trajectory(const std::filesystem::path& path, const JointTrajectory& trajectory);

}  // namespace graze
