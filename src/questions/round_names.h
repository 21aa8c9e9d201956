#pragma once
/// Names of the parts of round bodies, and of what they are nearest to or touch, in answers whose methods know them by their cores
/// or by support mappings only.

#include <graze/answers.h>
#include <graze/geometry.h>

namespace graze::query {

/// Nothing is changed where neither body is round. Of bodies of the plane the names are those of named_in_plane() already.
void name_round_parts(Closest& closest, const Body& a, const Body& b);
/// Of bodies that start at their poses.
void name_round_parts(Impact& impact, const Body& a, const Body& b);
/// Of bodies that touch in more than a point, of which one is not a polytope: what of polytopes faces the other.
void name_facing_parts(Impact& impact, const Body& a, const Body& b);
void name_round_parts(Penetration& penetration, const Body& a, const Body& b);

}  // namespace graze::query
