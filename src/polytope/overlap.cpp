/// The method of separating axes: filtered numbers first, exact numbers for the axes they leave undecided.

#include "polytope/overlap.h"

#include <algorithm>

#include "polytope/short_list.h"

namespace graze::sat {
namespace {

/// With more pairs of edges than this, finding the rank costs less than the axes it may save. Measured; answers do not depend on
/// it. ConvexOverlap.OfLargePolygonsInOnePlaneTakesAxesInProportionToTheirSides
constexpr std::size_t many_edge_pairs = 256;

template <class N>
Sign gap_sign(const ConvexPair& pair, const AxisId& id, const Span& span) {
  const CornersPair<N>& p = pair.in<N>();
  const Meeting<N> m = meeting(p, axis_vector(id, p, span));
  const Sign below = sign_of(m.below);
  const Sign above = sign_of(m.above);
  if (below == Sign::negative || above == Sign::negative) return Sign::positive;
  return below == Sign::unknown || above == Sign::unknown ? Sign::unknown : Sign::negative;
}

/// An axis in the plane that is not zero by the looks of it: not across the height that a rectangle does not have.
bool is_side(const ConvexPair& pair, const AxisId& id) {
  if (id.kind != AxisKind::side_of_a && id.kind != AxisKind::side_of_b) return false;
  const auto& directions = id.kind == AxisKind::side_of_a ? pair.filtered().a.directions : pair.filtered().b.directions;
  return zeroness(directions[id.i]) != Sign::zero;
}

}  // namespace

/// A gap on any axis at all is a proof, so the axes of the general position are tried before anything is known about the rank;
/// only a pair that none of them separates needs the rank and, for the axes the filter cannot decide, exact numbers. Large polygons
/// in one plane have those axes by the square of their sides, and all of them are one: there the rank comes first.
Overlap overlap(const ConvexPair& pair) {
  Overlap result;
  ShortList<AxisId, 16> doubtful;
  const auto filter = [&](const Span& span) {
    doubtful.clear();
    return for_each_axis(pair, span, [&](const AxisId& id) {
      ++result.axes_tested;
      const Sign gap = gap_sign<Bounded>(pair, id, span);
      if (gap == Sign::positive) result.separating = id;
      if (gap == Sign::unknown) doubtful.push_back(id);
      return gap != Sign::positive;
    });
  };
  const bool are_many = pair.filtered().a.directions.size() * pair.filtered().b.directions.size() > many_edge_pairs;
  if ((!are_many || pair.span().rank == 3) && !filter(Span{3, 0, 0})) return result;
  const Span& span = pair.span();
  if (span.rank < 3 && !filter(span)) return result;
  for (const AxisId& id : doubtful) {
    if (gap_sign<Dyadic>(pair, id, span) == Sign::positive) {
      result.separating = id;
      return result;
    }
  }
  result.intersect = true;
  return result;
}

Overlap overlap_in_plane(const ConvexPair& pair) {
  const Span& span = pair.span();
  if (span.rank != 2) return overlap(pair);
  Overlap result;
  ShortList<AxisId, 16> doubtful;
  const bool no_gap = for_each_axis(pair, span, [&](const AxisId& id) {
    if (!is_side(pair, id)) return true;
    ++result.axes_tested;
    const Sign gap = gap_sign<Bounded>(pair, id, span);
    if (gap == Sign::positive) result.separating = id;
    if (gap == Sign::unknown) doubtful.push_back(id);
    return gap != Sign::positive;
  });
  if (!no_gap) return result;
  const auto separates = [&](const AxisId& id) { return gap_sign<Dyadic>(pair, id, span) == Sign::positive; };
  const auto found = std::find_if(doubtful.begin(), doubtful.end(), separates);
  if (found != doubtful.end()) result.separating = *found;
  result.intersect = !result.separating;
  return result;
}

Overlap overlap(const Convex& a, const Convex& b) { return overlap(ConvexPair(a, b)); }

}  // namespace graze::sat
