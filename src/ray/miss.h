#pragma once
/// Lines that pass a body far enough from it that doubles tell: most of those that are asked about many bodies.

#include "ray/convex.h"

namespace graze::distance {

/// Whether the probe certainly misses a ball around the shape; false for shapes without end, clouds and meshes.
[[nodiscard]] bool surely_misses(const Probe& probe, const Shape& shape, const Pose& pose);

}  // namespace graze::distance
