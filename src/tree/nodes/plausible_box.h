#pragma once
/// What boxes of a stored tree must satisfy. Up to rounding: exact containment was the builder's business.

#include <string>

#include <graze/shapes.h>

namespace graze::tree {

/// What is wrong with a box by itself; empty when nothing is. `max_center` bounds |x|+|y|+|z| of its centre.
[[nodiscard]] std::string trouble_with(const Obb& box, double max_defect, double max_center);

[[nodiscard]] bool holds(const Obb& box, const Vec3& point);

/// Is there no gap along the axes of the parent?
[[nodiscard]] bool meets(const Obb& parent, const Obb& child);

}  // namespace graze::tree
