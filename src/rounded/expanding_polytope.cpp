/// The expanding polytope: a queue of facets by their depth, nearest first, with exact signs.

#include "rounded/expanding_polytope.h"

#include <limits>
#include <queue>
#include <utility>

#include "geometry/growing_hull.h"
#include "geometry/interrupted.h"
#include "numbers/kept_blocks.h"
#include "rounded/extreme_corners.h"
#include "rounded/spanning_tetrahedron.h"

namespace graze::distance {
namespace {

using sat::ExactDepth;
using sat::GrowingHull;

class ExpandingPolytope {
 public:
  ExpandingPolytope(const MinkowskiDifference& difference, const std::array<ExactCorner, 4>& first)
      : difference_(&difference), corners_(first.begin(), first.end()), hull_(oriented_outward(first)) {
    queue_from(0);
  }

  [[nodiscard]] LeastDepth searched() {
    LeastDepth found;
    double least = std::numeric_limits<double>::infinity();  // certainly not above the depth of what is found, rounded up
    while (!queue_.empty() && queue_.top().depth.lo <= least) {
      const QueuedFacet next = queue_.top();
      queue_.pop();
      if (hull_.facets()[next.facet].is_gone) continue;
      const bool is_called_off = Interrupt::is_asked_for();  // then this facet will do: nobody sees the answer
      if (const auto beyond = is_called_off ? std::nullopt : corner_beyond(next.facet)) {
        add(*beyond, next.facet);
        continue;
      }
      const ExactDepth exit = depth_of(next.facet);
      if (exit.overlap.sign() < 0) return {false, {}};
      least = std::min(least, next.depth.hi);
      keep_if_least(found.exits, exit);
      if (is_called_off) break;
    }
    return found;
  }

 private:
  struct QueuedFacet {
    sat::Range depth;
    GrowingHull::FacetIndex facet = 0;
    friend bool operator<(const QueuedFacet& x, const QueuedFacet& y) { return x.depth.lo > y.depth.lo; }
  };

  [[nodiscard]] static std::array<std::int32_t, 4> oriented_outward(const std::array<ExactCorner, 4>& p) {
    return side_of_plane(p[0], p[1], p[2], p[3]) < 0 ? std::array{0, 1, 2, 3} : std::array{0, 2, 1, 3};
  }

  [[nodiscard]] const ExactCorner& corner(GrowingHull::FacetIndex f, int k) const { return corners_[hull_.facets()[f].corners[k]]; }

  template <class N>
  [[nodiscard]] Vector3<N> normal(GrowingHull::FacetIndex f) const {
    return normal_of<N>(corner(f, 0), corner(f, 1), corner(f, 2));
  }

  [[nodiscard]] bool sees(const GrowingHull::Facet& facet, const ExactCorner& x) const {
    const auto& c = facet.corners;
    return side_of_plane(corners_[c[0]], corners_[c[1]], corners_[c[2]], x) > 0;
  }

  [[nodiscard]] ExactDepth depth_of(GrowingHull::FacetIndex f) const {
    const Vector3<Dyadic> outward = normal<Dyadic>(f);
    return {outward, dot(outward, corner(f, 0).at<Dyadic>())};
  }

  static void keep_if_least(KeptList<ExactDepth>& exits, const ExactDepth& exit) {
    if (!exits.empty() && sat::shallower(exits[0], exit)) return;
    if (!exits.empty() && sat::shallower(exit, exits[0])) exits.clear();
    exits.push_back(exit);
  }

  void queue_from(GrowingHull::FacetIndex first) {
    for (GrowingHull::FacetIndex f = first; f < hull_.facet_count(); ++f) {
      const Vector3<Bounded> outward = normal<Bounded>(f);
      queue_.push({sat::depth_range(dot(outward, corner(f, 0).at<Bounded>()), outward), f});
    }
  }

  /// A corner of the difference beyond the facet, far beyond it if possible; nothing when there is none.
  [[nodiscard]] std::optional<ExactCorner> corner_beyond(GrowingHull::FacetIndex f) const {
    const ExactCorner guess(*difference_, probably_farthest(*difference_, values_of(normal<Bounded>(f))));
    if (sees(hull_.facets()[f], guess)) return guess;
    const ExactCorner farthest(*difference_, least_generator(*difference_, ExactDirection(-normal<Dyadic>(f))));
    return sees(hull_.facets()[f], farthest) ? std::optional(farthest) : std::nullopt;
  }

  void add(const ExactCorner& corner_to_add, GrowingHull::FacetIndex from) {
    const GrowingHull::FacetIndex first = hull_.facet_count();
    corners_.push_back(corner_to_add);
    hull_.add(static_cast<std::int32_t>(corners_.size()) - 1, from,
              [&](const GrowingHull::Facet& f) { return sees(f, corner_to_add); });
    queue_from(first);
  }

  const MinkowskiDifference* difference_;
  KeptList<ExactCorner> corners_;
  GrowingHull hull_;
  std::priority_queue<QueuedFacet, KeptList<QueuedFacet>> queue_;
};

}  // namespace

std::optional<LeastDepth> least_depth(const MinkowskiDifference& difference) {
  const auto first = spanning_tetrahedron(difference);
  if (!first) return std::nullopt;
  return ExpandingPolytope(difference, *first).searched();
}

}  // namespace graze::distance
