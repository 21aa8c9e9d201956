#pragma once
/// The points of a mesh nearest to a point, several triangles at a time.

#include <optional>

#include <graze/answers.h>

#include "mesh/overlap.h"
#include "triangle/closest.h"

namespace graze::query {

/// The answer of closest_points() of mesh/distance.h, bit for bit; nothing where the point or the mesh is too far away, too large
/// or too small for lanes, or there are no triangles. The point is one of the world, without rounding.
[[nodiscard]] std::optional<Closest> nearest_to_point(const distance::PlacedSimplex& point, const PlacedMesh& mesh);

/// The same in the frame of the mesh.
[[nodiscard]] std::optional<Closest> nearest_to_point(const Vec3& point, const MeshTree& mesh);

}  // namespace graze::query
