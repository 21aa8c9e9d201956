#pragma once
/// Closest points of convex bodies of which at least one is curved; all convex shapes are welcome, one of the two may be unbounded.
///
/// Bodies meet when their gap is at most 2^-45 of the sum of their reaches (about half their extents): then the distance is exactly
/// 0. Otherwise the distance is right to 1e-9 of itself (to 1e-6 where it is below 1e-11 of the reaches) and proven so by a
/// separating direction; to 1e-12 or 2^-47 of the reaches, whichever is more, but for searches that stall. Should the iteration
/// limit end the search earlier, the points still are points of the bodies.

#include <graze/answers.h>

#include "views/curved_body.h"

namespace graze::distance {

/// Each point is within 2^-45 of the reaches of its body, plus the rounding of world coordinates.
[[nodiscard]] Closest closest_points(const Curved& a, const Curved& b);

/// The same as closest_points(a, b).distance == 0, and faster.
[[nodiscard]] bool overlap(const Curved& a, const Curved& b);

}  // namespace graze::distance
