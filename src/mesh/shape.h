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

/// All triangles that the other shape meets, sorted; likewise.
[[nodiscard]] std::vector<std::uint32_t> triangles_at(const PlacedMesh& mesh, const Body& other);

/// Nothing when the mesh has no triangles.
[[nodiscard]] std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other);

}  // namespace graze::query
