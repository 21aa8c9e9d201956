#pragma once
/// The bodies of a scene as they are at one time.

#include <span>
#include <vector>

#include <graze/scene.h>

#include "scene/scene_data.h"
#include "scene/taken_room.h"

namespace graze::scenes {

/// Bodies at another time than 0, of which the scene knows itself.
struct InstantRoom {
  std::vector<std::vector<PlacedPart>> placed;
  std::vector<Aabb> boxes;
};

/// Lives no longer than the scene is left unchanged.
class Instant {
 public:
  Instant(const Scene::Data& data, double t, std::size_t threads);
  Instant(const Instant&) = delete;
  Instant& operator=(const Instant&) = delete;
  ~Instant();

  [[nodiscard]] double time() const { return t_; }
  /// Of the body with that index; none of a removed one.
  [[nodiscard]] const std::vector<PlacedPart>& parts(std::size_t index) const {
    return is_start_ ? data_->records[index].placed : room_->placed[index];
  }
  /// Around each body by index, unless it is time 0; those of removed ones are empty.
  [[nodiscard]] std::span<const Aabb> boxes() const { return room_->boxes; }
  [[nodiscard]] const Aabb& box(std::size_t index) const { return is_start_ ? data_->records[index].box : room_->boxes[index]; }

 private:
  const Scene::Data* data_;
  double t_;
  std::size_t threads_;
  bool is_start_;
  TakenRoom<InstantRoom> room_;
};

}  // namespace graze::scenes
