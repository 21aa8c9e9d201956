#pragma once
/// Meshes as the solids they bound, where their surfaces do not meet: then each connected part is wholly inside or outside.

#include <optional>

#include <graze/error.h>
#include <graze/geometry.h>

#include "mesh/contains.h"

namespace graze::query {

/// The solid that a mesh bounds, whether or not the body is meant as one. Fails when the mesh has open edges; point clouds are not
/// solids: nothing.
[[nodiscard]] Result<std::optional<SolidMesh>> as_solid(const Body& body);

/// Whether one of the bodies is a mesh that counts as a solid.
[[nodiscard]] inline bool any_is_solid(const Body& a, const Body& b) { return a.solid || b.solid; }

/// A point of one body inside the other, a solid (Body::solid), for bodies whose surfaces do not meet.
[[nodiscard]] Result<std::optional<Vec3>> point_inside_other(const Body& a, const Body& b);

/// Whether a corner of the other, a mesh or point cloud, is inside the solid and not on its surface. Where surfaces do not cross
/// this decides whether parts of the other are inside that are not wholly on the surface.
[[nodiscard]] bool has_corner_inside(const SolidMesh& solid, const PlacedMesh& other);

}  // namespace graze::query
