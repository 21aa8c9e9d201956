#pragma once
/// A shape without end, replaced by all of it that another body can come near to.

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/geometry.h>

namespace graze::query {

/// Within `reach` of the centre that the body turns about, and perhaps some more; of a body of the plane one of the plane.
[[nodiscard]] Result<Geometry> part_near_center(const Body& endless, double reach);

/// A feature of the part as one of the whole: planes have a face, lines and rays an edge, rays one end.
[[nodiscard]] Feature feature_of_whole(const Shape& whole, const Feature& of_part);

}  // namespace graze::query
