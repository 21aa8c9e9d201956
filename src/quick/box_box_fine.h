#pragma once
/// Whether two boxes meet where doubles leave it open on some of their fifteen axes: these alone, in double-doubles.

#include <optional>

#include "quick/zonotope.h"

namespace graze::distance {

/// Counted in units, a power of two in which the boxes are neither large nor small. Nothing where that leaves it open too, as it
/// may of boxes that touch exactly, and for bodies that are no boxes.
[[nodiscard]] std::optional<bool> boxes_meet_by_undecided_axes(const Zonotope& a, const Zonotope& b, double unit);

}  // namespace graze::distance
