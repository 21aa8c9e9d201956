#pragma once
/// A motion made of legs of constant velocities: one of them, or those between keyframes.

#include <limits>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/motion.h>
#include <graze/pose.h>

namespace graze::motion {

struct Keyframe {
  double t = 0;
  Pose pose;
};

/// How a body moves during [from, to].
struct Leg {
  double from = 0;
  double to = std::numeric_limits<double>::infinity();
  Pose start;  ///< at `from`
  Motion motion;

  /// The same motion, begun at a later time of the leg.
  [[nodiscard]] GRAZE_API Leg from_time(double t) const;
};

class GRAZE_API Path {
 public:
  /// One leg from time 0 on.
  Path(const Pose& start, const Motion& motion);

  /// Between two keyframes the origin of the pose moves along a straight line and the body turns the shorter way round, both at
  /// constant speed (lerp and slerp). Before the first and after the last the body stands. Each leg starts at its keyframe exactly
  /// and ends at the next up to rounding. Fails unless times are finite and increase, and when there is no keyframe.
  [[nodiscard]] static Result<Path> through(const std::vector<Keyframe>& keyframes);

  /// The leg that time t >= 0 belongs to; where two meet, the later one.
  [[nodiscard]] const Leg& leg_at(double t) const;
  [[nodiscard]] Pose pose_at(double t) const;

 private:
  Path() = default;
  std::vector<Leg> legs_;  ///< each ends where the next begins
};

}  // namespace graze::motion
