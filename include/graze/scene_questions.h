#pragma once
/// Which bodies of a scene meet at a time, how near they are, and what a ray or another body meets among them.
///
/// Lists are sorted and the same for any number of threads and any order in which bodies were added, ids aside. Bodies are closed
/// sets; a compound is the union of its parts. What a pair of parts is asked is what the function of the same name asks two bodies,
/// with the same certainty.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/options.h>
#include <graze/scene.h>

namespace graze {

/// How to ask, whatever the question.
struct SceneOptions {
  double at = 0;            ///< the time that questions about one instant are asked for, >= 0
  std::size_t threads = 0;  ///< at most so many; 0: what the machine has, 1: only this one
  /// Beside groups and excluded pairs: only pairs it says yes to count. Called with a < b, from several threads at once.
  std::function<bool(BodyId a, BodyId b)> may_meet{};
  /// These do not count either, in whichever order: neighbours in a mechanism. All of bodies that are in the scene.
  std::vector<ScenePair> ignore{};
  bool ignore_initial = false;  ///< pairs that meet at time 0 do not count
  /// Called now and then, from the thread that asks, with the share that is done, within 0 and 1; also while a pair takes long.
  /// Returns whether to go on; if not, the question fails with ErrorCode::limit.
  std::function<bool(double)> progress{};
};

/// Where in a body something happens.
struct PartPlace {
  std::uint32_t part = 0;      ///< which of SceneBody::parts
  std::int32_t triangle = -1;  ///< of its mesh; -1 where there is none, or none is named

  friend auto operator<=>(const PartPlace&, const PartPlace&) = default;
};

// ---- who meets whom

/// All pairs that meet, sorted.
[[nodiscard]] GRAZE_API Result<std::vector<ScenePair>> overlapping_pairs(const Scene& scene, const SceneOptions& options = {});

/// Whether any do: stops soon after the first.
[[nodiscard]] GRAZE_API Result<bool> any_overlap(const Scene& scene, const SceneOptions& options = {});

/// Calls on_pair(pair) -> bool, "go on?", for all pairs that meet, in order. False if on_pair ended the search.
[[nodiscard]] GRAZE_API Result<bool> visit_overlaps(const Scene& scene, const std::function<bool(const ScenePair&)>& on_pair,
                                                    const SceneOptions& options = {});

// ---- how they lie

struct SceneStatusOptions {
  double tolerance = 0;         ///< as in StatusOptions
  double clearance = 0;         ///< likewise
  bool triangle_pairs = false;  ///< count the triangles of meshes that meet
};

struct PairStatus {
  ScenePair pair;
  /// Of compounds that meet: one contains the other when each part of the other is wholly inside one of its parts.
  Status status = Status::near;
  double distance = 0;
  std::optional<double> depth;                             ///< the largest of convex parts that meet
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< nearest points of a and b; of bodies that meet a common one, twice
  std::array<PartPlace, 2> places;                         ///< where these are
  std::optional<std::size_t> triangle_pairs;               ///< on request, of bodies with meshes
};

struct SceneStatuses {
  std::vector<PairStatus> pairs;     ///< sorted; pairs farther apart than clearance and tolerance are left out
  std::size_t pairs_considered = 0;  ///< that count and whose boxes are no farther apart than that
};

[[nodiscard]] GRAZE_API Result<SceneStatuses> statuses(const Scene& scene, const SceneStatusOptions& question = {},
                                                       const SceneOptions& options = {});

struct ClosestPair {
  ScenePair pair;
  double distance = 0;
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};
  std::array<PartPlace, 2> places;
};

/// The k pairs with the least distances, nearest first, equally near ones by their ids; those that meet are at distance 0. Fewer
/// where there are fewer, or where they are farther apart than max_distance, a length >= 0.
[[nodiscard]] GRAZE_API Result<std::vector<ClosestPair>> closest_pairs(
    const Scene& scene, std::size_t k, const SceneOptions& options = {},
    double max_distance = std::numeric_limits<double>::infinity());

// Where bodies of a scene meet, and telling them: the collision system of [Eberly00 §7] for bodies of every kind and motion.

struct SceneContactsOptions {
  std::size_t max_contacts = 1000;  ///< of two parts: how many triangles are described
};

/// One place where two parts meet at a time.
struct PartContact {
  std::array<PartPlace, 2> places;
  ContactSet
      set;  ///< what they share where that is at most flat; else what a solver pushes at; a point where nothing else is known
  std::optional<Vec3> normal;   ///< from a to b: of the touching plane, or the shortest way out; absent where surfaces cross
  std::optional<double> depth;  ///< of convex parts and single triangles: along the normal
};

struct PairContacts {
  ScenePair pair;
  std::vector<PartContact> contacts;  ///< by parts, then by triangles
  bool truncated = false;             ///< there are more than max_contacts
};

/// All pairs that meet at a time, with where they do: of two meshes a contact for each two triangles, of a mesh and a shape one for
/// each triangle, of two shapes one.
[[nodiscard]] GRAZE_API Result<std::vector<PairContacts>> contacts(const Scene& scene, const SceneContactsOptions& question = {},
                                                                   const SceneOptions& options = {});

/// What a body is told of a contact.
struct ContactNotice {
  BodyId self, other;
  std::uint64_t self_data = 0, other_data = 0;  ///< SceneBody::user_data of both
  PartPlace self_place, other_place;            ///< no triangle where the search ended at a box, or the part is no mesh
  double time = 0;                              ///< no contact of these two places before
  Vec3 point = Vec3::Zero();                    ///< common to both then, up to the tolerance where bodies turn
  ContactSet set;                               ///< where they touch, if it is known; else the point
  /// Unit, outward at the point; of a triangle by the order of its corners, zero where it has no area; of a box of a tree as of the
  /// ellipsoid with its axes, so that it turns smoothly from side to side; of another shape that of the touching plane or, where it
  /// overlaps from the start, as of a box around it.
  Vec3 self_normal = Vec3::Zero(), other_normal = Vec3::Zero();
};

/// How far to look.
struct SceneSearchOptions {
  double t_max = 0;  ///< >= 0, finite: contacts in [0, t_max]
  /// Of the trees of meshes, the root box being at depth 0: the search ends there at boxes, as contacts_to_depth() does. Contact is
  /// then that of boxes, which hold all triangles and more; that there is none is certain.
  std::optional<std::uint32_t> max_depth{};
  std::optional<double> tolerance{};  ///< length, > 0: of bodies that turn, as in TurningOptions
};

/// The variant that tests: does anything meet? Calls nobody.
[[nodiscard]] GRAZE_API Result<bool> test_contacts(const Scene& scene, const SceneSearchOptions& question = {},
                                                   const SceneOptions& options = {});

/// The variant that finds: of all pairs of triangles, boxes at the depth limit, shapes, or solids inside each other (without
/// triangles) that meet both bodies are told, each by its SceneBody::on_contact with itself as `self`, then on_contact of the scene
/// with the smaller id, until one returns false. Pairs come in the order of their ids, places of a pair in that of the trees, not
/// of time. False if the search was ended. Callbacks must not change the scene; they are called from this thread.
[[nodiscard]] GRAZE_API Result<bool> find_contacts(const Scene& scene, const SceneSearchOptions& question = {},
                                                   const ContactCallback& on_contact = {}, const SceneOptions& options = {});

}  // namespace graze
