#pragma once
/// What a ray, or a body that is not in the scene, meets among the bodies of a scene.

#include <cstdint>
#include <functional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/options.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>
#include <graze/shapes.h>

namespace graze {

/// Which bodies a ray can hit.
struct SceneRayOptions {
  double at = 0;                               ///< the time at which the bodies are asked, >= 0
  std::uint64_t mask = every_group;            ///< only bodies of these groups
  std::function<bool(BodyId body)> may_hit{};  ///< only bodies it says yes to
};

/// A part of a body that a ray meets.
struct SceneHit {
  BodyId body;
  PartPlace place;                  ///< the triangle is that of the first crossing
  double t = 0;                     ///< in units of the direction: of the first common point, 0 where the ray starts inside
  Vec3 point = Vec3::Zero();        ///< there
  std::vector<Crossing> crossings;  ///< as raycast() of the part
};

/// All parts that the ray meets, or the first of them where question.first_only; by t, then by ids and parts. As raycast().
[[nodiscard]] GRAZE_API Result<std::vector<SceneHit>> raycast(const Scene& scene, const Ray& ray,
                                                              const RaycastOptions& question = {},
                                                              const SceneRayOptions& options = {});

// A probe is a body as one of the scene could be: with parts, pose, motion, scale, group and mask. In the answers it is the first
// of each pair, under the default id, which names no body.

/// The bodies that the probe meets at a time, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<BodyId>> overlapping_bodies(const Scene& scene, const SceneBody& probe,
                                                                       const SceneOptions& options = {});

/// How the bodies lie to the probe that are no farther from it than the clearance.
[[nodiscard]] GRAZE_API Result<SceneStatuses> statuses(const Scene& scene, const SceneBody& probe,
                                                       const SceneStatusOptions& question = {}, const SceneOptions& options = {});

/// What the probe meets first while both it and the scene move; all it may meet as early. Bodies of the scene do not meet each
/// other.
[[nodiscard]] GRAZE_API Result<SceneContact> first_contact(const Scene& scene, const SceneBody& probe,
                                                           const SceneTimeOptions& question = {}, const SceneOptions& options = {});

/// When the probe meets each of the bodies that it meets at all; by ids.
[[nodiscard]] GRAZE_API Result<SceneContacts> first_contacts(const Scene& scene, const SceneBody& probe,
                                                             const SceneTimeOptions& question = {},
                                                             const SceneOptions& options = {});

}  // namespace graze
