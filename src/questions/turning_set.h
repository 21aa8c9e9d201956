#pragma once
/// Where bodies touch that were followed until they are within a tolerance.

#include <graze/answers.h>
#include <graze/geometry.h>

namespace graze::query {

/// Of bodies at rest in their poses at the time of contact, with their nearest points: what of both is within four tolerances of
/// the plane across these, on the side of a. Their nearest point of a where nothing more is known.
[[nodiscard]] ContactSet turning_set(const Body& a, const Body& b, const Closest& closest, double tolerance);

}  // namespace graze::query
