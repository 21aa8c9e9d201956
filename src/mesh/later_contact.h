#pragma once
/// The next contact of bodies that glide, not before a time at which they are not placed: poses there would be rounded, and bodies
/// that only brush each other a last place apart.

#include <optional>

#include <graze/geometry.h>

#include "mesh/overlap.h"

namespace graze::query {

/// At which some triangle meets the other body, not before `after` and not after `t_max`; 0 is the time at which both are placed.
/// Exact for polytopes, rounded down but not below `after`; of other shapes as their sweeps are.
[[nodiscard]] std::optional<double> contact_after(const PlacedMesh& a, const PlacedMesh& b, double after, double t_max);
[[nodiscard]] std::optional<double> contact_after(const PlacedMesh& mesh, const Body& other, double after, double t_max);

}  // namespace graze::query
