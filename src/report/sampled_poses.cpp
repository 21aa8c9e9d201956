/// Keyframes along a motion, close enough together that a straight line between two of them looks right.

#include <algorithm>
#include <cmath>
#include <numbers>

#include <graze/report.h>

namespace graze {
namespace {

constexpr double largest_turn = std::numbers::pi / 36;  ///< between two keyframes
constexpr std::size_t most_keyframes = 1440;
constexpr std::size_t guided_keyframes = 481;  ///< of motions that tell nothing of their shape

/// How many steps a leg of that duration is cut into. Without turning it is straight, with the origin of the pose as centre too.
std::size_t steps_for(const Motion& motion, double duration) {
  if (!motion.moves()) return 0;
  const double turn = motion.angular_velocity.stableNorm() * duration;
  const double steps = std::ceil(turn / largest_turn);
  return static_cast<std::size_t>(std::clamp(steps, 1.0, static_cast<double>(most_keyframes - 1)));
}

void add_leg(std::vector<Keyframe>& keyframes, const Leg& leg, double to) {
  const std::size_t steps = steps_for(leg.motion, to - leg.from);
  for (std::size_t i = keyframes.empty() ? 0 : 1; i <= steps; ++i) {
    const double t = steps == 0 ? leg.from : leg.from + (to - leg.from) * static_cast<double>(i) / static_cast<double>(steps);
    if (keyframes.empty() || t > keyframes.back().t) keyframes.push_back({t, pose_at(leg.start, leg.motion, t - leg.from)});
  }
}

}  // namespace

std::vector<Keyframe> sampled_poses(const Pose& start, const Motion& motion, double t_max) {
  std::vector<Keyframe> keyframes;
  add_leg(keyframes, {0, t_max, start, motion}, t_max);
  return keyframes;
}

std::vector<Keyframe> sampled_poses(const Path& path, double t_max) {
  std::vector<Keyframe> keyframes;
  for (double t = 0; keyframes.size() < most_keyframes;) {
    const Leg leg = path.leg_at(t).from_time(t);
    const double to = std::min(leg.to, t_max);
    add_leg(keyframes, leg, to);
    if (!(to > t) || to >= t_max) break;
    t = to;
    if (!leg.motion.moves() && t > keyframes.back().t) keyframes.push_back({t, path.pose_at(t)});
  }
  return keyframes;
}

std::vector<Keyframe> sampled_poses(const GuidedMotion& motion, double t_max) {
  std::vector<Keyframe> keyframes{{0, motion.pose_at(0)}};
  for (std::size_t i = 1; i < guided_keyframes && t_max > 0; ++i) {
    const double t = t_max * static_cast<double>(i) / static_cast<double>(guided_keyframes - 1);
    if (t > keyframes.back().t) keyframes.push_back({t, motion.pose_at(t)});
  }
  return keyframes;
}

}  // namespace graze
