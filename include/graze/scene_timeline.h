#pragma once
/// How near bodies of a scene come while they move, and when their contacts begin and end.

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/scene.h>
#include <graze/scene_motion.h>
#include <graze/scene_questions.h>

namespace graze {

struct SceneApproachOptions {
  double t_max = 1;  ///< >= 0, finite
  std::optional<double>
      tolerance{};  ///< length, > 0: how far apart the two bounds may be; 1e-6 of the size of the scene when absent
  std::size_t max_evaluations = 100000;  ///< as in SceneTimeOptions
};

/// The least distance during [0, t_max].
struct SceneApproach {
  ScenePair pair;                ///< that comes so near; of several within the tolerance any, always the same one
  double distance = 0;           ///< at the time `at`: an upper bound
  double distance_at_least = 0;  ///< no two bodies come nearer, guaranteed
  double at = 0;
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< nearest points then
  std::array<PartPlace, 2> places;
};

/// Nothing where no pair counts.
[[nodiscard]] GRAZE_API Result<std::optional<SceneApproach>> closest_approach(const Scene& scene,
                                                                              const SceneApproachOptions& question = {},
                                                                              const SceneOptions& options = {});

struct SceneTimelineOptions {
  double t_max = 1;                   ///< >= 0, finite
  double resolution = 0.01;           ///< time, > 0: a contact that pauses for less may be taken for one
  std::optional<double> tolerance{};  ///< as in SceneTimeOptions
  std::size_t max_evaluations = 100000;
};

/// A time during which two bodies are in contact.
struct ContactSpan {
  double begin = 0;      ///< certified: no contact since the last one ended, or since time 0
  double end = 0;        ///< the last time of contact, right to roundings of time where it was looked for at steps of `resolution`
  bool initial = false;  ///< since time 0
  bool lasts = false;    ///< until t_max
};

struct PairTimeline {
  ScenePair pair;
  std::vector<ContactSpan> spans;  ///< in order
  bool finished = true;            ///< false: a limit was reached, and nothing is known after the last span
};

/// Begin and end of all contacts of each pair that has some, by ids. No begin is missed or late but within a pause that is shorter
/// than the resolution.
[[nodiscard]] GRAZE_API Result<std::vector<PairTimeline>> timeline(const Scene& scene, const SceneTimelineOptions& question = {},
                                                                   const SceneOptions& options = {});

}  // namespace graze
