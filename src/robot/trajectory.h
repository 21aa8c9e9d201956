#pragma once
/// Joint trajectories as smooth pieces, checked against the robot.

#include <vector>

#include "robot/segment.h"

namespace graze::robots {

struct Segment {
  double from = 0, to = 0;  ///< times
  std::vector<Cubic> drivers;

  /// The time of u in [0, 1], not later than it is.
  [[nodiscard]] double time_before(double u) const;
  /// Not earlier than it is.
  [[nodiscard]] double time_after(double u) const;
};

struct Segments {
  std::vector<Segment> pieces;  ///< at least one; of a single way-point one that stands
  std::vector<AssumedPosition> assumed;
  std::vector<LimitViolation> violations;
};

/// Fails on names that are no drivers, rows of the wrong length, times that do not increase, numbers that are not finite.
[[nodiscard]] Result<Segments> segments_of(const Robot& robot, const JointTrajectory& trajectory);

}  // namespace graze::robots
