#pragma once
/// Boxes that lie on each other next to touching: whether they meet, and nearest points if not. Which corner is nearest, or which
/// two edges, is beyond doubles.

#include <optional>

#include <graze/answers.h>

#include "quick/zonotope.h"

namespace graze::distance {

/// What is certain of them: nothing of either where corners lie over edges or edges are nearly parallel.
struct FlushBoxes {
  bool meet = false;
  std::optional<Closest> closest;  ///< of boxes that are apart; one of the nearest points where faces are exactly parallel
};

/// Of boxes without radii, counted in units of a power of two: of one that lies before a face of the other or barely in it, or of
/// two that cross edges.
[[nodiscard]] FlushBoxes flush_boxes(const Zonotope& a, const Zonotope& b, double unit);

}  // namespace graze::distance
