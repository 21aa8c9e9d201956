#pragma once
/// Which bodies of a scene meet first while they move, when each pair does, and how near they come; when contacts begin and end.
///
/// Pairs that stand or have constant velocities and do not turn are answered exactly, others as sweep_turning() and sweep_along()
/// answer. No contact is late or missed: the guarantee of those holds for every pair and every part.

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
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
  std::optional<double> t_hi;  ///< a time at which they meet, when one is known; of exact times a few roundings later at most
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

// How near bodies of a scene come while they move, and when their contacts begin and end.

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
  double end = 0;        ///< exact, rounded up, of convex parts that do not turn; else found in steps of `resolution`
  bool initial = false;  ///< since time 0
  bool lasts = false;    ///< until t_max
};

struct PairTimeline {
  ScenePair pair;
  std::vector<ContactSpan> spans;  ///< in order
  bool finished = true;            ///< false: a limit was reached, and nothing is known after the last span
};

/// Begin and end of all contacts of each pair that has some, by ids. No begin is missed or late but within a pause that is shorter
/// than the resolution. A contact goes on while the poses at the time, which are rounded, leave the bodies no farther apart than
/// roundings may: 2^-48 of the sum of the numbers they are made of. So bodies that slide along each other do not lose touch in
/// between. While both bodies glide, all contacts are sought from where the bodies are when that begins, at rounded poses none:
/// those in which they only brush each other, flush to the last bit, are found like the first.
[[nodiscard]] GRAZE_API Result<std::vector<PairTimeline>> timeline(const Scene& scene, const SceneTimelineOptions& question = {},
                                                                   const SceneOptions& options = {});

// Which pairs a question about a scene looks at, and the same question about some of them: for work that many processes share.
//
// All pairs between them get the answers that one question about the scene gives, whoever asks about which.

/// The pairs that statuses() considers, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneStatusOptions& question,
                                                                    const SceneOptions& options = {});
/// The pairs that first_contacts() considers, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<ScenePair>> pairs_to_ask(const Scene& scene, const SceneTimeOptions& question,
                                                                    const SceneOptions& options = {});

/// What statuses() answers about these pairs of the scene, in their order. ErrorCode::bad_option names one that is not in it.
[[nodiscard]] GRAZE_API Result<SceneStatuses> statuses_of(const Scene& scene, std::span<const ScenePair> pairs,
                                                          const SceneStatusOptions& question, const SceneOptions& options = {});
/// What first_contacts() answers about these.
[[nodiscard]] GRAZE_API Result<SceneContacts> first_contacts_of(const Scene& scene, std::span<const ScenePair> pairs,
                                                                const SceneTimeOptions& question, const SceneOptions& options = {});

}  // namespace graze
