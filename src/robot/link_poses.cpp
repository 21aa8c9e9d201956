/// Where the links of a robot are along a trajectory.

#include <algorithm>

#include <graze/robot.h>

#include "robot/cell_data.h"
#include "robot/trajectory.h"

namespace graze {
namespace {

using robots::Segment;

/// The numbers of all drivers at a time, that of the nearer end outside the trajectory.
std::vector<double> positions_at(const std::vector<Segment>& pieces, double t) {
  const auto later = std::ranges::find_if(pieces, [&](const Segment& piece) { return t <= piece.to; });
  const Segment& piece = later == pieces.end() ? pieces.back() : *later;
  const double duration = piece.to - piece.from;
  const double u = duration > 0 ? std::clamp((t - piece.from) / duration, 0.0, 1.0) : 1;
  std::vector<double> positions;
  for (const robots::Cubic& cubic : piece.drivers) positions.push_back(robots::value_at(cubic, u));
  return positions;
}

}  // namespace

Result<std::vector<std::vector<Pose>>> RobotCell::link_poses(const JointTrajectory& trajectory,
                                                             std::span<const double> times) const {
  const auto segments = robots::segments_of(data_->robot, trajectory);
  if (!segments) return tl::make_unexpected(segments.error());
  std::vector<std::vector<Pose>> rows;
  for (const double t : times) {
    Result<std::vector<Pose>> poses = data_->robot.link_poses(positions_at(segments->pieces, t));
    if (!poses) return tl::make_unexpected(poses.error());
    for (Pose& pose : *poses) pose = data_->base * pose;
    rows.push_back(*std::move(poses));
  }
  return rows;
}

}  // namespace graze
