#pragma once
/// Where two rounded bodies touch whose cores face each other with edges or faces: more than a point.

#include "polytope/flat_intersection.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// The part of core a that faces core b along a normal from a to b: what reaches farthest along it in a, and lies opposite
/// something that reaches farthest against it in b. Corners in order, seen from the difference's origin; empty where it is not
/// bounded, and where the normal is zero. Exact for the stored numbers.
[[nodiscard]] sat::FlatPoints facing_part(const MinkowskiDifference& difference, const Vector3<Dyadic>& normal);

/// In the world, with every coordinate rounded once.
[[nodiscard]] Vec3 in_world(const MinkowskiDifference& difference, const sat::FlatPoint& point);

}  // namespace graze::distance
