#pragma once
/// How far must b be pushed, and in which direction, to end an overlap with a? For the bodies of curved/distance.h, with a proof.
///
/// The depth is the least, over all directions, of how far the projections overlap; that function has many local minima. Where
/// cores do not meet, the direction is that of their nearest points. Where they do, the sphere of directions is searched by branch
/// and bound.

#include <optional>

#include <graze/answers.h>

#include "polytope/contact/penetration.h"
#include "views/curved_body.h"

namespace graze::distance {

/// What the search has proven, in the world's unit.
struct Depth {
  double lower = 0;            ///< no translation shorter than this parts the bodies
  double upper = 0;            ///< moving b by this along `normal` parts them
  Vec3 normal = Vec3::Zero();  ///< unit, from a to b
};

/// The bounds differ by at most 1e-6 of the depth or 2^-45 of the reaches, unless so many directions are equally shallow that the
/// limit on their number ends the search first: 1e-5 for coaxial cylinders. `upper` is nearer to the depth than that: to 2^-33 of
/// it, and of coaxial bodies too, which is tested, not proven. Nothing when the bodies are apart. Bodies of the plane are parted in
/// it.
[[nodiscard]] std::optional<Depth> depth_of(const Curved& a, const Curved& b, sat::World world = sat::World::space);

/// The upper bound as a Penetration: depth 0 when they only touch. No manifold.
[[nodiscard]] std::optional<Penetration> penetration(const Curved& a, const Curved& b, sat::World world = sat::World::space);

}  // namespace graze::distance
