/// Loads bodies for their outlines, and again when they are asked about.

#include "input/body_shelf.h"

#include <algorithm>
#include <atomic>

#include <fmt/format.h>

#include <graze/scene.h>

#include "shard/digest.h"
#include "shard/input_files.h"
#include "threads.h"

namespace graze::cli {
namespace {

/// Counted in triangles, with their trees some 200 MB. Pieces follow a curve through space, so that what was not asked for lately
/// is hardly needed again.
constexpr std::size_t most_room = 2'000'000;
/// What a body takes beside its triangles: measured, 5.6 KB for one of twelve.
constexpr std::size_t room_of_any_body = 50;

constexpr std::array<std::string_view, 4> kind_names{"solid", "surface", "shape", "compound"};

SceneBody scene_body_of(const LoadedBody& loaded) {
  return {.parts = {BodyPart{.geometry = loaded.body.geometry, .solid = loaded.body.solid}}, .name = loaded.name};
}

std::uint32_t triangles_in(const SceneBody& body) {
  std::size_t count = 0;
  for (const BodyPart& part : body.parts) count += part.geometry.is_mesh() ? part.geometry.triangles().size() : 0;
  return static_cast<std::uint32_t>(std::min<std::size_t>(count, UINT32_MAX));
}

/// Digests of meshes that are in memory, which many bodies may share.
class MeshDigests {
 public:
  std::array<std::uint64_t, 2> of(const SceneBody& body) {
    Digest digest;
    for (const BodyPart& part : body.parts) {
      if (!part.geometry.is_mesh()) continue;
      const auto [known, is_new] = known_.try_emplace({part.geometry.vertices().data(), part.geometry.triangles().data()});
      if (is_new) known->second = digest_of_mesh(part.geometry);
      for (const std::uint64_t word : known->second) digest.add(word);
    }
    return digest.words();
  }

 private:
  static std::array<std::uint64_t, 2> digest_of_mesh(const Geometry& geometry) {
    Digest digest;
    add_mesh(geometry, digest);
    return digest.words();
  }

  std::map<std::pair<const void*, const void*>, std::array<std::uint64_t, 2>> known_;
};

Result<BodyOutline> outline_of(const LoadedBody& loaded) {
  return outlines_of({scene_body_of(loaded)}, {loaded.kind}).map([](const std::vector<BodyOutline>& one) { return one.front(); });
}

}  // namespace

std::uint8_t kind_number(std::string_view name) {
  return static_cast<std::uint8_t>(std::ranges::find(kind_names, name) - kind_names.begin());
}

std::string_view kind_name(std::uint8_t number) { return kind_names[number]; }

Result<std::vector<BodyOutline>> outlines_of(const std::vector<SceneBody>& bodies, const std::vector<std::string>& kinds) {
  // A scene shares scaled copies of meshes among its bodies, and takes far more room for a body than an outline does.
  constexpr std::size_t bodies_at_once = 1024;
  std::vector<BodyOutline> outlines;
  outlines.reserve(bodies.size());
  MeshDigests digests;
  for (std::size_t first = 0; first < bodies.size(); first += bodies_at_once) {
    Scene scene;
    for (std::size_t i = first; i < std::min(bodies.size(), first + bodies_at_once); ++i) {
      const Result<Aabb> box = scene.add(bodies[i]).and_then([&](BodyId id) { return scene.box(id); });
      if (!box) return fail(box.error().code, fmt::format("{}: {}", bodies[i].name, box.error().message));
      outlines.push_back({*box, digests.of(bodies[i]), triangles_in(bodies[i]), kind_number(kinds[i])});
    }
  }
  return outlines;
}

Result<std::vector<BodyOutline>> BodyShelf::outlines(std::size_t first, std::size_t end, std::size_t threads) const {
  std::vector<BodyOutline> outlines(end - first);
  std::map<std::size_t, Error> errors;  // the first body's is told, whichever came first
  std::mutex mutex;
  std::atomic<std::size_t> next = 0;
  on_threads(std::clamp<std::size_t>(outlines.size(), 1, thread_count(threads)), [&] {
    for (std::size_t i = next++; i < outlines.size(); i = next++) {
      const Result<BodyOutline> outline = loader_.load(first + i).and_then(outline_of);
      if (outline) {
        outlines[i] = *outline;
      } else {
        const std::lock_guard lock(mutex);
        errors.emplace(i, outline.error());
      }
    }
  });
  if (!errors.empty()) return tl::make_unexpected(errors.begin()->second);
  return outlines;
}

Result<SceneBody> BodyShelf::load_again(std::size_t i, const BodyOutline& outline) const {
  Result<SceneBody> body = loader_.load(i).map(scene_body_of);
  if (!body || MeshDigests().of(*body) == outline.digest) return body;
  return fail(ErrorCode::file, fmt::format("{}: was changed while it was read", loader_.source(i)));
}

Result<SceneBody> BodyShelf::get(std::size_t i, const BodyOutline& outline) {
  std::promise<Result<SceneBody>> promise;
  std::unique_lock lock(mutex_);
  const auto [entry, is_new] = loaded_.try_emplace(i);
  Shelved& shelved = entry->second;
  if (is_new) {
    shelved = {promise.get_future().share(), room_of_any_body + outline.triangles};
    room_ += shelved.room;
  }
  by_use_.erase(shelved.used);
  shelved.used = ++questions_;
  by_use_.emplace(shelved.used, i);
  const std::shared_future<Result<SceneBody>> future = shelved.body;
  forget_oldest();
  lock.unlock();
  if (is_new) promise.set_value(load_again(i, outline));
  return future.get();
}

/// Whoever uses a body that is forgotten keeps it.
void BodyShelf::forget_oldest() {
  while (room_ > most_room && by_use_.size() > 1) {
    const auto oldest = loaded_.find(by_use_.begin()->second);
    room_ -= oldest->second.room;
    loaded_.erase(oldest);
    by_use_.erase(by_use_.begin());
  }
}

}  // namespace graze::cli
