/// Places the bodies of a scene at a time.

#include "scene/instant.h"

#include <graze/batch.h>

#include "scene/course.h"

namespace graze::scenes {

Instant::Instant(const Scene::Data& data, double t, std::size_t threads) : data_(&data), t_(t), is_start_(t == 0) {
  if (is_start_) return;
  placed_.resize(data.records.size());
  for_each_in_parallel(placed_.size(), {threads}, [&](std::size_t i) {
    if (data.records[i].is_alive) place(data.records[i], pose_at(data.records[i].given, t), placed_[i]);
  });
}

std::vector<Aabb> Instant::boxes(double larger_by) const {
  std::vector<Aabb> boxes(data_->records.size(), empty_box());
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    if (data_->records[i].is_alive) boxes[i] = grown(is_start_ ? data_->records[i].box : box_around(placed_[i]), larger_by);
  }
  return boxes;
}

}  // namespace graze::scenes
