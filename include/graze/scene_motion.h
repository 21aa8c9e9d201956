#pragma once
/// Which bodies of a scene meet first while they move, when each pair does, and how near they come.
///
/// Pairs that stand or have constant velocities and do not turn are answered exactly, others as sweep_turning() and sweep_along()
/// answer. No contact is late or missed: the guarantee of those holds for every pair and every part.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/scene.h>
#include <graze/scene_questions.h>

namespace graze {

/// Of questions about [0, t_max].
struct SceneTimeOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0; guided motions need an end
  std::optional<double> tolerance{};                       ///< length, > 0: of bodies that turn, as in TurningOptions
  double margin = 0;                                       ///< length, >= 0: within it is contact, as in TurningOptions
  std::size_t max_evaluations = 100000;                    ///< a pair of parts and leg, as in TurningOptions
};

/// When two bodies first meet.
struct PairContact {
  ScenePair pair;
  TurningStatus status = TurningStatus::clear;
  double t_lo = 0;             ///< no contact before, guaranteed
  std::optional<double> t_hi;  ///< a time at which they meet, when one is known; of exact times the next double at most
  bool initial = false;        ///< they meet at time 0 already
  Certainty certainty = Certainty::exact;
  ContactSet set;              ///< where they touch; of bodies that turn, or overlap at the start, a point or nothing
  std::optional<Vec3> normal;  ///< of the touching plane, from a to b; absent where they overlap at the start
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< of a and b at t_lo, at most margin and tolerance apart
  std::array<PartPlace, 2> places;
};

struct SceneContact {
  TurningStatus status = TurningStatus::clear;
  double t_lo = 0;             ///< no pair meets before, guaranteed; t_max where the status is clear
  std::optional<double> t_hi;  ///< a time by which some pair meets
  /// The first, and all that may be as early as it: whose t_lo is not after t_hi. By t_lo, then by their ids.
  std::vector<PairContact> pairs;
  std::size_t pairs_considered = 0;  ///< that count and whose boxes come together in the time that was looked at
  std::size_t pairs_searched = 0;    ///< of these, whose contact was looked for
};

/// The first contact of all pairs.
[[nodiscard]] GRAZE_API Result<SceneContact> first_contact(const Scene& scene, const SceneTimeOptions& question = {},
                                                           const SceneOptions& options = {});

struct SceneContacts {
  std::vector<PairContact> pairs;      ///< that meet, or are unfinished; by their ids
  std::optional<std::size_t> first{};  ///< the index of the earliest of them
  std::size_t pairs_considered = 0;    ///< that count and whose boxes come together
};

/// The first contact of each pair that meets.
[[nodiscard]] GRAZE_API Result<SceneContacts> first_contacts(const Scene& scene, const SceneTimeOptions& question = {},
                                                             const SceneOptions& options = {});

}  // namespace graze
