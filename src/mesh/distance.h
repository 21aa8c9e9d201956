#pragma once
/// Shortest distances to triangle meshes, as surfaces: the tree finds what may be nearest, triangle/closest.h measures it.
/// Zero exactly when they meet; otherwise the relative error is below 1e-12. Of several triangles (pairs) at the same distance
/// the one with the smallest number (numbers) is named; of several that meet, the one the walk finds first. A mesh without
/// triangles has no nearest point: nothing is returned.

#include <optional>

#include <graze/answers.h>

#include "mesh/overlap.h"
#include "mesh/triangle_against_shape.h"
#include "triangle/closest.h"

namespace graze::query {

/// The same answer about triangles of two meshes; -1 for what is no mesh.
[[nodiscard]] inline Closest named(Closest closest, std::int32_t triangle_a, std::int32_t triangle_b) {
  closest.features[0].triangle = triangle_a;
  closest.features[1].triangle = triangle_b;
  return closest;
}

/// Index 0 of the answer is the simplex: a point, segment or triangle.
[[nodiscard]] std::optional<Closest> closest_points(const distance::PlacedSimplex& simplex, const PlacedMesh& mesh);

/// The same for all within a radius of the simplex, which is `shape` and does not meet the mesh: the triangle nearest to the
/// simplex is the nearest to the shape, so that the radius counts only at the end.
[[nodiscard]] std::optional<Closest> closest_points_around(const distance::PlacedSimplex& core, const TriangleAgainstShape& shape,
                                                           const PlacedMesh& mesh);

/// The options say how far off the answer may be. `likely` triangles are tried first, which changes no answer.
[[nodiscard]] std::optional<Closest> closest_points(const PlacedMesh& a, const PlacedMesh& b, const DistanceOptions& options = {},
                                                    std::optional<TrianglePair> likely = {});

}  // namespace graze::query
