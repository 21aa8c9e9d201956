#pragma once
/// The bodies of a scene: one or several shapes that move as one, a pose, a motion, and who may meet whom.

#include <compare>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include <graze/geometry.h>
#include <graze/motion.h>
#include <graze/path.h>
#include <graze/pose.h>

namespace graze {

/// Names a body of one scene, for good: the number of a removed body is not given to another one. A default one names none.
struct BodyId {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;  ///< of the bodies that had this index; the first is 1

  friend auto operator<=>(const BodyId&, const BodyId&) = default;
};

/// One shape of a body, placed in the frame of the body. Several make a compound: they move as one and never meet each other.
struct BodyPart {
  Geometry geometry;
  Pose pose{};
  bool solid = false;  ///< of a mesh, which must be closed then: it counts as the solid that it bounds. As Body::solid
  std::string name{};
};

/// A stretch of a motion that is continuous over [from, to]. Both functions take the time of the scene.
struct MotionPiece {
  double from = 0;
  double to = std::numeric_limits<double>::infinity();
  GuidedMotion motion;
};

/// Motions that jump: each piece begins where the one before ends, and that instant belongs to the later one. The body stands still
/// before the first and after the last of them.
using MotionPieces = std::vector<MotionPiece>;

/// Standing still or constant velocities, keyframes, any motion that bounds itself, several of these that may jump in between.
/// The functions of guided motions are called from several threads at once.
using BodyMotion = std::variant<Motion, Path, GuidedMotion, MotionPieces>;

/// What a body is told of a contact: see scene_contacts.h. Returns whether to go on.
struct ContactNotice;
using ContactCallback = std::function<bool(const ContactNotice&)>;

/// All bodies meet each other unless they are told not to.
inline constexpr std::uint64_t every_group = ~std::uint64_t{0};

/// What a body is. A point x of a part is at pose * (scale * part.pose * x) at time 0.
struct SceneBody {
  std::vector<BodyPart> parts;
  Pose pose{};  ///< at time 0. Paths and guided motions say themselves where the body is, and this is then kept up by the scene
  BodyMotion motion = Motion{};
  double scale = 1;                   ///< > 0, no unit
  std::string name{};                 ///< need not be given, nor be unique
  std::uint64_t group = every_group;  ///< bits: the groups it belongs to
  std::uint64_t mask = every_group;   ///< bits: the groups it meets. A pair counts when each is in a group that the other meets
  std::uint64_t user_data = 0;        ///< the application's own
  ContactCallback on_contact{};       ///< told of contacts that find_contacts() finds
};

}  // namespace graze
