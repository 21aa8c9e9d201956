/// Places the bodies of a scene at a time.

#include "scene/instant.h"

#include <utility>

#include <graze/batch.h>

#include "scene/course.h"

namespace graze::scenes {
namespace {

/// Kept with the thread from one question to the next: without bodies, whose geometries are not ours to keep.
thread_local InstantRoom kept_instant_room;

}  // namespace

Instant::Instant(const Scene::Data& data, double t, std::size_t threads) : data_(&data), t_(t), is_start_(t == 0) {
  if (is_start_) return;
  room_ = std::exchange(kept_instant_room, {});
  std::vector<std::vector<PlacedPart>>& placed = room_.placed;
  if (placed.size() < data.records.size()) placed.resize(data.records.size());
  const auto place_body = [&](std::size_t i) {
    if (data.records[i].is_alive) place(data.records[i], pose_at(data.records[i].given, t), placed[i]);
  };
  if (threads == 1) {
    for (std::size_t i = 0; i < data.records.size(); ++i) place_body(i);
  } else {
    for_each_in_parallel(data.records.size(), {threads}, place_body);
  }
  room_.boxes.resize(data.records.size());
  for (std::size_t i = 0; i < data.records.size(); ++i) room_.boxes[i] = box_around(placed[i]);
}

Instant::~Instant() {
  if (is_start_) return;
  for (std::vector<PlacedPart>& parts : room_.placed) parts.clear();
  kept_instant_room = std::move(room_);
}

}  // namespace graze::scenes
