#pragma once
/// Where a body of any kind ends along a direction.

#include <graze/geometry.h>

#include "rounded/plane/far_end.h"

namespace graze::query {

[[nodiscard]] bool has_no_points(const Body& body);

/// Nothing where the body never ends; of a body that is not empty.
[[nodiscard]] std::optional<distance::FarEnd> far_end(const Body& body, const Vector3<Dyadic>& direction);

/// Finite, not zero, and of bodies in the plane without a third coordinate.
[[nodiscard]] Result<void> check_direction(const Vec3& direction, bool is_planar);

}  // namespace graze::query
