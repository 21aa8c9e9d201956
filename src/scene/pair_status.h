#pragma once
/// How two bodies of several parts lie to each other.

#include <optional>
#include <vector>

#include <graze/scene_questions.h>

#include "scene/record.h"

namespace graze::scenes {

/// Nothing when they are farther apart than clearance and tolerance. The ids of the pair are left for the caller.
[[nodiscard]] Result<std::optional<PairStatus>> status_of(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b,
                                                          const SceneStatusOptions& options);

struct NearestParts {
  Closest closest;
  std::array<PartPlace, 2> places;
};

/// The nearest points, of equally near parts those of the first; nothing when they are farther apart than `within`.
[[nodiscard]] Result<std::optional<NearestParts>> nearest_parts(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b,
                                                                double within);

}  // namespace graze::scenes
