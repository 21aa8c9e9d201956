#pragma once
/// Which pairs of edges can make a facet of the Minkowski difference of two polytopes.
///
/// The cross product of two edges is the normal of a facet only if the first body lies on one side of its edge's plane with that
/// normal and the second body on the other: on the Gauss map the arcs of the edges cross [Gregorius13]. Two corners beside each
/// edge are enough to refuse nearly all other pairs, and where rounding leaves a sign open the pair is kept, so nothing is lost.

#include <array>
#include <vector>

#include "numbers/bounded.h"
#include "numbers/kept_blocks.h"
#include "polytope/convex.h"

namespace graze::sat {

class FacetEdges {
 public:
  FacetEdges() = default;  ///< refuses nothing
  FacetEdges(const Convex& a, const Corners<Bounded>& corners_a, const Convex& b, const Corners<Bounded>& corners_b);

  /// False only if direction i of a times direction j of b is certainly not the normal of a facet.
  [[nodiscard]] bool possible(std::int32_t i, std::int32_t j) const;

 private:
  /// A vector with bounds of its size and of its error.
  struct Rough {
    std::array<double, 3> value{};
    double size = 0;   ///< >= the sum of the magnitudes of its true components
    double error = 0;  ///< >= what any component is off by
  };
  struct Edge {
    Rough direction;
    std::array<Rough, 2> flanks;  ///< direction times the vector to a corner beside the edge; zero when there is none
  };
  using Edges = KeptList<Edge>;

  [[nodiscard]] static Rough rough(const Vector3<Bounded>& v);
  [[nodiscard]] static int certain_sign(const Rough& x, const Rough& y);
  [[nodiscard]] static Edges edges_of(const Convex& body, const Corners<Bounded>& corners);
  [[nodiscard]] static std::optional<int> side(const Edge& edge, const Rough& other);

  Edges a_;
  Edges b_;
};

}  // namespace graze::sat
