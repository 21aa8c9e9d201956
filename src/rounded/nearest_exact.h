#pragma once
/// The point of a difference nearest to the origin, exactly.
///
/// The search is that of estimate.h [Gilbert88, Wolfe76]: keep the corral that carries the nearest point found so far, look along
/// that point for a generator that is nearer, add it, keep the part of the corral that carries the new nearest point. In exact
/// arithmetic every turn comes strictly nearer and there are finitely many corrals, so it ends, at the answer, wherever it started.

#include "rounded/nearest_bounds.h"

namespace graze::distance {

struct Nearest {
  Corral<Dyadic> corral;
  Foot<Dyadic> foot;

  [[nodiscard]] bool meets() const { return foot.height.is_zero(); }
};

/// The search in exact arithmetic, begun with a corral that is probably the right one.
[[nodiscard]] Nearest nearest(const Difference& difference, const Generators& first_guess);

}  // namespace graze::distance
