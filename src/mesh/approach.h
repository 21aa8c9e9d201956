#pragma once
/// How close a mesh comes to another mesh, or to a shape, in relative translation. Meshes are surfaces here.

#include <optional>

#include <graze/geometry.h>

#include "mesh/overlap.h"
#include "methods/least_over_time.h"

namespace graze::query {

struct MeshApproach {
  distance::LeastOverTime found;
  TrianglePair pair{};  ///< that comes closest; of a shape 0
};

/// Of meshes that do not meet within [0, t_max], which may be infinite. Nothing when one has no triangles. The bound is not farther
/// below the distance than the tolerance (a length), but for rounding.
[[nodiscard]] std::optional<MeshApproach> closest_approach(const PlacedMesh& a, const PlacedMesh& b, double t_max,
                                                           double tolerance);

/// Likewise of a mesh and a shape that is no plane or half-space; the limits are those for one triangle.
[[nodiscard]] std::optional<MeshApproach> closest_approach(const PlacedMesh& mesh, const Body& shape, double t_max,
                                                           const distance::LeastOverTimeLimits& limits);

}  // namespace graze::query
