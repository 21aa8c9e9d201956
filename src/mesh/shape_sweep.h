#pragma once
/// A mesh, as a surface, against a convex shape, in relative translation. Index 0 of an answer is the mesh.

#include <optional>

#include <graze/geometry.h>

#include "mesh/overlap.h"

namespace graze::query {

/// Of several triangles that touch first the one with the smallest number is described.
[[nodiscard]] std::optional<Impact> first_contact(const PlacedMesh& mesh, const Body& other, const SweepOptions& options);

/// All triangles that are in contact with the shape when it first meets the mesh, at `first` as first_contact() tells it, each with
/// its own contact, by their numbers. Which ones share that time is decided exactly for polytopes, else in doubles.
[[nodiscard]] std::vector<Impact> contacts_at_first(const PlacedMesh& mesh, const Body& other, double first, double t_max);

}  // namespace graze::query
