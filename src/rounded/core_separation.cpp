/// The stages of a separation: closed form, bounds in doubles, exact search.

#include "rounded/core_separation.h"

#include <algorithm>
#include <cmath>

#include "numbers/magnitude.h"
#include "rounded/closed_forms.h"

namespace graze::distance {
namespace {

void keep_rays(const MinkowskiDifference& d, CoreSeparation& s) {
  for (const UnboundedDirection& ray : d.rays) s.ray_of_b.push_back(ray.of_b);
}

/// Points of both cores no farther from each other than this count as a common point. In parts of the largest coordinate. No unit:
/// half of the 2^-45 by which witnesses may be off. RoundedDistance.ThinBodiesShareAPointOfBoth
constexpr double most_apart_if_shared = 0x1p-46;

/// Cores that certainly meet do so near the weighted points, but the weights of a thin simplex are inaccurate.
bool share_a_point(const MinkowskiDifference& d, const NearestBounds& e) {
  const Vector3<double> offset = e.on_b - e.on_a;
  const double size = std::max({d.reach, std::fabs(e.on_a.x), std::fabs(e.on_a.y), std::fabs(e.on_a.z)});
  return std::sqrt(dot(offset, offset)) <= most_apart_if_shared * size;
}

/// Nothing when the bounds do not decide something that matters.
std::optional<CoreSeparation> certified(const BodyView& a, const BodyView& b, const PlacedBounds& placed, Wanted wanted) {
  const NearestBounds& e = placed.bounds;
  const double radii = (a.radius + b.radius) / placed.unit;
  const double hidden = e.upper - e.lower + 4 * tolerance::rounding * radii;
  const bool apart = e.lower > radii + hidden && (wanted == Wanted::relation || hidden <= enough * (e.lower - radii));
  const bool cores_meet = e.upper == 0;
  const bool overlapping = e.upper + hidden < radii && (wanted == Wanted::relation || hidden <= enough * e.lower);
  if (!apart && !overlapping && !cores_meet) return std::nullopt;
  const auto in_world = [&](const Vector3<double>& p) -> Vec3 { return placed.unit * Vec3(p.x, p.y, p.z) + placed.origin; };
  CoreSeparation s;
  s.relation = apart ? Relation::apart : radii > 0 ? Relation::overlapping : Relation::touching;
  s.cores_meet = cores_meet;
  s.generators = e.generators;
  s.on_a = in_world(e.on_a);
  s.on_b = cores_meet ? s.on_a : in_world(e.on_b);
  if (!cores_meet) {
    const Vector3<double> offset = e.on_b - e.on_a;
    const double length = std::sqrt(dot(offset, offset));
    s.normal = Vec3(offset.x, offset.y, offset.z) / length;
    s.core_distance = length * placed.unit;
  }
  s.gap = s.core_distance - a.radius - b.radius;
  return s;
}

/// The bodies' points that the exact weights make, over min_norm.w, seen from the difference's origin.
struct Witnesses {
  Vector3<Dyadic> on_a;
  Vector3<Dyadic> on_b;
};

Witnesses witnesses(const MinkowskiDifference& d, const ExactNearest& nearest) {
  Witnesses out;
  for (std::size_t k = 0; k < nearest.wolfe_set.size(); ++k) {
    const Generator& id = nearest.wolfe_set[k].id;
    const Dyadic& weight = nearest.min_norm.weight[k];
    if (!id.is_ray()) {
      out.on_a = out.on_a + weight * d.exact_a(id.a);
      out.on_b = out.on_b + weight * d.exact_b(id.b);
    } else if (d.rays[id.a].of_b) {
      out.on_b = out.on_b - weight * d.exact_ray(id.a);
    } else {
      out.on_a = out.on_a + weight * d.exact_ray(id.a);
    }
  }
  return out;
}

Vec3 in_world(const MinkowskiDifference& d, const Vector3<Dyadic>& p, const Dyadic& w) {
  const Vector3<Dyadic> x = p + w * lifted<Dyadic>(d.origin);
  const Magnitude divisor = w;
  return {(Magnitude(x.x) / divisor).to_double(), (Magnitude(x.y) / divisor).to_double(), (Magnitude(x.z) / divisor).to_double()};
}

}  // namespace

CoreSeparation exact_separation(const MinkowskiDifference& d, const ExactNearest& nearest) {
  const MinNormPoint<Dyadic>& min_norm = nearest.min_norm;
  const Dyadic radii = Dyadic(d.core_a->radius) + Dyadic(d.core_b->radius);
  CoreSeparation s;
  for (const auto& m : nearest.wolfe_set) s.generators.push_back(m.id);
  keep_rays(d, s);
  const Witnesses points = witnesses(d, nearest);
  s.on_a = in_world(d, points.on_a, min_norm.w);
  s.cores_meet = nearest.meets();
  if (s.cores_meet) {
    s.on_b = s.on_a;
    s.relation = radii.is_zero() ? Relation::touching : Relation::overlapping;
    s.gap = -radii.to_double();
    return s;
  }
  s.on_b = in_world(d, points.on_b, min_norm.w);
  const Dyadic squared = dot(min_norm.normal, min_norm.normal);
  const Magnitude length = root(Magnitude(squared));
  const Dyadic excess = min_norm.height * min_norm.height - radii * radii * squared;  // of the squared distance, times squared
  s.relation = excess.sign() > 0 ? Relation::apart : excess.is_zero() ? Relation::touching : Relation::overlapping;
  const Magnitude distance = Magnitude(min_norm.height) / length;
  s.core_distance = distance.to_distance();
  s.gap = (Magnitude(excess) / (Magnitude(squared) * (distance + Magnitude(radii)))).to_distance();
  const auto component = [&](const Dyadic& x) { return -(Magnitude(x) / length).to_double(); };
  s.normal = {component(min_norm.normal.x), component(min_norm.normal.y), component(min_norm.normal.z)};
  return s;
}

CoreSeparation core_separation(const BodyView& a, const BodyView& b, Wanted wanted) {
  if (const auto e = closed_form(a, b)) {
    if (const auto s = certified(a, b, *e, wanted)) return *s;
  }
  const MinkowskiDifference d(a, b);
  const PlacedBounds e{nearest_bounds(d), d.origin, d.unit};
  const bool is_inaccurate = wanted != Wanted::relation && e.bounds.upper == 0 && !share_a_point(d, e.bounds);
  if (auto s = is_inaccurate ? std::nullopt : certified(a, b, e, wanted)) {
    keep_rays(d, *s);
    return *s;
  }
  return exact_separation(d, nearest_exact(d, e.bounds.generators));
}

}  // namespace graze::distance
