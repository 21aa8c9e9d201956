#pragma once
/// Where a body of any kind ends along a direction.

#include <graze/geometry.h>

#include "rounded/plane/far_end.h"
#include "views/implicit_form.h"

namespace graze::query {

[[nodiscard]] bool has_no_points(const Body& body);

/// Nothing where the body never ends; of a body that is not empty.
[[nodiscard]] std::optional<distance::FarEnd> far_end(const Body& body, const Vector3<Dyadic>& direction);

using WorldBoundary = distance::PlacedPlane<Dyadic>;

/// The plane n.x = d of the world that a plane, a half-space or, in the plane, a line with a direction is bounded by; n points out
/// of a half-space, and to the left of a line. Nothing of other bodies.
[[nodiscard]] std::optional<WorldBoundary> boundary_of(const Body& body);

/// Finite, not zero, and of bodies in the plane without a third coordinate.
[[nodiscard]] Result<void> check_direction(const Vec3& direction, bool is_planar);

}  // namespace graze::query
