/// Each joint moves what is beyond it: turning by its speed times the distance, sliding by its speed.

#include "io/scene/robot_chain.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "io/files/source.h"

namespace graze::io {

namespace {

/// For roundings in the sums of bounds. No unit.
constexpr double outward_chain = 1 + 0x1p-40;

bool has_one_number(JointKind kind) {
  return kind == JointKind::revolute || kind == JointKind::continuous || kind == JointKind::prismatic;
}

double rest_of(const RobotJoint& joint) { return joint.limits ? std::clamp(0.0, joint.limits->lower, joint.limits->upper) : 0; }

std::shared_ptr<const NumberTrack> track_of(const JointTrajectory& trajectory, std::size_t column) {
  NumberTrack track;
  track.interpolation = trajectory.velocities.empty() ? Interpolation::linear : Interpolation::cubic;
  track.times = trajectory.times;
  for (std::size_t i = 0; i < trajectory.times.size(); ++i) {
    track.values.emplace_back(trajectory.positions[i][column]);
    if (trajectory.velocities.empty()) continue;
    track.tangents_in.emplace_back(trajectory.velocities[i][column]);
    track.tangents_out.emplace_back(trajectory.velocities[i][column]);
  }
  return std::make_shared<const NumberTrack>(std::move(track));
}

double position_at(const JointTrack& joint, double t) {
  return joint.track == nullptr ? joint.offset : joint.factor * value_at(*joint.track, t) + joint.offset;
}

/// Follows drivers to their end; a circle, which no reader lets through, ends too.
JointTrack followed(const RobotModel& model, const std::vector<JointTrack>& own, std::size_t joint) {
  double factor = 1;
  double offset = 0;
  std::size_t at = joint;
  for (std::size_t steps = 0; model.joints[at].mimic && steps < model.joints.size(); ++steps) {
    offset += factor * model.joints[at].mimic->offset;
    factor *= model.joints[at].mimic->multiplier;
    at = model.joints[at].mimic->driver;
  }
  return {own[at].track, factor * own[at].factor, factor * own[at].offset + offset};
}

}  // namespace

Result<std::vector<JointTrack>> joint_tracks(const SceneRobot& robot) {
  const RobotModel& model = robot.model;
  std::vector<JointTrack> own(model.joints.size());
  for (std::size_t j = 0; j < own.size(); ++j) own[j].offset = has_one_number(model.joints[j].kind) ? rest_of(model.joints[j]) : 0;
  for (std::size_t column = 0; robot.trajectory && column < robot.trajectory->joints.size(); ++column) {
    const std::string& name = robot.trajectory->joints[column];
    const auto joint = std::ranges::find(model.joints, name, &RobotJoint::name);
    const auto refuse = [&](std::string_view why) {
      return fail(ErrorCode::bad_option, fmt::format("{}: joint \"{}\" {}", printable(robot.name), printable(name), why));
    };
    if (joint == model.joints.end()) return refuse("is not one of the robot");
    if (!has_one_number(joint->kind)) return refuse("cannot be moved by a trajectory in a scene");
    if (joint->mimic) return refuse("follows another, so that no trajectory can move it");
    own[static_cast<std::size_t>(joint - model.joints.begin())] = {track_of(*robot.trajectory, column), 1, 0};
  }
  std::vector<JointTrack> tracks;
  for (std::size_t j = 0; j < own.size(); ++j) tracks.push_back(followed(model, own, j));
  return tracks;
}

LinkChain link_chain(const SceneRobot& robot, const std::vector<JointTrack>& tracks, std::size_t link) {
  LinkChain chain{robot.base, {}};
  const auto& joints = robot.model.joints;
  for (std::size_t steps = 0; steps <= joints.size(); ++steps) {
    const auto above = std::ranges::find(joints, link, &RobotJoint::child);
    if (above == joints.end()) break;
    const auto j = static_cast<std::size_t>(above - joints.begin());
    chain.joints.push_back({above->origin, above->kind, above->axis, tracks[j]});
    link = above->parent;
  }
  std::ranges::reverse(chain.joints);
  return chain;
}

bool moves(const LinkChain& chain) {
  return std::ranges::any_of(chain.joints,
                             [](const LinkJoint& joint) { return has_one_number(joint.kind) && joint.position.track != nullptr; });
}

Pose link_pose(const LinkChain& chain, double t) {
  Pose pose = chain.base;
  for (const LinkJoint& joint : chain.joints) {
    pose = pose * joint.origin;
    if (!has_one_number(joint.kind)) continue;
    const double q = position_at(joint.position, t);
    if (joint.kind == JointKind::prismatic)
      pose.translation += pose.rotation * (q * joint.axis);
    else
      pose.rotation = pose.rotation * Eigen::AngleAxisd(q, joint.axis).toRotationMatrix();
  }
  return pose;
}

SpeedBound link_bound(const LinkChain& chain, double from, double to) {
  SpeedBound bound;
  for (const LinkJoint& joint : chain.joints) {
    bound.linear += bound.angular * joint.origin.translation.norm();
    if (!has_one_number(joint.kind)) continue;
    PointBound position{std::abs(joint.position.offset), 0};
    if (joint.position.track != nullptr) {
      const PointBound driver = bound_of(*joint.position.track, from, to);
      position.size += std::abs(joint.position.factor) * driver.size;
      position.speed = std::abs(joint.position.factor) * driver.speed;
    }
    if (joint.kind == JointKind::prismatic)
      bound.linear += bound.angular * position.size + position.speed;
    else
      bound.angular += position.speed;
  }
  return {outward_chain * bound.linear, outward_chain * bound.angular};
}

}  // namespace graze::io
