#pragma once
/// A mesh, as a surface, against any shape that is no mesh. Index 0 of an answer is the mesh.

#include <cstdint>
#include <optional>
#include <vector>

#include <graze/geometry.h>

#include "mesh/overlap.h"

namespace graze::query {

/// Exact where the shape is linear or rounded.
[[nodiscard]] bool surface_meets(const PlacedMesh& mesh, const Body& other);

/// All triangles that are within a distance of the other shape, sorted; of the distance 0 those that it meets, likewise exact.
[[nodiscard]] std::vector<std::uint32_t> triangles_at(const PlacedMesh& mesh, const Body& other, double distance = 0);

/// Nothing when the mesh has no triangles.
[[nodiscard]] std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other);

}  // namespace graze::query
