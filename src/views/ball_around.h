#pragma once
/// A ball that holds a shape: what is far from it is far from the shape.

#include <optional>

#include <graze/shapes.h>

namespace graze::distance {

/// Holds the shape but for roundings, in its own coordinates. Nothing for what is unbounded, and for point clouds and meshes.
[[nodiscard]] std::optional<Sphere> ball_around(const Shape& shape);

}  // namespace graze::distance
