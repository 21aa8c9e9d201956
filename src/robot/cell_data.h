#pragma once
/// A robot and its surroundings, prepared: shapes and pairs of a search through windows, and their names.

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "motion/windows/scene.h"
#include "robot/containment.h"
#include "robot/segment.h"

namespace graze {

namespace robots {

/// Two links, or a link and an object: a tag of the search.
struct NamedPair {
  std::size_t link = 0;
  std::size_t other = 0;  ///< link or object
  bool is_object = false;
};

/// Where a shape of the search comes from.
struct ShapeOrigin {
  std::size_t owner = 0;  ///< link or object
  std::size_t part = 0;   ///< which shape of it
  bool is_object = false;
};

/// Two that never move against each other.
struct StillPair {
  std::uint32_t tag = 0;
  double distance = std::numeric_limits<double>::infinity();
};

}  // namespace robots

struct RobotCell::Data {
  Data(Robot its_robot, std::vector<WorldObject> its_world) : robot(std::move(its_robot)), world(std::move(its_world)) {}

  Robot robot;
  std::vector<WorldObject> world;
  Pose base;
  std::vector<IgnoredPair> ignored;
  windows::WindowScene scene;
  std::vector<robots::Chain> chains;
  std::vector<robots::NamedPair> tags;
  std::vector<robots::ShapeOrigin> origins;
  std::vector<robots::StillPair> still;
  double size = 0;                    ///< bounds coordinates of everything, sliding axes left out
  double reach = 0;                   ///< of the robot around its base, sliding axes left out
  std::optional<double> reach_limit;  ///< where an object is unbounded: the reach it was cut for
  robots::ContainmentCheck containment;

  [[nodiscard]] const std::string& name_of(const robots::NamedPair& tag, int which) const {
    if (which == 0) return robot.model().links[tag.link].name;
    return tag.is_object ? world[tag.other].name : robot.model().links[tag.other].name;
  }
  [[nodiscard]] robots::SegmentMovement movement() const { return {robot.data(), base, chains, size}; }
};

}  // namespace graze
