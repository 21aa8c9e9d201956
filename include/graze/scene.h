#pragma once
/// Many bodies at once, to be asked all against all: scene_questions.h, scene_motion.h, scene_timeline.h,
/// scene_contacts.h, scene_probe.h.

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/scene_body.h>

namespace graze {

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
