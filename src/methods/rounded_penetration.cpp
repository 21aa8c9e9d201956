/// Depth of linear and rounded shapes: planes, cores that are apart, cores that meet.

#include "methods/rounded_penetration.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/mirrored.h"
#include "rounded/core_separation.h"
#include "rounded/feature_names.h"
#include "rounded/plane/plane_distance.h"
#include "rounded/polytope_penetration.h"
#include "rounded/unbounded_depth.h"

namespace graze::distance {
namespace {

/// Up out of a half-space, or off a plane on the nearer side.
std::optional<Penetration> depth_in_plane(const Rounded& plane, const Rounded& other, sat::Manifold manifold) {
  const PlanePair pair = plane_pair(plane, other);
  const PlaneSeparation found = separation_from_plane(pair, other);
  if (found.separation.relation == Relation::apart) return std::nullopt;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double up = pair.ends_above() ? -pair.beyond_radius(pair.low.height) : infinity;
  const double down = pair.ends_below() ? -pair.beyond_radius(pair.high.height) : infinity;
  const bool leaves_upward = up <= down;
  Penetration out;
  out.depth = std::max(0.0, leaves_upward ? up : down);
  out.normal = leaves_upward ? unit_normal(pair) : Vec3(-unit_normal(pair));
  out.features = {Feature{FeatureKind::face, 0}, feature_across(other, leaves_upward ? pair.low : pair.high)};
  if (manifold == sat::Manifold::unwanted) return out;
  for (const Vec3& corner : corners_at(pair, other, leaves_upward ? pair.low : pair.high)) {
    out.manifold.push_back({corner - other.radius * out.normal, out.depth});
  }
  return out;
}

std::optional<Penetration> depth_of_cores(const Rounded& a, const Rounded& b, sat::World world, sat::Manifold manifold) {
  if (!a.rays.empty() || !b.rays.empty()) return unbounded_depth(a, b, world);
  return distance::penetration(a.core, b.core, world, manifold);
}

}  // namespace

std::optional<Penetration> penetration(const Rounded& a, const Rounded& b, sat::World world, sat::Manifold manifold) {
  if (a.boundary) return depth_in_plane(a, b, manifold);
  if (b.boundary) {
    const auto found = depth_in_plane(b, a, manifold);
    return found ? std::optional(mirrored(*found)) : std::nullopt;
  }
  const CoreSeparation s = core_separation(body_view(a), body_view(b));
  if (s.relation == Relation::apart) return std::nullopt;
  const double radii = a.radius + b.radius;
  Penetration out;
  if (!s.cores_meet) {
    out.depth = s.relation == Relation::touching ? 0 : -s.gap;
    out.normal = s.normal;
    out.features = features_of(s, {&a.core, a.rays.size()}, {&b.core, b.rays.size()});
  } else {
    out = depth_of_cores(a, b, world, manifold).value_or(Penetration{});
    out.depth += radii;
    if (out.normal == Vec3::Zero()) out.normal = Vec3::UnitX();  // points in the same place have no direction of their own
    for (ManifoldPoint& p : out.manifold) p.depth += radii;
  }
  if (manifold == sat::Manifold::wanted && out.manifold.empty() && std::isfinite(out.depth))
    out.manifold = {{s.on_b - b.radius * out.normal, out.depth}};
  return out;
}

}  // namespace graze::distance
