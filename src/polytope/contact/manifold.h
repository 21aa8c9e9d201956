#pragma once
/// The contact manifold of two overlapping convex polytopes: the side of one that faces the other, clipped to it.

#include <vector>

#include <graze/answers.h>

#include "polytope/contact/penetration.h"
#include "polytope/convex.h"

namespace graze::sat {

/// The points for a penetration whose depth, normal and features are known: between two edges the middle of the shortest segment
/// from one to the other, otherwise corners of the clipped side. Rounded arithmetic: these points feed solvers, the depth is exact
/// already.
[[nodiscard]] std::vector<ManifoldPoint> contact_manifold(const Convex& a, const Convex& b, const Penetration& penetration,
                                                          World world);

}  // namespace graze::sat
