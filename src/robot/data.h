#pragma once
/// A robot as its motion is computed: one axis after the other, each turning or sliding a group of links that are rigidly joined.

#include <vector>

#include <graze/robot.h>

namespace graze {

namespace robots {

/// Turns or slides group k + 1, of axis k, against the group `parent`. Joints with several drivers are several axes.
struct Axis {
  std::size_t parent = 0;
  bool turns = true;
  Vec3 direction = Vec3::UnitX();  ///< unit, in the frame of the joint
  Pose origin;                     ///< of the joint, in the frame of the parent group
  std::size_t driver = 0;
  double multiplier = 1, offset = 0;  ///< position = multiplier * (position of the driver) + offset
  /// Of one that turns: the rotation of the group in its parent is  at_zero + sin(q) * sine + (1 - cos(q)) * cosine.
  Mat3 at_zero = Mat3::Identity(), sine = Mat3::Zero(), cosine = Mat3::Zero();
};

}  // namespace robots

struct Robot::Data {
  RobotModel model;
  std::size_t root = 0;
  std::vector<Driver> drivers;
  std::vector<robots::Axis> axes;          ///< parents first
  std::vector<std::size_t> group_of_link;  ///< 0 is that of the root
  std::vector<Pose> link_in_group;
  std::vector<std::size_t> parent_of_link;  ///< of the root itself
  /// Of a joint that has one axis, mimics included, that axis; else the number of axes.
  std::vector<std::size_t> axis_of_joint;
  std::vector<std::size_t> depth_of_group;  ///< axes between it and the root

  [[nodiscard]] std::size_t group_count() const { return axes.size() + 1; }
};

}  // namespace graze
