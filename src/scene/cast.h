#pragma once
/// The bodies that a question is about: those of a scene and perhaps a probe, which is not in it.

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scene/box_index.h"
#include "scene/scene_data.h"

namespace graze::scenes {

/// The index of the probe, which is the first of its pairs.
inline constexpr std::uint32_t probe_index = std::numeric_limits<std::uint32_t>::max();

struct Cast {
  const Scene::Data* scene;
  const Record* probe = nullptr;

  [[nodiscard]] const Record& operator[](std::uint32_t index) const {
    return index == probe_index ? *probe : scene->records[index];
  }
  [[nodiscard]] ScenePair ids_of(const IndexPair& pair) const { return {(*this)[pair.first].id, (*this)[pair.second].id}; }
  [[nodiscard]] std::vector<ScenePair> ids_of(const std::vector<IndexPair>& pairs) const;
  /// The error of a question about two bodies, seen from outside: "bodies 3/1 (crate) and 4/1: ...".
  [[nodiscard]] Error of_pair(const IndexPair& pair, Error error) const;
};

/// Pairs of ids as pairs of indices, the smaller first. Fails for a body that is not in the scene, and for one with itself.
[[nodiscard]] Result<std::vector<IndexPair>> indices_of(const Scene::Data& data, std::span<const ScenePair> pairs);

}  // namespace graze::scenes
