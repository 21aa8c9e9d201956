#pragma once
/// Depth of an overlap in which a line or a ray takes part: the nearest facet of a difference that is unbounded in some directions.

#include <optional>

#include <graze/answers.h>

#include "polytope/contact/penetration.h"
#include "views/rounded_body.h"

namespace graze::distance {

/// For cores that meet, in time proportional to corners times edges.
[[nodiscard]] Penetration unbounded_depth(const Rounded& a, const Rounded& b, sat::World world);

}  // namespace graze::distance
