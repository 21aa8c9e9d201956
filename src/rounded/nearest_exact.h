#pragma once
/// The point of a difference nearest to the origin, exactly.
///
/// The search is that of nearest_bounds.h [Gilbert88, Wolfe76]: keep the set of generators that spans the nearest point found so
/// far (Wolfe's corral), look along that point for a generator that is nearer, add it, keep the part of the set that spans the
/// new nearest point. In exact arithmetic every iteration comes strictly nearer and there are finitely many sets, so it ends, at
/// the answer, wherever it started.

#include "rounded/nearest_bounds.h"

namespace graze::distance {

struct ExactNearest {
  WolfeSet<Dyadic> wolfe_set;
  MinNormPoint<Dyadic> min_norm;

  [[nodiscard]] bool meets() const { return min_norm.height.is_zero(); }
};

/// The search in exact arithmetic, started from generators that are probably the right ones.
[[nodiscard]] ExactNearest nearest_exact(const MinkowskiDifference& difference, const Generators& first_guess);

}  // namespace graze::distance
