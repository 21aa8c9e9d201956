#pragma once
/// What a point, a line, a ray or a segment has in common with a convex body: the part of it between two points.

#include <optional>

#include <graze/answers.h>
#include <graze/geometry.h>
#include <graze/intersection.h>

namespace graze::query {

/// Nothing when neither body is one of these, or one is a mesh or a cloud. The set is left out where it is unbounded.
[[nodiscard]] std::optional<Intersection> common_part(const Body& a, const Body& b);

/// The line or ray that a line or ray shares with a body in which it never ends, in the world; nothing where it ends.
[[nodiscard]] std::optional<Region> endless_part(const Body& a, const Body& b);

}  // namespace graze::query
