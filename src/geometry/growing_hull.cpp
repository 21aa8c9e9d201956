/// The bookkeeping of a hull that gains a corner: which facets are replaced, and who neighbours whom.

#include "geometry/growing_hull.h"

#include <algorithm>

namespace graze::sat {

GrowingHull::GrowingHull(const std::array<std::int32_t, 4>& c) {
  facets_ = {{{c[0], c[1], c[2]}, {1, 2, 3}, false},
             {{c[1], c[0], c[3]}, {0, 3, 2}, false},
             {{c[2], c[1], c[3]}, {0, 1, 3}, false},
             {{c[0], c[2], c[3]}, {0, 2, 1}, false}};
  by_start_.resize(static_cast<std::size_t>(*std::max_element(c.begin(), c.end())) + 1);
}

bool GrowingHull::is_blind(FacetIndex facet) const { return std::find(blind_.begin(), blind_.end(), facet) != blind_.end(); }

/// Triangles from the rim of the patch to the corner, each the neighbour of the next.
void GrowingHull::close_over(std::int32_t corner) {
  by_start_.resize(std::max(by_start_.size(), static_cast<std::size_t>(corner) + 1));
  const FacetIndex first = facet_count();
  for (const FacetIndex old : patch_) {
    for (int k = 0; k < 3; ++k) {
      const FacetIndex beyond = facets_[old].neighbours[k];
      if (facets_[beyond].is_gone) continue;
      const std::int32_t start = facets_[old].corners[k];
      const std::int32_t end = facets_[old].corners[(k + 1) % 3];
      auto& sides = facets_[beyond].neighbours;
      *std::find(sides.begin(), sides.end(), old) = facet_count();
      by_start_[start] = facet_count();
      facets_.push_back({{start, end, corner}, {beyond, -1, -1}, false});
    }
  }
  for (FacetIndex i = first; i < facet_count(); ++i) {
    const FacetIndex next = by_start_[facets_[i].corners[1]];
    facets_[i].neighbours[1] = next;
    facets_[next].neighbours[2] = i;
  }
}

}  // namespace graze::sat
