#pragma once
/// Many bodies at once, to be asked all against all: scene_questions.h, scene_motion.h,
/// scene_probe.h.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/path.h>
#include <graze/pose.h>

namespace graze {

// The bodies of a scene: one or several shapes that move as one, a pose, a motion, and who may meet whom.

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

/// What a body is told of a contact: see scene_questions.h. Returns whether to go on.
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

/// Two bodies of a scene, the smaller id first.
struct ScenePair {
  BodyId a, b;

  friend auto operator<=>(const ScenePair&, const ScenePair&) = default;
};

/// Bodies that can be added, removed, placed and moved at any time; what is asked next is asked about the bodies as they are then.
/// There is no update to forget. Geometries are shared: a thousand bodies of one mesh hold one tree, and so do bodies of one scale.
///
/// Every function checks what it is given before it changes anything: after an error the scene is as it was. Questions leave a
/// scene as it is and may be asked from many threads; while it is changed nobody else may use it. Copies are independent.
class GRAZE_API Scene {
 public:
  Scene();
  Scene(const Scene& other);
  Scene(Scene&& other) noexcept;
  Scene& operator=(const Scene& other);
  Scene& operator=(Scene&& other) noexcept;
  ~Scene();

  /// The error names the field: "parts[2].pose.R: not a rotation", "parts: none", "parts[0].solid: the mesh has 3 open edges".
  [[nodiscard]] Result<BodyId> add(SceneBody body);
  [[nodiscard]] Result<void> remove(BodyId id);

  /// Of a body that stands or has constant velocities, which it keeps; ErrorCode::bad_option for one that follows a path.
  [[nodiscard]] Result<void> set_pose(BodyId id, const Pose& pose);
  /// A Motion leaves the body where it is at time 0.
  [[nodiscard]] Result<void> set_motion(BodyId id, BodyMotion motion);
  [[nodiscard]] Result<void> set_groups(BodyId id, std::uint64_t group, std::uint64_t mask);
  [[nodiscard]] Result<void> set_user_data(BodyId id, std::uint64_t user_data);
  [[nodiscard]] Result<void> set_callback(BodyId id, ContactCallback on_contact);

  /// The pair is left out of every question until include() takes it in again; the order of the two does not matter.
  [[nodiscard]] Result<void> exclude(BodyId a, BodyId b);
  [[nodiscard]] Result<void> include(BodyId a, BodyId b);

  /// As it was given and changed since; the pointer holds until the scene is changed.
  [[nodiscard]] Result<const SceneBody*> body(BodyId id) const;
  [[nodiscard]] Result<Pose> pose_at(BodyId id, double t) const;
  /// Holds the body at time 0, its edges rounded outward; infinite where the body is. A body without points has min > max.
  [[nodiscard]] Result<Aabb> box(BodyId id) const;
  /// Whether groups and exclude() let the pair meet.
  [[nodiscard]] Result<bool> counts(BodyId a, BodyId b) const;

  [[nodiscard]] bool contains(BodyId id) const;
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] std::vector<BodyId> ids() const;                        ///< sorted
  [[nodiscard]] std::vector<BodyId> find(std::string_view name) const;  ///< all bodies of that name, sorted
  /// Of the scene itself in bytes, geometries left out (report_on() tells those of trees), scaled copies of them included.
  [[nodiscard]] std::size_t memory() const;

  struct Data;
  [[nodiscard]] const Data& data() const { return *data_; }  ///< for the questions; not for users

 private:
  std::unique_ptr<Data> data_;
};

/// A height field: heights[row * columns + column] over the point (column * spacing.x, row * spacing.y), each cell cut into two
/// triangles that face up. An open surface. Fails for fewer than two rows or columns, a spacing that is not positive, and a number
/// of heights that is not rows * columns.
[[nodiscard]] GRAZE_API Result<TriangleMesh> height_field(std::size_t columns, std::span<const double> heights,
                                                          const Vec2& spacing);

}  // namespace graze
