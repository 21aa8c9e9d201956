#pragma once
/// Whether two boxes meet where doubles leave it open on some of their fifteen axes: these alone, in double-doubles.

#include <optional>

#include <graze/core/pose.h>
#include <graze/shapes/shapes.h>

namespace graze::distance {

/// Nothing where that leaves it open too, as it does of boxes that touch exactly, and for shapes that are no boxes.
[[nodiscard]] std::optional<bool> boxes_meet_by_doubts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace graze::distance
