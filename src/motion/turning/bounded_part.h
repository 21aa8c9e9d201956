#pragma once
/// Bounded parts of unbounded shapes that contain all that another body can reach: of those that turn, and, for a search against a
/// mesh, of those that do not, moving along with the mesh.

#include <optional>

#include "motion/turning/reach.h"

namespace graze::query {

struct BoundedPart {
  Shape shape;
  Pose pose;
  Motion motion;
  double reach = 0;        ///< of its points from the origin of the pose, length
  double coordinates = 0;  ///< bounds the numbers that the pose was computed from, length
};

/// The part of a line, ray, plane or half-space within `reach` of the centre it turns about, in the frame of the body, and perhaps
/// some more of it: what stays within that reach of the centre meets the part whenever it meets the whole.
[[nodiscard]] Shape part_within(const Body& unbounded, double reach);

/// Of a plane, half-space or line that does not turn; nothing for other shapes. `reach` is that of the mesh.
[[nodiscard]] std::optional<BoundedPart> bounded_part_of(const Body& unbounded, const Body& mesh, const Reach& reach);

}  // namespace graze::query
