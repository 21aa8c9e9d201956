#pragma once
/// Where bodies of a scene meet, and telling them: the collision system of [Eberly00 §7] for bodies of every kind and motion.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/scene.h>
#include <graze/scene_questions.h>

namespace graze {

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

/// The variant that finds: for all pairs of triangles, boxes at the depth limit, or shapes that meet, both bodies are told, each by
/// its SceneBody::on_contact with itself as `self`, and then on_contact of the scene with the smaller id as `self`. The search ends
/// as soon as one of them returns false. Pairs come in the order of their ids, places of a pair in the order of the trees, not of
/// time. False if the search was ended. Callbacks must not change the scene; they are called from this thread.
[[nodiscard]] GRAZE_API Result<bool> find_contacts(const Scene& scene, const SceneSearchOptions& question = {},
                                                   const ContactCallback& on_contact = {}, const SceneOptions& options = {});

}  // namespace graze
