/// With one parent a link at most, either all links hang on one root, or there are two roots, or a loop.

#include "io/robot/joint_tree.h"

#include <limits>

#include <fmt/format.h>

#include "io/files/source.h"

namespace graze::io {

namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

std::string quoted(const std::string& name) { return fmt::format("\"{}\"", printable(name)); }

/// The joint above each link.
JointTrouble find_joints_above(const RobotModel& model, std::vector<std::size_t>& above) {
  above.assign(model.links.size(), none);
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    std::size_t& joint = above[model.joints[j].child];
    if (joint != none)
      return {j, fmt::format("its child {} is the child of joint {} too", quoted(model.links[model.joints[j].child].name),
                             quoted(model.joints[joint].name))};
    joint = j;
  }
  return {model.joints.size()};
}

/// A joint of a loop that the links hang on, if there is one. Each link is walked over once.
std::size_t joint_in_loop(const RobotModel& model, const std::vector<std::size_t>& above) {
  std::vector<std::size_t> seen_from(model.links.size(), none);
  for (std::size_t start = 0; start < model.links.size(); ++start) {
    for (std::size_t link = start; above[link] != none && seen_from[link] != start; link = model.joints[above[link]].parent) {
      if (seen_from[link] != none) break;
      seen_from[link] = start;
      if (seen_from[model.joints[above[link]].parent] == start) return above[link];
    }
  }
  return none;
}

}  // namespace

JointTrouble tree_trouble(const RobotModel& model) {
  std::vector<std::size_t> above;
  if (JointTrouble trouble = find_joints_above(model, above); !trouble.reason.empty()) return trouble;
  if (const std::size_t joint = joint_in_loop(model, above); joint != none)
    return {joint, fmt::format("closes a loop: {} hangs on itself", quoted(model.links[model.joints[joint].child].name))};
  std::size_t root = none;
  for (std::size_t link = 0; link < model.links.size(); ++link) {
    if (above[link] != none) continue;
    if (root != none)
      return {model.joints.size(), fmt::format("two links have no joint above them: {} and {}", quoted(model.links[root].name),
                                               quoted(model.links[link].name))};
    root = link;
  }
  return {model.joints.size()};
}

JointTrouble mimic_trouble(const RobotModel& model) {
  std::vector<std::size_t> seen_from(model.joints.size(), none);
  for (std::size_t start = 0; start < model.joints.size(); ++start) {
    for (std::size_t at = start; model.joints[at].mimic && seen_from[at] == none; at = model.joints[at].mimic->driver) {
      seen_from[at] = start;
      const std::size_t next = model.joints[at].mimic->driver;
      const RobotJoint& driver = model.joints[next];
      if (driver.kind == JointKind::fixed || driver.kind == JointKind::planar || driver.kind == JointKind::floating)
        return {at, fmt::format("mimics {}, which has no position of its own", quoted(driver.name))};
      if (seen_from[next] == start) return {at, next == at ? "mimics itself" : "mimics a joint that follows it in a circle"};
    }
  }
  return {model.joints.size()};
}

}  // namespace graze::io
