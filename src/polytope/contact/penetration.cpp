/// The axis of least overlap: shortlisted by the filter, chosen exactly.

#include "polytope/contact/penetration.h"

#include <algorithm>
#include <cmath>

#include "numbers/kept_blocks.h"
#include "polytope/contact/contact_set.h"
#include "polytope/contact/depth.h"
#include "polytope/contact/manifold.h"
#include "polytope/overlap.h"

namespace graze::sat {
namespace {

/// An axis by which the bodies might be parted, with what the filter knows of the depth along it.
struct Exit {
  AxisId axis;
  Range depth;
};

bool lies_in_world(const Vector3<Bounded>& axis, World world) { return world == World::space || sign_of(axis.z) == Sign::zero; }

/// The axes that may give the least depth.
KeptList<Exit> shortlist(const ConvexPair& pair, World world) {
  KeptList<Exit> exits;
  double least = std::numeric_limits<double>::infinity();
  const CornersPair<Bounded>& p = pair.filtered();
  for_each_axis(pair, pair.span(), [&](const AxisId& id) {
    const Vector3<Bounded> axis = axis_vector(id, p, pair.span());
    if (!lies_in_world(axis, world)) return true;
    const Meeting<Bounded> m = meeting(p, axis);
    const Exit exit{id, depth_range(lesser(m.below, m.above), axis)};
    least = std::min(least, exit.depth.hi);
    exits.push_back(exit);
    return true;
  });
  std::erase_if(exits, [&](const Exit& e) { return e.depth.lo > least; });
  return exits;
}

/// Nothing for a zero axis: parallel edges span no direction, so they cannot invent a depth.
std::optional<ExactDepth> exact_depth(const ConvexPair& pair, const AxisId& id) {
  const Vector3<Dyadic> axis = axis_vector(id, pair.exact(), pair.span());
  if (zeroness(axis) == Sign::zero) return std::nullopt;
  const Meeting<Dyadic> m = meeting(pair.exact(), axis);
  if (m.below <= m.above) return ExactDepth{axis, m.below};
  return ExactDepth{-axis, m.above};
}

}  // namespace

Penetration finished(const Convex& a, const Convex& b, const ExactDepth& depth, const std::array<Feature, 2>& features, World world,
                     Manifold manifold) {
  const Length out = length_along(depth.normal, depth.overlap);
  Penetration result;
  result.depth = out.length;
  result.normal = out.direction;
  result.features = features;
  if (manifold == Manifold::wanted) result.manifold = contact_manifold(a, b, result, world);
  return result;
}

std::optional<Penetration> penetration(const Convex& a, const Convex& b, World world, Manifold manifold) {
  const ConvexPair pair(a, b);
  if (!overlap(pair).intersect) return std::nullopt;
  std::optional<ExactDepth> best;
  for (const Exit& exit : shortlist(pair, world)) {
    const auto depth = exact_depth(pair, exit.axis);
    if (depth && (!best || shallower(*depth, *best))) best = depth;
  }
  return best ? finished(a, b, *best, extreme_features(pair, best->normal), world, manifold) : Penetration{};
}

}  // namespace graze::sat
