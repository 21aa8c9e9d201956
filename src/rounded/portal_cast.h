#pragma once
/// Where a line through the origin enters and leaves the difference of two bodies, exactly: the interval of contact of bodies in
/// translation, without a list of axes.
///
/// A linear program: of all weighted sums of corners that lie on the line, which comes first? The simplex method keeps three
/// corners whose triangle the line pierces, looks across the triangle for the corner farthest beyond it, and takes that in for one
/// of the three, until none is beyond: then the triangle lies in the boundary. It is the portal refinement of [Snethen08] with
/// exact signs. Where the line meets a side of a triangle it is thought of as moved, by less than any number, into the first
/// triangle: so every step has one outcome and comes strictly nearer the end (the lexicographic rule of [Dantzig55]).

#include <optional>

#include "polytope/contact/sweep.h"
#include "rounded/nearest_bounds.h"

namespace graze::distance {

/// Where a line pierces the boundary.
struct Piercing {
  sat::ExactTime time;      ///< parameter of the line, denominator positive
  Vector3<Dyadic> normal;   ///< of a plane through that point that has all of the difference on one side, pointing to the other
  bool is_generic = false;  ///< the point is strictly inside a triangle of corners, so there is no other such plane
};

/// Where it goes in and where it comes out.
struct PortalPassage {
  Piercing entry;
  Piercing exit;
};

/// Where the line { t * direction } passes through, direction not zero. Projected along the line, the hull of `around` holds it.
/// Nothing where the difference projects to a segment or a point.
[[nodiscard]] std::optional<PortalPassage> portal_cast(const MinkowskiDifference& difference, const Vector3<Dyadic>& direction,
                                                       const Generators& around);

}  // namespace graze::distance
