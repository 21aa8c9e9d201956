#pragma once
/// Whether two bodies of several parts meet.

#include <vector>

#include <graze/error.h>

#include "scene/record.h"

namespace graze::scenes {

[[nodiscard]] Result<bool> parts_meet(const std::vector<PlacedPart>& a, const std::vector<PlacedPart>& b);

}  // namespace graze::scenes
