#pragma once
/// Where a body of a scene is at a time, whatever its motion is given by.

#include <graze/path.h>
#include <graze/scene.h>

namespace graze::scenes {

/// A time during which a body moves continuously: with constant velocities, or as a guided motion says.
struct Stretch {
  double from = 0;
  double to = 0;
  Leg leg;                               ///< where there is no guided motion; may begin before `from` and end after `to`
  const GuidedMotion* guided = nullptr;  ///< takes the time of the scene
  bool may_jump = false;                 ///< at `from`

  [[nodiscard]] Pose pose_at(double t) const { return guided != nullptr ? guided->pose_at(t) : leg.from_time(t).start; }
  [[nodiscard]] bool moves() const { return guided != nullptr || leg.motion.moves(); }
};

/// The stretch that time t >= 0 belongs to; where two meet, the later one.
[[nodiscard]] Stretch stretch_at(const SceneBody& body, double t);

[[nodiscard]] Pose pose_at(const SceneBody& body, double t);

/// Whether the body has the same velocities for ever, perhaps none.
[[nodiscard]] inline const Motion* constant_motion(const SceneBody& body) { return std::get_if<Motion>(&body.motion); }

/// Whether the body may be elsewhere at other times than 0.
[[nodiscard]] inline bool may_move(const SceneBody& body) {
  const Motion* constant = constant_motion(body);
  return constant == nullptr || constant->moves();
}

/// The first thing wrong with the motion, whatever moves: "pieces[1].from: not where the piece before ends".
[[nodiscard]] Result<void> check_motion(const SceneBody& body);

}  // namespace graze::scenes
