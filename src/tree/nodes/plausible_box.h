#pragma once
/// What boxes of a stored tree must satisfy. Up to rounding: exact containment is up to the builder.

#include <string>

#include <graze/shapes.h>

namespace graze::tree {

/// What is wrong with a box by itself; empty when nothing is. `max_center` bounds |x|+|y|+|z| of its centre.
[[nodiscard]] std::string defect_of(const Obb& box, double max_defect, double max_center);

[[nodiscard]] bool contains_plausibly(const Obb& box, const Vec3& point);

/// Is there no gap along the axes of the parent?
[[nodiscard]] bool meets_plausibly(const Obb& parent, const Obb& child);

}  // namespace graze::tree
