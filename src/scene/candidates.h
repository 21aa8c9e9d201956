#pragma once
/// The pairs of a scene that a question has to look at.

#include <span>
#include <vector>

#include <graze/scene_questions.h>

#include "scene/box_index.h"
#include "scene/instant.h"
#include "scene/scene_data.h"

namespace graze::scenes {

/// What is wrong with the options, if anything is.
[[nodiscard]] Result<void> check_options(const Scene::Data& data, const SceneOptions& options);

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

/// Pairs that count and whose boxes at an instant may be no farther apart than the distance; sorted.
[[nodiscard]] std::vector<IndexPair> candidates(const Scene::Data& data, const Instant& instant, double distance,
                                                const SceneOptions& options);
/// The same, in place of what was in `pairs`, which keeps its room.
void find_candidates(const Scene::Data& data, const Instant& instant, double distance, const SceneOptions& options,
                     std::vector<IndexPair>& pairs);
/// The same of other boxes, one for each index.
[[nodiscard]] std::vector<IndexPair> candidates(const Scene::Data& data, std::span<const Aabb> boxes, double distance,
                                                const SceneOptions& options);
void find_candidates(const Scene::Data& data, std::span<const Aabb> boxes, double distance, const SceneOptions& options,
                     std::vector<IndexPair>& pairs);

/// Where questions find them.
struct CandidateRoom {
  std::vector<IndexPair> pairs;
};

}  // namespace graze::scenes
