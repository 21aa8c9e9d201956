#pragma once
/// A bounded part of an unbounded shape, for a search against a mesh: it moves along with the mesh and contains all of the shape
/// that the mesh can reach.

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

/// Of a plane, half-space or line that does not turn; nothing for other shapes. `reach` is that of the mesh.
[[nodiscard]] std::optional<BoundedPart> bounded_part_of(const Body& unbounded, const Body& mesh, const Reach& reach);

}  // namespace graze::query
