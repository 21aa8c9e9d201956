#pragma once
/// The pairs of a scene that a question has to look at.

#include <span>
#include <vector>

#include <graze/scene_questions.h>

#include "scene/box_pairs.h"
#include "scene/scene_data.h"

namespace graze::scenes {

/// What is wrong with the options, if anything is.
[[nodiscard]] Result<void> check_options(const SceneOptions& options);

/// Whether groups, excluded pairs and the options of a question let pairs meet.
class PairFilter {
 public:
  PairFilter(const Scene::Data& data, const SceneOptions& options);
  [[nodiscard]] bool counts(std::uint32_t a, std::uint32_t b) const;

 private:
  const Scene::Data* data_;
  const SceneOptions* options_;
  std::vector<ScenePair> ignored_;  ///< sorted, smaller id first
};

/// Pairs that count and whose boxes, one for each index, meet; sorted.
[[nodiscard]] std::vector<IndexPair> candidates(const Scene::Data& data, std::span<const Aabb> boxes, const SceneOptions& options);

[[nodiscard]] inline ScenePair ids_of(const Scene::Data& data, const IndexPair& pair) {
  return {data.records[pair[0]].id, data.records[pair[1]].id};
}

/// The error of a question about two bodies, seen from outside: "bodies 3/1 (crate) and 4/1: ...".
[[nodiscard]] Error of_pair(const Scene::Data& data, const IndexPair& pair, Error error);

}  // namespace graze::scenes
