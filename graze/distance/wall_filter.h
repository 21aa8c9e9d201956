#pragma once
/// A bounded body and a wall in filtered numbers: the answer in most cases, without exact arithmetic.

#include <optional>

#include <graze/distance/wall.h>

namespace graze::distance {

/// Nothing when filtered numbers leave something open that matters.
[[nodiscard]] std::optional<WallSeparation> filtered_separation(const Rounded& wall, const Rounded& other, Wanted wanted);

}  // namespace graze::distance
