/// Builds the exact numbers, the span and the facet edges of a pair when they are first needed.

#include "polytope/convex_pair.h"

namespace graze::sat {
namespace {

/// With fewer pairs of edges than this, testing all of them costs less than preparing to refuse some. Measured; answers do not
/// depend on it. FacetEdges.LeaveTheAnswersAsTheyAre
constexpr std::size_t few_edge_pairs = 100;

}  // namespace

/// Coordinates relative to a corner of the first body keep the filter sharp far from the origin of the world.
ConvexPair::ConvexPair(const Convex& a, const Convex& b)
    : a_(&a),
      b_(&b),
      origin_(a.pose.is_identity() ? a.vertices[0] : a.pose.translation),
      filtered_{corners_in<Bounded>(a, origin_), corners_in<Bounded>(b, origin_)} {}

const CornersPair<Dyadic>& ConvexPair::exact() const {
  if (!exact_) exact_.emplace(CornersPair<Dyadic>{corners_in<Dyadic>(*a_, origin_), corners_in<Dyadic>(*b_, origin_)});
  return *exact_;
}

const Span& ConvexPair::span() const {
  if (!span_) span_ = span_of(filtered_);
  if (!span_) span_ = span_of(exact());
  return *span_;
}

const FacetEdges& ConvexPair::facet_edges() const {
  if (!facet_edges_) {
    const bool few = filtered_.a.directions.size() * filtered_.b.directions.size() < few_edge_pairs;
    facet_edges_ = few ? FacetEdges() : FacetEdges(*a_, filtered_.a, *b_, filtered_.b);
  }
  return *facet_edges_;
}

}  // namespace graze::sat
