#pragma once
/// A robot as plain data: links joined by joints, as URDF describes them; joint trajectories; pairs of links that are not checked.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <graze/geometry.h>
#include <graze/pose.h>
#include <graze/vec.h>

namespace graze {

/// One collision element of a link.
struct LinkShape {
  Geometry geometry;
  Pose pose{};         ///< in the frame of the link
  bool solid = false;  ///< of a mesh, as Body::solid
  std::string name{};  ///< may be empty
};

struct RobotLink {
  std::string name;
  std::vector<LinkShape> shapes{};  ///< none: the link touches nothing
};

enum class JointKind : std::uint8_t { fixed, revolute, continuous, prismatic, planar, floating };

/// Radians or lengths.
struct JointLimits {
  double lower = 0;
  double upper = 0;
};

/// position = multiplier * (position of the driver) + offset
struct Mimic {
  std::size_t driver = 0;  ///< index of the joint that is followed
  double multiplier = 1;
  double offset = 0;
};

struct RobotJoint {
  std::string name;
  JointKind kind = JointKind::fixed;
  std::size_t parent = 0;     ///< index of a link
  std::size_t child = 0;      ///< index of a link
  Pose origin{};              ///< of the child's frame at position 0, in the frame of the parent
  Vec3 axis = Vec3::UnitX();  ///< unit, in the frame of the joint; of planar joints the normal
  std::optional<JointLimits> limits{};
  std::optional<Mimic> mimic{};
};

/// A tree of links. Made by read_urdf() or by hand; Robot::make() checks it.
struct RobotModel {
  std::string name;
  std::vector<RobotLink> links;
  std::vector<RobotJoint> joints;
};

/// Two links that are not checked against each other, and why: "adjacent", "rigid", "srdf: Never", "touches in the zero pose",
/// "asked for".
struct IgnoredPair {
  std::string a, b;
  std::string reason;
};

/// Way-points in joint space. Linear between them, or, with velocities, cubic (Hermite). Joints that are not named stay at 0, or at
/// the limit nearest to 0. Angles are not wrapped: from 3.1 to -3.1 is a turn by -6.2.
struct JointTrajectory {
  std::vector<std::string> joints;
  std::vector<double> times;                    ///< increasing
  std::vector<std::vector<double>> positions;   ///< a row a time, a number a joint
  std::vector<std::vector<double>> velocities;  ///< empty, or as positions
};

}  // namespace graze
