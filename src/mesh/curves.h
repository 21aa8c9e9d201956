#pragma once
/// The curves in which two meshes meet.

#include <span>

#include <graze/answers.h>

#include "mesh/overlap.h"
#include "numbers/dyadic.h"
#include "numbers/vector.h"

namespace graze::query {

/// `pairs` are all pairs of triangles that meet, sorted.
[[nodiscard]] IntersectionCurves curves_through(const PlacedMesh& a, const PlacedMesh& b, std::span<const TrianglePair> pairs);

/// Those in which the plane normal.x = offset of the world meets a mesh: `triangles` are all that it meets, sorted. Pairs have the
/// number of the triangle and 0.
[[nodiscard]] IntersectionCurves section_of(const PlacedMesh& mesh, std::span<const std::uint32_t> triangles,
                                            const Vector3<Dyadic>& normal, const Dyadic& offset);

}  // namespace graze::query
