#pragma once
/// Are two triangles no farther apart than a given length? Decided exactly, where distances themselves are rounded.

#include "triangle/closest.h"

namespace graze::distance {

/// For points, segments and triangles that may meet; the limit is >= 0 and may be infinite. At 0 it asks whether they meet.
[[nodiscard]] bool are_within(const PlacedSimplex& a, const PlacedSimplex& b, double limit);

}  // namespace graze::distance
