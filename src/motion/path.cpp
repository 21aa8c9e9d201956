/// Builds paths through keyframes, and finds the leg and the pose at a time.

#include <graze/path.h>

#include <algorithm>
#include <cmath>
#include <string>

#include <Eigen/Geometry>

#include "motion/pose_at.h"

namespace graze {
namespace {

Vec3 turn_between(const Mat3& from, const Mat3& to) {
  if (from == to) return Vec3::Zero();
  const Eigen::AngleAxisd turn(Mat3(to * from.transpose()));
  return turn.angle() * turn.axis();
}

Leg leg_between(const Keyframe& a, const Keyframe& b) {
  const double duration = b.t - a.t;
  return {a.t,
          b.t,
          a.pose,
          {(b.pose.translation - a.pose.translation) / duration, turn_between(a.pose.rotation, b.pose.rotation) / duration, {}}};
}

Result<void> check(const std::vector<Keyframe>& keyframes) {
  if (keyframes.empty()) return fail(ErrorCode::bad_option, "keyframes: none");
  for (std::size_t i = 0; i < keyframes.size(); ++i) {
    const std::string name = "keyframes[" + std::to_string(i) + "]";
    if (!std::isfinite(keyframes[i].t)) return fail(ErrorCode::not_finite, name + ": time is not finite");
    if (i > 0 && !(keyframes[i].t > keyframes[i - 1].t))
      return fail(ErrorCode::bad_option, name + ": not later than the one before");
  }
  return {};
}

}  // namespace

Leg Leg::from_time(double t) const {
  if (t == from || !motion.moves()) return {std::max(t, from), to, start, motion};
  const double gone = t - from;
  Motion rest = motion;
  if (rest.center) *rest.center += gone * rest.velocity;
  return {t, to, pose_at(start, motion, gone), rest};
}

Path::Path(const Pose& start, const Motion& motion) : legs_{{0, std::numeric_limits<double>::infinity(), start, motion}} {}

Result<Path> Path::through(const std::vector<Keyframe>& keyframes) {
  if (const auto ok = check(keyframes); !ok) return tl::make_unexpected(ok.error());
  constexpr double infinity = std::numeric_limits<double>::infinity();
  Path path;
  path.legs_.push_back({-infinity, keyframes.front().t, keyframes.front().pose, {}});
  for (std::size_t i = 0; i + 1 < keyframes.size(); ++i) path.legs_.push_back(leg_between(keyframes[i], keyframes[i + 1]));
  path.legs_.push_back({keyframes.back().t, infinity, keyframes.back().pose, {}});
  return path;
}

const Leg& Path::leg_at(double t) const {
  const auto later = std::upper_bound(legs_.begin(), legs_.end(), t, [](double time, const Leg& leg) { return time < leg.from; });
  return later == legs_.begin() ? legs_.front() : *std::prev(later);
}

Pose Path::pose_at(double t) const { return leg_at(t).from_time(t).start; }

Path Path::from_time(double t) const {
  Path rest;
  for (double from = t;;) {
    Leg leg = leg_at(from).from_time(from);
    leg.from -= t;
    leg.to -= t;
    rest.legs_.push_back(leg);
    if (std::isinf(leg.to)) return rest;
    from = leg_at(from).to;
  }
}

Path Path::reversed(double t_max) const {
  Path back;
  for (double from = 0;;) {
    const Leg leg = leg_at(from).from_time(from);
    const double end = std::min(leg.to, t_max);
    const Leg rest = leg.from_time(end);
    Motion motion{-leg.motion.velocity, -leg.motion.angular_velocity, rest.motion.center};
    back.legs_.push_back({t_max - end, t_max - from, rest.start, motion});
    if (!(end < t_max)) break;
    from = end;
  }
  std::reverse(back.legs_.begin(), back.legs_.end());
  back.legs_.push_back({t_max, std::numeric_limits<double>::infinity(), pose_at(0), {}});
  return back;
}

}  // namespace graze
