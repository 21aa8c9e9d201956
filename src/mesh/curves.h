#pragma once
/// The curves in which two meshes meet.

#include <span>

#include <graze/answers.h>

#include "mesh/overlap.h"

namespace graze::query {

/// `pairs` are all pairs of triangles that meet, sorted.
[[nodiscard]] IntersectionCurves curves_through(const PlacedMesh& a, const PlacedMesh& b, std::span<const TrianglePair> pairs);

}  // namespace graze::query
