/// Keeps a broad phase up with the bodies of a scene.

#include "scene/box_index.h"

#include <mutex>
#include <thread>

#include "scene/box.h"

namespace graze::scenes {
namespace {

/// Below this many bodies a second thread takes longer to wake up than it saves. Measured; answers do not depend on it.
constexpr std::size_t bodies_worth_threads = 16384;

std::size_t threads_for(std::size_t bodies, std::size_t wanted) {
  if (bodies < bodies_worth_threads) return 1;
  const std::size_t there = std::max(1U, std::thread::hardware_concurrency());
  return wanted == 0 ? there : std::min(wanted, there);
}

bool lets_all_meet(const broad::Filter& filter) { return (filter.group & filter.mask) == ~std::uint64_t{0}; }

}  // namespace

BoxIndex::BoxIndex(const BoxIndex& other) : boxes_(other.boxes_), filters_(other.filters_) {
  now_.phase.assign(boxes_);
  copy_filters(now_.phase);
  copy_filters(ways_.phase);
}

void BoxIndex::copy_filters(broad::BroadPhase& phase) const {
  for (std::uint32_t i = 0; i < filters_.size(); ++i) {
    if (!lets_all_meet(filters_[i])) phase.set_filter(i, filters_[i]);
  }
}

void BoxIndex::make_room(std::size_t count) {
  if (count <= boxes_.size()) return;
  now_.phase.make_room(count);
  boxes_.resize(count, empty_box());
}

void BoxIndex::set(std::uint32_t index, const Aabb& box) {
  boxes_[index] = box;
  now_.phase.set(index, box);
}

void BoxIndex::remove(std::uint32_t index) {
  boxes_[index] = empty_box();
  now_.phase.remove(index);
}

void BoxIndex::set_filter(std::uint32_t index, const broad::Filter& filter) {
  if (filters_.empty() && lets_all_meet(filter)) return;
  if (index >= filters_.size()) filters_.resize(index + 1);
  ways_.phase.set_filter(index, filter);
  try {
    now_.phase.set_filter(index, filter);
  } catch (...) {
    ways_.phase.set_filter(index, filters_[index]);
    throw;
  }
  filters_[index] = filter;
}

void BoxIndex::want_threads(Tree& tree, std::span<const Aabb> boxes, std::size_t threads) const {
  const std::size_t wanted = threads_for(boxes.size(), threads);
  if (wanted == tree.threads) return;
  tree.phase = broad::BroadPhase(static_cast<unsigned>(wanted));
  tree.threads = wanted;
  tree.phase.assign(boxes);
  copy_filters(tree.phase);
}

void BoxIndex::pairs(double distance, std::size_t threads, std::vector<IndexPair>& found) const {
  const std::unique_lock lock(mutex_);
  want_threads(now_, boxes_, threads);
  now_.phase.pairs(found, distance);
}

void BoxIndex::pairs_of(std::span<const Aabb> boxes, double distance, std::size_t threads, std::vector<IndexPair>& found) const {
  const std::unique_lock lock(mutex_);
  want_threads(ways_, boxes, threads);
  ways_.phase.assign(boxes);
  ways_.phase.reorder();
  ways_.phase.pairs(found, distance);
}

template <class Look>
auto BoxIndex::looking(const Look& look) const {
  {
    const std::shared_lock lock(mutex_);
    if (now_.phase.is_fresh()) return look(now_.phase);
  }
  const std::unique_lock lock(mutex_);
  now_.phase.refresh();
  return look(now_.phase);
}

std::vector<std::uint32_t> BoxIndex::in_box(const Aabb& box, double distance) const {
  return looking([&](const broad::BroadPhase& phase) {
    std::vector<std::uint32_t> found;
    phase.in_box(box, found, distance);
    return found;
  });
}

void BoxIndex::along_ray_of(const broad::BroadPhase& boxes, const Ray& ray, double t_max, std::vector<OnWay>& found) {
  found.clear();
  boxes.along_ray(ray.origin, ray.direction, t_max, [&](std::uint32_t index, double t) {
    found.push_back({index, t});
    return t_max;
  });
}

void BoxIndex::along_ray(const Ray& ray, double t_max, std::vector<OnWay>& found) const {
  looking([&](const broad::BroadPhase& phase) { along_ray_of(phase, ray, t_max, found); });
}

std::size_t BoxIndex::memory() const {
  const std::unique_lock lock(mutex_);
  return boxes_.capacity() * sizeof(Aabb) + filters_.capacity() * sizeof(broad::Filter) + now_.phase.memory_bytes() +
         ways_.phase.memory_bytes();
}

}  // namespace graze::scenes
