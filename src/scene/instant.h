#pragma once
/// The bodies of a scene as they are at one time.

#include <span>
#include <vector>

#include <graze/scene.h>

#include "scene/scene_data.h"

namespace graze::scenes {

/// Lives no longer than the scene is left unchanged.
class Instant {
 public:
  Instant(const Scene::Data& data, double t, std::size_t threads);

  [[nodiscard]] double time() const { return t_; }
  /// Of the body with that index; none of a removed one.
  [[nodiscard]] const std::vector<PlacedPart>& parts(std::size_t index) const {
    return is_start_ ? data_->records[index].placed : placed_[index];
  }
  /// Around each body by index, larger by a length on every side; those of removed ones are empty.
  [[nodiscard]] std::vector<Aabb> boxes(double larger_by = 0) const;

 private:
  const Scene::Data* data_;
  double t_;
  bool is_start_;
  std::vector<std::vector<PlacedPart>> placed_;  ///< unless it is time 0, of which the scene knows
};

}  // namespace graze::scenes
