/// Sorts the bodies of a scene at a time, unless that was done for the question before.

#include "scene/last_instant.h"

#include <vector>

#include "scene/scene_data.h"

namespace graze::scenes {
namespace {

std::vector<Aabb> boxes_at(const Scene::Data& data, double t) {
  std::vector<Aabb> boxes;
  boxes.reserve(data.records.size());
  std::vector<PlacedPart> room;
  for (const Record& record : data.records) boxes.push_back(box_around(parts_at(record, t, room)));
  return boxes;
}

}  // namespace

/// Threads that come for a new time together all sort: none waits for another.
std::shared_ptr<const LastInstant::Instant> LastInstant::at(const Scene::Data& data, double t) const {
  {
    const std::lock_guard lock(mutex_);
    if (last_ && last_->t == t) return last_;
  }
  auto made = std::make_shared<Instant>();
  made->t = t;
  made->boxes.assign(boxes_at(data, t));
  made->boxes.refresh();
  const std::lock_guard lock(mutex_);
  last_ = made;
  return made;
}

std::shared_ptr<const broad::BroadPhase> LastInstant::boxes(const Scene::Data& data, double t) const {
  const std::shared_ptr<const Instant> instant = at(data, t);
  return {instant, &instant->boxes};
}

std::size_t LastInstant::memory() const {
  const std::lock_guard lock(mutex_);
  return last_ ? sizeof(Instant) + last_->boxes.memory_bytes() : 0;
}

}  // namespace graze::scenes
