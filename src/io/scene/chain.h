#pragma once
/// A body on a chain of frames, each placed in the one before and possibly moving there: its motion in the world.

#include <cstddef>
#include <memory>
#include <vector>

#include <graze/pose.h>
#include <graze/scene.h>

#include "io/scene/track.h"

namespace graze::io {

/// x -> translation + rotation * (scale * x), in the frame before.
struct ChainFrame {
  Pose pose{};
  double scale = 1;                                 ///< not 0
  std::shared_ptr<const PointTrack> translation{};  ///< replaces that of the pose; null where it stands
  std::shared_ptr<const TurnTrack> rotation{};      ///< replaces that of the pose; null where it stands

  [[nodiscard]] bool moves() const { return translation != nullptr || rotation != nullptr; }
};

/// From the world inward. The motion is that of the last frame.
using Chain = std::vector<ChainFrame>;

/// Where the last frame is at a time, its scale and those above left aside; steps as they are at the time `steps_at`.
[[nodiscard]] Pose chain_pose(const Chain& chain, double t, double steps_at);

/// How the last frame moves: standing where nothing moves; keyframes where nothing above it turns and no spline is involved, which
/// sweeps follow exactly; else guided by bounds. Each in pieces where steps make it jump.
[[nodiscard]] Result<BodyMotion> chain_motion(const Chain& chain);

}  // namespace graze::io
