#pragma once
/// Lines that miss a body by so much that doubles can certify it, as most lines cast at many bodies do.

#include "ray/convex.h"

namespace graze::distance {

/// Whether the probe certainly misses a ball around the shape; false for unbounded shapes, point clouds and meshes.
[[nodiscard]] bool surely_misses(const Probe& probe, const Shape& shape, const Pose& pose);

}  // namespace graze::distance
