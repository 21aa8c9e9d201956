#pragma once
/// What holds the way of a body during a time, and when two bodies can come together at the earliest.

#include <cstddef>
#include <span>
#include <vector>

#include "scene/scene_data.h"
#include "scene/taken_room.h"

namespace graze::scenes {

/// Holds all points of the body at all times of [from, to]; `to` may be infinite.
[[nodiscard]] Aabb swept_box(const Record& record, double from, double to);

/// A box that moves and grows: it holds a body with constant velocities at any time t >= 0, being box + velocity * t, larger by
/// growth * t on every side.
struct GrowingBox {
  Aabb box = empty_box();
  Vec3 velocity = Vec3::Zero();
  double growth = 0;  ///< length per time, >= 0; infinite for unbounded bodies that turn
};
[[nodiscard]] GrowingBox growing_box(const Aabb& box, const Pose& pose, const Motion& motion);

/// A time before which the boxes are certainly farther apart than the margin; infinite when they always are.
[[nodiscard]] double earliest_meeting(const GrowingBox& a, const GrowingBox& b, double margin);

/// The same of two bodies during all time; 0 where one has no constant velocities.
[[nodiscard]] double earliest_meeting(const Record& a, const Record& b, double margin);

/// The ways of all bodies of a scene during [0, t_max].
class SweptBodies {
 public:
  SweptBodies(const Scene::Data& data, double t_max, std::size_t threads);

  /// Around the ways, by index.
  [[nodiscard]] std::span<const Aabb> boxes() const { return room_->whole; }
  /// A time before which two bodies are certainly farther apart than the margin; infinite when they are so throughout.
  [[nodiscard]] double earliest(std::uint32_t a, std::uint32_t b, double margin) const;

 private:
  /// The way of a body that has no constant velocities is cut into so many parts.
  static constexpr std::size_t slices = 16;

  struct Room {
    std::vector<Aabb> whole;
    std::vector<GrowingBox> growing;        ///< of bodies with constant velocities
    std::vector<char> is_constant;          ///< by index
    std::vector<std::vector<Aabb>> sliced;  ///< of all bodies, perhaps of more
  };

  double t_max_;
  bool has_slices_ = false;  ///< where some have no constant velocities and t_max is finite
  TakenRoom<Room> room_;
};

/// How long it takes bodies to move by about their size: a time within which few of them meet that are not neighbours. Infinite
/// where nothing moves.
[[nodiscard]] double time_to_move_by_size(const Scene::Data& data, double t_max);

}  // namespace graze::scenes
