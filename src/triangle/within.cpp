/// Compares exact squared distances with an exact squared limit where double bounds do not decide.

#include "triangle/within.h"

#include "triangle/closest_exact.h"

namespace graze::distance {
namespace {

/// Any pair of features of two simplices that are apart, in squared lengths without rounding.
bool any_features_within(const PlacedSimplex& a, const PlacedSimplex& b, const Dyadic& squared_limit) {
  const ExactCorners exact_a = exact_corners(a.triangle), exact_b = exact_corners(b.triangle);
  const Simplex shape_a = a.world(), shape_b = b.world();
  const auto is_near = [&](FeaturePair pair) {
    const auto found = measured(exact_a, exact_b, shape_a, shape_b, pair);
    return found && found->squared.numerator <= squared_limit * found->squared.denominator;
  };
  for (int i = 0; i < shape_a.edges(); ++i) {
    for (int j = 0; j < shape_b.edges(); ++j) {
      if (is_near({PairKind::edge_edge, i, j})) return true;
    }
  }
  for (int k = 0; k < 3; ++k) {
    if (shape_b.faces() != 0 && k < shape_a.corners && is_near({PairKind::corner_face, k, 0})) return true;
    if (shape_a.faces() != 0 && k < shape_b.corners && is_near({PairKind::face_corner, 0, k})) return true;
  }
  return false;
}

}  // namespace

bool are_within(const PlacedSimplex& a, const PlacedSimplex& b, double limit) {
  if (are_clearly_beyond(a, b, limit)) return false;
  // Features of simplices that meet may be far from each other, so that only the upper bound holds before that is known.
  const Bracket bracket = bracket_of_apart(a, b);
  if (bracket.high <= limit || overlap(a.triangle, b.triangle)) return true;
  if (bracket.low > limit) return false;
  return any_features_within(a, b, Dyadic(limit) * Dyadic(limit));
}

}  // namespace graze::distance
