#pragma once
/// Two convex polytopes under question: in filtered numbers at once, in exact numbers when the filter cannot tell.

#include <optional>

#include "polytope/axes.h"
#include "polytope/facet_edges.h"

namespace graze::sat {

class ConvexPair {
 public:
  ConvexPair(const Convex& a, const Convex& b);

  [[nodiscard]] const Convex& a() const { return *a_; }
  [[nodiscard]] const Convex& b() const { return *b_; }
  [[nodiscard]] const Vec3& origin() const { return origin_; }  ///< world point that all coordinates are relative to

  [[nodiscard]] const CornersPair<Bounded>& filtered() const { return filtered_; }
  [[nodiscard]] const CornersPair<Dyadic>& exact() const;
  /// What the edge directions span, exactly.
  [[nodiscard]] const Span& span() const;
  /// Which pairs of edges are worth testing.
  [[nodiscard]] const FacetEdges& facet_edges() const;

  template <class N>
  [[nodiscard]] const CornersPair<N>& in() const {
    if constexpr (std::is_same_v<N, Bounded>) {
      return filtered_;
    } else {
      return exact();
    }
  }

 private:
  const Convex* a_;
  const Convex* b_;
  Vec3 origin_;
  CornersPair<Bounded> filtered_;
  mutable std::optional<CornersPair<Dyadic>> exact_;
  mutable std::optional<Span> span_;
  mutable std::optional<FacetEdges> facet_edges_;
};

/// The axes that bodies with these directions need, as far as the filter can tell.
template <class Visit>
bool for_each_axis(const ConvexPair& pair, const Span& span, Visit&& visit) {
  const auto possible = [&](std::int32_t i, std::int32_t j) { return pair.facet_edges().possible(i, j); };
  return for_each_axis(pair.filtered(), span, possible, visit);
}

}  // namespace graze::sat
