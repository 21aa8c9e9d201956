/// Places the bodies of a scene at a time.

#include "scene/instant.h"

#include <functional>

#include <graze/batch.h>

#include "scene/course.h"

namespace graze::scenes {

Instant::Instant(const Scene::Data& data, double t, std::size_t threads)
    : data_(&data), t_(t), threads_(threads), is_start_(t == 0) {
  if (is_start_) return;
  std::vector<std::vector<PlacedPart>>& placed = room_->placed;
  if (placed.size() < data.records.size()) placed.resize(data.records.size());
  room_->boxes.resize(data.records.size());
  const auto place_body = [&](std::size_t i) {
    if (data.records[i].is_alive) place(data.records[i], pose_at(data.records[i].given, t), placed[i]);
    room_->boxes[i] = box_around(placed[i]);
  };
  for_each_in_parallel(data.records.size(), {threads}, std::cref(place_body));
}

/// Geometries are not ours to keep.
Instant::~Instant() {
  if (is_start_) return;
  const auto clear = [&](std::size_t i) { room_->placed[i].clear(); };
  for_each_in_parallel(data_->records.size(), {threads_}, std::cref(clear));
}

}  // namespace graze::scenes
