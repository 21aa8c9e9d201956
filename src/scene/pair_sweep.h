#pragma once
/// When two bodies of a scene first meet.

#include <graze/scene_motion.h>

#include "scene/record.h"

namespace graze::scenes {

[[nodiscard]] Result<void> check_question(const SceneTimeOptions& question);

/// In [from, t_max], whatever question.t_max says. The ids of the pair are left for the caller.
[[nodiscard]] Result<PairContact> sweep_pair(const Record& a, const Record& b, const SceneTimeOptions& question, double t_max,
                                             double from = 0);

}  // namespace graze::scenes
