#pragma once
/// Meshes as the solids they bound, where their surfaces do not meet: then each connected part is wholly inside or outside.

#include <optional>

#include <graze/error.h>
#include <graze/geometry.h>
#include "mesh/contains.h"

namespace graze::query {

/// Fails when the mesh has open edges; point clouds are no solids: nothing.
[[nodiscard]] Result<std::optional<SolidMesh>> as_solid(const Body& body);

/// A point of one body inside the other, for bodies whose surfaces do not meet.
[[nodiscard]] Result<std::optional<Vec3>> one_holds_part_of_the_other(const Body& a, const Body& b);

}  // namespace graze::query
