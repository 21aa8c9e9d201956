#pragma once
/// The least depth of the origin in the difference of two bodies, exactly, without a list of axes.
///
/// A polytope inside the difference, the hull of some of its corners, is nowhere deeper than the difference is. Its facet nearest
/// to the origin is looked across: with a corner beyond, that corner joins the hull; with none, the facet lies in the boundary of
/// the difference, and the origin is as deep as it is far from there. This is the expanding polytope of [VanDenBergen01], with
/// exact signs: the polytope is convex whatever its corners are, and no tolerance ends the search.

#include <optional>

#include "numbers/kept_blocks.h"
#include "polytope/contact/depth.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

struct LeastDepth {
  bool meets = true;                ///< otherwise the bodies are apart, and nothing more is known
  KeptList<sat::ExactDepth> exits;  ///< all that are equally short; one for each triangle of a facet
};

/// Nothing where all corners are in one plane.
[[nodiscard]] std::optional<LeastDepth> least_depth(const MinkowskiDifference& difference);

}  // namespace graze::distance
