/// Penetration of polytopes with many corners by the expanding polytope, of others by separating axes.

#include "rounded/polytope_penetration.h"

#include <tuple>

#include "rounded/expanding_polytope.h"
#include "rounded/nearest_bounds.h"
#include "rounded/polytope_pair.h"

namespace graze::distance {
namespace {

/// The order in which axes are listed: faces of a, faces of b, pairs of edges.
std::tuple<int, std::int32_t> rank_of(const std::array<Feature, 2>& features) {
  for (int k = 0; k < 2; ++k) {
    if (features[k].kind == FeatureKind::face) return {k, features[k].index};
  }
  return {2, 0};
}

}  // namespace

std::optional<Penetration> penetration_by_corners(const sat::Convex& a, const sat::Convex& b, sat::Manifold manifold) {
  const BodyView core_a = body_view(a);
  const BodyView core_b = body_view(b);
  const MinkowskiDifference difference(core_a, core_b);
  if (nearest_bounds(difference).lower > 0) return std::nullopt;
  const auto found = least_depth(difference);
  if (!found) return sat::penetration(sat::completed(a), sat::completed(b), sat::World::space, manifold);
  if (!found->meets) return std::nullopt;
  const sat::ExactDepth* best = nullptr;
  std::array<Feature, 2> features;
  for (const sat::ExactDepth& exit : found->exits) {
    const auto names = names_of(facing_faces(difference, exit.normal), a, b);
    if (best != nullptr && rank_of(names) >= rank_of(features)) continue;
    best = &exit;
    features = names;
  }
  return sat::finished(a, b, *best, features, sat::World::space, manifold);
}

std::optional<Penetration> penetration(const sat::Convex& a, const sat::Convex& b, sat::World world, sat::Manifold manifold) {
  if (world == sat::World::space && has_many_corners(a, b)) return penetration_by_corners(a, b, manifold);
  return sat::penetration(sat::completed(a), sat::completed(b), world, manifold);
}

}  // namespace graze::distance
