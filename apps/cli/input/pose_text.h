#pragma once
/// Poses, rotations, motions and keyframes as texts of the command line.

#include <optional>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/path.h>
#include <graze/pose.h>

namespace graze::cli {

/// Texts as given; empty means absent. At most one of the rotations, and none beside `pose`.
struct PoseText {
  std::string rotate;     ///< "z,45" or "ax,ay,az,45": axis and degrees
  std::string quat;       ///< "w,x,y,z"
  std::string rpy;        ///< "r,p,y": radians about x, y, z as in URDF; with "deg" behind it degrees
  std::string translate;  ///< "x,y,z"
  std::string pose;       ///< 12 numbers, the rows of [R | t], or the 16 of a 4x4 matrix
};

/// Errors name the option: "--b-rotate: expected …".
[[nodiscard]] Result<Pose> pose_in(const PoseText& text, const std::string& prefix);

/// "x,y,z"
[[nodiscard]] Result<Vec3> vector_in(const std::string& text, const std::string& option);

/// "s" or "sx,sy,sz"
[[nodiscard]] Result<Vec3> scale_in(const std::string& text, const std::string& option);

/// "T:X,Y,Z" or "T:X,Y,Z:ROTATION", the rotation as in --rotate, or q=w,x,y,z or rpy=r,p,y.
[[nodiscard]] Result<Keyframe> keyframe_in(const std::string& text, const std::string& option);

}  // namespace graze::cli
