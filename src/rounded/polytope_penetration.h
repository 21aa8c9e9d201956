#pragma once
/// How far must one polytope be pushed, and in which direction, to end an overlap? Few corners are asked by axes, many by a
/// polytope that grows inside their difference; both are exact.

#include "polytope/contact/penetration.h"

namespace graze::distance {

/// As sat::penetration(); outlines will do.
[[nodiscard]] std::optional<Penetration> penetration(const sat::Convex& a, const sat::Convex& b,
                                                     sat::World world = sat::World::space,
                                                     sat::Manifold manifold = sat::Manifold::wanted);

/// The same in space by the corners, however few; by axes only where the difference of the bodies is flat.
[[nodiscard]] std::optional<Penetration> penetration_by_corners(const sat::Convex& a, const sat::Convex& b,
                                                                sat::Manifold manifold = sat::Manifold::wanted);

}  // namespace graze::distance
