#pragma once
/// When do two convex bodies in relative translation first and last meet? For the bodies of curved/distance.h.
///
/// The distance of convex bodies under translation is a convex function of time, so Newton's method never passes a root: every step
/// goes as far as the gap along one proven direction allows. `first` is never late and `last` never early; "to meet" has the
/// tolerance of curved/distance.h, so a miss by no more than that is a hit.

#include <optional>

#include <graze/answers.h>

#include "polytope/contact/sweep.h"
#include "views/curved_body.h"

namespace graze::distance {

/// Contact within [0, t_max], t_max >= 0 and perhaps infinite; nothing when there is none. The contact set is one point.
[[nodiscard]] std::optional<Impact> sweep(const Curved& a, const Curved& b, const sat::Velocities& velocities, double t_max);

}  // namespace graze::distance
