/// Looks up where a body is, and reads it there.

#include "input/stored_bodies.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "input/scene_source.h"

namespace graze::cli {

void StoredBodies::add(StoredScene scene, double factor, std::string file) {
  const std::size_t first = in_scenes();
  scenes_.push_back({std::move(scene), factor, std::move(file), first});
}

const StoredBodies::ConvertedScene& StoredBodies::scene_of(std::size_t i) const {
  return *std::prev(std::ranges::upper_bound(scenes_, i, {}, &ConvertedScene::first));
}

const std::string& StoredBodies::name(std::size_t i) const {
  if (i >= in_scenes()) return files_->source(i - in_scenes());
  const ConvertedScene& scene = scene_of(i);
  return scene.scene.name(i - scene.first);
}

const std::string& StoredBodies::file(std::size_t i) const {
  return i < in_scenes() ? scene_of(i).file : files_->source(i - in_scenes());
}

std::size_t StoredBodies::neighbours(std::size_t i) const {
  constexpr std::size_t most = 256;
  if (i >= in_scenes()) return 1;
  const ConvertedScene& scene = scene_of(i);
  return std::min(most, scene.first + scene.scene.size() - i);
}

Result<SceneBody> StoredBodies::load(std::size_t i) const {
  if (i >= in_scenes()) {
    return files_->load(i - in_scenes()).map([](const LoadedBody& loaded) {
      return SceneBody{.parts = {BodyPart{.geometry = loaded.body.geometry, .solid = loaded.body.solid}}, .name = loaded.name};
    });
  }
  const ConvertedScene& scene = scene_of(i);
  Result<SceneBody> body = scene.scene.body(i - scene.first);
  if (!body || scene.factor == 1) return body;
  return rescaled(*std::move(body), scene.factor).map_error([&](const Error& error) {
    return Error{error.code, fmt::format("{}: {}: {}", scene.file, name(i), error.message)};
  });
}

}  // namespace graze::cli
