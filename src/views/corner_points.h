#pragma once
/// The points that a shape is the hull of.

#include <graze/shapes.h>

#include "numbers/kept_blocks.h"

namespace graze {

/// In the shape's own coordinates; those of boxes are numbered by their signs along the axes. Empty for what is unbounded or
/// curved, and for meshes, whose corners depend on the triangles that use them.
[[nodiscard]] KeptList<Vec3> corner_points(const Shape& shape);

}  // namespace graze
