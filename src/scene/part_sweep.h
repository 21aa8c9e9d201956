#pragma once
/// First contact of two parts during one stretch of their motions.

#include <graze/scene_motion.h>

#include "scene/course.h"

namespace graze::scenes {

struct PartSweep {
  const Body& a;
  const Body& b;
  double from = 0;        ///< the time of the scene at which the bodies are as given
  double duration = 0;    ///< how long to look, perhaps for ever
  bool is_start = false;  ///< they may be inside each other at the start, or within the tolerance for no fault of theirs
};

/// Of parts with constant velocities.
[[nodiscard]] Result<PairContact> sweep_legs(const PartSweep& sweep, const SceneTimeOptions& question);

/// Of parts that glide, from `after` on, a time that is counted from sweep.from. Where answers are exact they are so for the parts
/// as they are given: their poses at that time would be rounded. The margin is 0.
[[nodiscard]] Result<PairContact> sweep_gliding(const PartSweep& sweep, double after, const SceneTimeOptions& question);

struct GuidedPart {
  const Stretch* stretch;  ///< of the body
  const Pose& in_body;
};

/// Of parts of which at least one has a guided motion.
[[nodiscard]] Result<PairContact> sweep_guided(const PartSweep& sweep, const GuidedPart& a, const GuidedPart& b,
                                               const SceneTimeOptions& question);

}  // namespace graze::scenes
