/// Links of a robot as bodies of a scene: forward kinematics, and bounds on how fast a link can be.

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/scene_file.h>

#include "io/files/source.h"
#include "io/scene/robot_chain.h"

namespace graze {
namespace {

/// Links that fixed joints hold together have the same number.
std::vector<std::size_t> rigid_groups(const RobotModel& model) {
  std::vector<std::size_t> group(model.links.size());
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = i;
  const auto root_of = [&](std::size_t link) {
    while (group[link] != link) link = group[link] = group[group[link]];
    return link;
  };
  for (const RobotJoint& joint : model.joints) {
    if (joint.kind == JointKind::fixed) group[root_of(joint.child)] = root_of(joint.parent);
  }
  for (std::size_t i = 0; i < group.size(); ++i) group[i] = root_of(i);
  return group;
}

std::string body_name(const SceneRobot& robot, std::size_t link) { return robot.name + "/" + robot.model.links[link].name; }

/// Parent and child, links rigidly joined, and those the robot itself says.
std::vector<std::array<std::string, 2>> unchecked_pairs(const SceneRobot& robot) {
  const RobotModel& model = robot.model;
  std::set<std::pair<std::size_t, std::size_t>> pairs;
  std::map<std::string, std::size_t> number;
  for (std::size_t i = 0; i < model.links.size(); ++i) number.emplace(model.links[i].name, i);
  for (const RobotJoint& joint : model.joints) pairs.insert(std::minmax(joint.parent, joint.child));
  const std::vector<std::size_t> group = rigid_groups(model);
  std::map<std::size_t, std::vector<std::size_t>> members;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (model.links[i].shapes.empty()) continue;
    for (const std::size_t other : members[group[i]]) pairs.insert(std::minmax(other, i));
    members[group[i]].push_back(i);
  }
  for (const IgnoredPair& ignored : robot.ignored) {
    const auto a = number.find(ignored.a);
    const auto b = number.find(ignored.b);
    if (a != number.end() && b != number.end()) pairs.insert(std::minmax(a->second, b->second));
  }
  std::vector<std::array<std::string, 2>> names;
  for (const auto& [a, b] : pairs) {
    if (a != b && !model.links[a].shapes.empty() && !model.links[b].shapes.empty())
      names.push_back({body_name(robot, a), body_name(robot, b)});
  }
  return names;
}

}  // namespace

Result<RobotBodies> robot_bodies(const SceneRobot& robot) {
  RobotBodies result;
  const auto tracks = io::joint_tracks(robot);
  if (!tracks) return tl::make_unexpected(tracks.error());
  for (std::size_t link = 0; link < robot.model.links.size(); ++link) {
    const RobotLink& description = robot.model.links[link];
    if (description.shapes.empty()) continue;
    SceneBody body;
    for (const LinkShape& shape : description.shapes) body.parts.push_back({shape.geometry, shape.pose, shape.solid, shape.name});
    const auto chain = std::make_shared<const io::LinkChain>(io::link_chain(robot, *tracks, link));
    body.pose = io::link_pose(*chain, 0);
    if (io::moves(*chain)) {
      body.motion = GuidedMotion{[chain](double t) { return io::link_pose(*chain, t); },
                                 [chain](double from, double to) { return io::link_bound(*chain, from, to); }};
    }
    body.name = body_name(robot, link);
    result.bodies.push_back(std::move(body));
  }
  result.exclude = unchecked_pairs(robot);
  return result;
}

}  // namespace graze
