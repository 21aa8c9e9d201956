/// Loads bodies for their outlines, and again when they are asked about.

#include "input/body_shelf.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

#include <graze/scene.h>

#include "input/scene_source.h"
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

}  // namespace

std::uint8_t kind_number(std::string_view name) {
  return static_cast<std::uint8_t>(std::ranges::find(kind_names, name) - kind_names.begin());
}

std::string_view kind_name(std::uint8_t number) { return kind_names[number]; }

Result<std::vector<BodyOutline>> outlines_of(const std::vector<SceneBody>& bodies) {
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
      outlines.push_back(
          {*box, digests.of(bodies[i]), bodies[i].group, bodies[i].mask, triangles_in(bodies[i]), kind_number(kind_of(bodies[i]))});
    }
  }
  return outlines;
}

Result<std::vector<BodyOutline>> BodyShelf::outlines_together(std::size_t first, std::size_t end) const {
  std::vector<SceneBody> bodies;
  for (std::size_t i = first; i < end; ++i) {
    Result<SceneBody> body = stored_.load(i);
    if (!body) return tl::make_unexpected(body.error());
    bodies.push_back(*std::move(body));
  }
  return outlines_of(bodies);
}

Result<std::vector<BodyOutline>> BodyShelf::outlines(std::size_t first, std::size_t end, std::size_t threads) const {
  std::vector<BodyOutline> outlines(end - first);
  std::map<std::size_t, Error> errors;  // the first body's is told, whichever came first
  std::mutex mutex;
  std::size_t next = first;
  const auto take = [&] {
    const std::lock_guard lock(mutex);
    const std::size_t start = next;
    if (start < end) next = std::min(end, start + stored_.neighbours(start));
    return std::pair(start, next);
  };
  on_threads(std::clamp<std::size_t>(outlines.size(), 1, thread_count(threads)), [&] {
    for (auto [start, stop] = take(); start < stop; std::tie(start, stop) = take()) {
      const Result<std::vector<BodyOutline>> some = outlines_together(start, stop);
      if (some) {
        std::ranges::copy(*some, outlines.begin() + static_cast<std::ptrdiff_t>(start - first));
      } else {
        const std::lock_guard lock(mutex);
        errors.emplace(start, some.error());
      }
    }
  });
  if (!errors.empty()) return tl::make_unexpected(errors.begin()->second);
  return outlines;
}

Result<SceneBody> BodyShelf::load_again(std::size_t i, const BodyOutline& outline) const {
  Result<SceneBody> body = stored_.load(i);
  if (!body || MeshDigests().of(*body) == outline.digest) return body;
  return fail(ErrorCode::file, fmt::format("{}: was changed while it was read", stored_.file(i)));
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
