#pragma once
/// A mesh, as a surface, against a convex shape, in relative translation. Index 0 of an answer is the mesh.

#include <optional>

#include <graze/geometry.h>

#include "mesh/overlap.h"

namespace graze::query {

/// Of several triangles that touch first the one with the smallest number is described.
[[nodiscard]] std::optional<Impact> first_contact(const PlacedMesh& mesh, const Body& other, const SweepOptions& options);

}  // namespace graze::query
