/// Tests with error bounds whether the arcs of two edges can cross on the Gauss map.

#include "polytope/facet_edges.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>

namespace graze::sat {
namespace {

/// The corners beside each edge, by the edge's ends in ascending order.
using CornersBeside = ShortList<std::int32_t, 2>;
using Neighbours = std::map<IndexPair, CornersBeside, std::less<>, KeptAllocator<std::pair<const IndexPair, CornersBeside>>>;

/// Chords have none, so pairs with them are kept.
Neighbours neighbours_of(const Convex& body) {
  Neighbours beside;
  const auto add = [&](std::int32_t i, std::int32_t j, std::int32_t corner) {
    beside[{std::min(i, j), std::max(i, j)}].push_back(corner);
  };
  for (const auto& loop : body.faces) {
    const std::size_t n = loop.size();
    if (n < 3) continue;
    for (std::size_t i = 0; i < n; ++i) add(loop[i], loop[(i + 1) % n], loop[(i + 1 + n / 2) % n]);
  }
  return beside;
}

}  // namespace

FacetEdges::Rough FacetEdges::rough(const Vector3<Bounded>& v) {
  Rough r{{v.x.value, v.y.value, v.z.value}, 0, std::max({v.x.error, v.y.error, v.z.error})};
  r.size = (std::fabs(v.x.value) + std::fabs(v.y.value) + std::fabs(v.z.value)) * detail::bound_inflation;
  return r;
}

/// The sign of the scalar product, 0 when rounding may have made it.
int FacetEdges::certain_sign(const Rough& x, const Rough& y) {
  const double product = x.value[0] * y.value[0] + x.value[1] * y.value[1] + x.value[2] * y.value[2];
  const double inherited = x.size * y.error + x.error * y.size + 3 * x.error * y.error;
  const double rounded = 4 * tolerance::rounding * x.size * y.size + 4 * detail::underflow_bound;
  const double bound = (inherited + rounded) * detail::bound_inflation;
  return product > bound ? 1 : (-product > bound ? -1 : 0);
}

FacetEdges::Edges FacetEdges::edges_of(const Convex& body, const Corners<Bounded>& corners) {
  Edges edges;
  for (const auto& d : corners.directions) edges.push_back({rough(d), {}});
  if (has_box_corners(body)) return edges;  // a direction of a box stands for four edges
  const Neighbours beside = neighbours_of(body);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto found = beside.find({std::min(body.edges[i][0], body.edges[i][1]), std::max(body.edges[i][0], body.edges[i][1])});
    if (found == beside.end()) continue;
    for (std::size_t k = 0; k < std::min<std::size_t>(2, found->second.size()); ++k) {
      const auto to_corner = corners.vertices[found->second[k]] - corners.vertices[body.edges[i][0]];
      edges[i].flanks[k] = rough(cross(corners.directions[i], to_corner));
    }
  }
  return edges;
}

FacetEdges::FacetEdges(const Convex& a, const Corners<Bounded>& corners_a, const Convex& b, const Corners<Bounded>& corners_b)
    : a_(edges_of(a, corners_a)), b_(edges_of(b, corners_b)) {}

/// On which side of the edge's plane that holds `other` too its body lies, 0 when unknown; nothing when on both.
std::optional<int> FacetEdges::side(const Edge& edge, const Rough& other) {
  const int first = certain_sign(edge.flanks[0], other);
  const int second = certain_sign(edge.flanks[1], other);
  if (first * second < 0) return std::nullopt;
  return first != 0 ? first : second;
}

/// With n = p x q and w the vector to a corner, n.w = -(p x w).q for a corner beside p and (q x w).p for one beside q; the bodies
/// lie on opposite sides, so the two flank products have the same sign.
bool FacetEdges::possible(std::int32_t i, std::int32_t j) const {
  if (a_.empty()) return true;
  const auto side_a = side(a_[i], b_[j].direction);
  if (!side_a) return false;
  const auto side_b = side(b_[j], a_[i].direction);
  return side_b && *side_a * *side_b >= 0;
}

}  // namespace graze::sat
