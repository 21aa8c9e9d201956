#pragma once
/// First contact of bodies on paths: keyframes, or any motion that can bound itself.

#include <graze/guided_motion.h>
#include <graze/path.h>
#include <graze/questions.h>

namespace graze {

/// First contact in [0, t_max] of bodies on legs of constant velocities, leg by leg with sweep_turning(): as fast, and never late.
/// The limit of evaluations holds for each pair of legs. Where they meet within the tolerance as one leg ends and another begins,
/// that is the contact.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_along(const Geometry& a, const motion::Path& path_a, const Geometry& b,
                                                          const motion::Path& path_b, const TurningOptions& options = {});

/// The same for motions known by their bounds alone: conservative advancement on the distance, which takes many more steps. t_max
/// must be finite, the bodies bounded unless they never turn.
[[nodiscard]] GRAZE_API Result<TurningImpact> sweep_along(const Geometry& a, const motion::GuidedMotion& motion_a,
                                                          const Geometry& b, const motion::GuidedMotion& motion_b,
                                                          const TurningOptions& options = {});

}  // namespace graze
