/// Finds the stretch of a motion that a time belongs to, and checks motions.

#include "scene/course.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace graze::scenes {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

Stretch standing(double from, double to, const Pose& pose, bool may_jump) {
  return {from, to, Leg{from, to, pose, {}}, nullptr, may_jump};
}

struct StretchAt {
  const SceneBody& body;
  double t;

  Stretch operator()(const Motion& motion) const { return {0, never, Leg{0, never, body.pose, motion}, nullptr, false}; }
  Stretch operator()(const Path& path) const {
    const Leg& leg = path.leg_at(t);
    return {std::max(0.0, leg.from), leg.to, leg, nullptr, false};
  }
  Stretch operator()(const GuidedMotion& motion) const { return {0, never, {}, &motion, false}; }
  Stretch operator()(const MotionPieces& pieces) const {
    const auto later =
        std::upper_bound(pieces.begin(), pieces.end(), t, [](double time, const MotionPiece& piece) { return time < piece.from; });
    if (later == pieces.begin()) return standing(0, later->from, later->motion.pose_at(later->from), false);
    const MotionPiece& piece = *std::prev(later);
    if (t >= piece.to) return standing(piece.to, never, piece.motion.pose_at(piece.to), false);
    return {std::max(0.0, piece.from), piece.to, {}, &piece.motion, true};
  }
};

Result<void> check_guided(const GuidedMotion& motion, const std::string& name) {
  if (!motion.pose_at) return fail(ErrorCode::bad_option, name + "pose_at: no function");
  if (!motion.speed_bound) return fail(ErrorCode::bad_option, name + "speed_bound: no function");
  return {};
}

Result<void> check_pieces(const MotionPieces& pieces) {
  if (pieces.empty()) return fail(ErrorCode::bad_option, "pieces: none");
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const std::string name = "pieces[" + std::to_string(i) + "].";
    const MotionPiece& piece = pieces[i];
    if (!std::isfinite(piece.from)) return fail(ErrorCode::not_finite, name + "from: not finite");
    if (!(piece.to > piece.from)) return fail(ErrorCode::bad_option, name + "to: not after `from`");
    if (i > 0 && piece.from != pieces[i - 1].to) return fail(ErrorCode::bad_option, name + "from: not where the piece before ends");
    if (const auto ok = check_guided(piece.motion, name + "motion."); !ok) return ok;
  }
  return {};
}

struct CheckMotion {
  Result<void> operator()(const Motion&) const { return {}; }
  Result<void> operator()(const Path&) const { return {}; }
  Result<void> operator()(const GuidedMotion& motion) const { return check_guided(motion, ""); }
  Result<void> operator()(const MotionPieces& pieces) const { return check_pieces(pieces); }
};

}  // namespace

Stretch stretch_at(const SceneBody& body, double t) { return std::visit(StretchAt{body, t}, body.motion); }

Pose pose_at(const SceneBody& body, double t) { return stretch_at(body, t).pose_at(t); }

Result<void> check_motion(const SceneBody& body) { return std::visit(CheckMotion{}, body.motion); }

}  // namespace graze::scenes
