#pragma once
/// Whether two bodies of several parts meet, or nearly do.

#include <vector>

#include <graze/error.h>

#include "scene/record.h"

namespace graze::scenes {

[[nodiscard]] Result<bool> parts_meet(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b);

/// Whether any are no farther apart than the distance.
[[nodiscard]] Result<bool> parts_within(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b, double distance);

}  // namespace graze::scenes
