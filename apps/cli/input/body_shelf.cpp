/// Loads bodies for their outlines, and again when they are asked about.

#include "input/body_shelf.h"

#include <algorithm>
#include <atomic>
#include <optional>

#include <graze/scene.h>

#include "shard/digest.h"
#include "shard/input_files.h"
#include "threads.h"

namespace graze::cli {
namespace {

/// With their trees about 1 GB. Beyond it all are forgotten, and loaded again when needed.
constexpr std::size_t max_shelved_triangles = 5'000'000;

SceneBody scene_body_of(const LoadedBody& loaded) {
  return {.parts = {BodyPart{.geometry = loaded.body.geometry, .solid = loaded.body.solid}}, .name = loaded.name};
}

/// As a scene bounds the body.
Result<Aabb> bounds_in_scene(SceneBody body) {
  Scene scene;
  return scene.add(std::move(body)).and_then([&](BodyId id) { return scene.box(id); });
}

Result<BodyOutline> outline_of(const LoadedBody& loaded) {
  BodyOutline outline{loaded.name, loaded.kind, scene_body_of(loaded), false, 0, {}};
  if (!loaded.body.geometry.is_mesh()) return outline;
  Digest digest;
  add_mesh(loaded.body.geometry, digest);
  outline.digest = digest.text();
  outline.triangles = loaded.body.geometry.triangles().size();
  const Result<Aabb> bounds = bounds_in_scene(outline.stand_in);
  if (!bounds) return tl::make_unexpected(bounds.error());
  Result<Geometry> box = Geometry::make(Shape{*bounds});
  if (!box) return outline;
  SceneBody stand_in{.parts = {BodyPart{.geometry = *std::move(box)}}, .name = loaded.name};
  const Result<Aabb> same = bounds_in_scene(stand_in);
  // A box that a scene bounds by another one would be near others than the mesh is: the mesh stays.
  if (!same || same->min != bounds->min || same->max != bounds->max) return outline;
  outline.stand_in = std::move(stand_in);
  outline.is_box = true;
  return outline;
}

std::size_t triangles_in(const Result<SceneBody>& body) { return body ? body->parts.front().geometry.triangles().size() : 0; }

}  // namespace

Result<std::vector<BodyOutline>> BodyShelf::outlines(std::size_t threads) const {
  // A tl::expected has no empty state: the slots are filled by any thread, and read in order.
  std::vector<std::optional<Result<BodyOutline>>> slots(loader_.size());
  std::atomic<std::size_t> next = 0;
  on_threads(std::clamp<std::size_t>(slots.size(), 1, thread_count(threads)), [&] {
    for (std::size_t i = next++; i < slots.size(); i = next++) slots[i] = loader_.load(i).and_then(outline_of);
  });
  std::vector<BodyOutline> outlines;
  for (std::optional<Result<BodyOutline>>& slot : slots) {
    if (!*slot) return tl::make_unexpected(slot->error());
    outlines.push_back(**std::move(slot));
  }
  return outlines;
}

Result<SceneBody> BodyShelf::get(std::size_t i) {
  std::promise<Result<SceneBody>> promise;
  std::unique_lock lock(mutex_);
  const auto [entry, is_new] = loaded_.try_emplace(i, promise.get_future().share());
  const std::shared_future<Result<SceneBody>> future = entry->second;
  lock.unlock();
  if (!is_new) return future.get();
  promise.set_value(loader_.load(i).map(scene_body_of));
  forget_all_when_full(triangles_in(future.get()));
  return future.get();
}

void BodyShelf::forget_all_when_full(std::size_t added_triangles) {
  const std::lock_guard lock(mutex_);
  kept_triangles_ += added_triangles;
  if (kept_triangles_ <= max_shelved_triangles) return;
  loaded_.clear();
  kept_triangles_ = 0;
}

}  // namespace graze::cli
