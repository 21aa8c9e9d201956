#pragma once
/// What stands for a shape in a search against a mesh: the shape itself or, where it has no end, a bounded part of it that goes
/// along with the mesh and never misses what the mesh can reach.

#include <optional>

#include "motion/turning/reach.h"

namespace graze::query {

struct StandIn {
  Shape shape;
  Pose pose;
  Motion motion;
  double reach = 0;    ///< of its points from the origin of the pose, length
  double made_of = 0;  ///< bounds the numbers that the pose was made of, length
};

/// Of a plane, half-space or line that does not turn; nothing for other shapes. `reach` is that of the mesh.
[[nodiscard]] std::optional<StandIn> stand_in_for(const Body& endless, const Body& mesh, const Reach& reach);

}  // namespace graze::query
