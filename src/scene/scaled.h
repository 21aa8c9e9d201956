#pragma once
/// Shapes made larger or smaller about the origin of their frame.

#include <graze/geometry.h>

namespace graze::scenes {

/// { scale * x : x in the shape }. Fails where a coordinate is too large then, as Geometry::make() does. The tree of a mesh is
/// kept.
[[nodiscard]] Result<Geometry> scaled(const Geometry& geometry, double scale);

}  // namespace graze::scenes
