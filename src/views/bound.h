#pragma once
/// Where a shape is, roughly and never too little: what trees are searched with.

#include <optional>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "polytope/convex.h"

namespace graze::query {

/// A box of the world around a bounded convex shape; nothing for lines, rays, planes, half-spaces, clouds and meshes.
[[nodiscard]] std::optional<Obb> box_around(const Shape& shape, const Pose& pose);

/// A box around all corners of a convex body, in exact arithmetic.
[[nodiscard]] Obb box_around(const sat::Convex& convex);

/// Whether a solid may hold it: what has a box around it, and lines and rays without a direction, which are points.
[[nodiscard]] bool is_bounded(const Shape& shape);

/// Not more than the distance of a line, ray, plane or half-space from a box of the world, and not negative.
[[nodiscard]] double unbounded_distance_bound(const Shape& shape, const Pose& pose, const Obb& box);

/// A point of a convex shape, in its own coordinates.
[[nodiscard]] Vec3 some_point(const Shape& shape);

}  // namespace graze::query
