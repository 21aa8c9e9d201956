#pragma once
/// The curves in which two meshes meet.

#include <span>

#include <graze/query/intersection_curves.h>
#include <graze/query/mesh_mesh.h>

namespace graze::query {

/// `pairs` are all pairs of triangles that meet, sorted.
[[nodiscard]] IntersectionCurves curves_through(const PlacedMesh& a, const PlacedMesh& b, std::span<const TrianglePair> pairs);

}  // namespace graze::query
