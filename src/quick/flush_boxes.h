#pragma once
/// Nearest points of boxes that lie on each other next to touching: which corner, or which two edges, is beyond doubles.

#include <optional>

#include <graze/answers.h>

#include "quick/zonotope.h"

namespace graze::distance {

/// Of boxes without radii that are apart, counted in units of a power of two: of one that lies before a face of the other, or of
/// two that cross edges. Where faces are parallel in exact arithmetic, one of the nearest points. Nothing where corners lie over
/// edges or edges are nearly parallel, and where the boxes may touch.
[[nodiscard]] std::optional<Closest> closest_of_flush_boxes(const Zonotope& a, const Zonotope& b, double unit);

}  // namespace graze::distance
