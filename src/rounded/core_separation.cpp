#include "rounded/core_separation.h"

#include <algorithm>
#include <cmath>

#include "numbers/magnitude.h"
#include "rounded/closed_forms.h"

namespace graze::distance {
namespace {

void keep_rays(const Difference& d, Separation& s) {
  for (const Endless& ray : d.rays) s.ray_of_b.push_back(ray.of_b);
}

/// Places on both cores no farther from each other than this stand for a common point. In parts of the largest coordinate. No unit:
/// half of the 2^-45 by which witnesses may be off. RoundedDistance.ThinBodiesShareAPointOfBoth
constexpr double most_apart_if_shared = 0x1p-46;

/// Cores that surely meet do so around the weighed points, but those of a thin simplex are weighed badly.
bool share_a_point(const Difference& d, const Estimate& e) {
  const Vector3<double> way = e.on_b - e.on_a;
  const double size = std::max({d.reach, std::fabs(e.on_a.x), std::fabs(e.on_a.y), std::fabs(e.on_a.z)});
  return std::sqrt(dot(way, way)) <= most_apart_if_shared * size;
}

/// Nothing when doubles leave something open that matters.
std::optional<Separation> settled(const Core& a, const Core& b, const PlacedEstimate& placed, Wanted wanted) {
  const Estimate& e = placed.estimate;
  const double radii = (a.radius + b.radius) / placed.unit;
  const double hidden = e.upper - e.lower + 4 * tolerance::rounding * radii;
  const bool apart = e.lower > radii + hidden && (wanted == Wanted::relation || hidden <= enough * (e.lower - radii));
  const bool cores_meet = e.upper == 0;
  const bool overlapping = e.upper + hidden < radii && (wanted == Wanted::relation || hidden <= enough * e.lower);
  if (!apart && !overlapping && !cores_meet) return std::nullopt;
  const auto in_world = [&](const Vector3<double>& p) -> Vec3 { return placed.unit * Vec3(p.x, p.y, p.z) + placed.origin; };
  Separation s;
  s.relation = apart ? Relation::apart : radii > 0 ? Relation::overlapping : Relation::touching;
  s.cores_meet = cores_meet;
  s.corral = e.corral;
  s.on_a = in_world(e.on_a);
  s.on_b = cores_meet ? s.on_a : in_world(e.on_b);
  if (!cores_meet) {
    const Vector3<double> way = e.on_b - e.on_a;
    const double length = std::sqrt(dot(way, way));
    s.normal = Vec3(way.x, way.y, way.z) / length;
    s.core_distance = length * placed.unit;
  }
  s.gap = s.core_distance - a.radius - b.radius;
  return s;
}

/// The bodies' points that the exact weights make, over foot.w, seen from the difference's origin.
struct Witnesses {
  Vector3<Dyadic> on_a;
  Vector3<Dyadic> on_b;
};

Witnesses witnesses(const Difference& d, const Nearest& nearest) {
  Witnesses out;
  for (std::size_t k = 0; k < nearest.corral.size(); ++k) {
    const Generator& id = nearest.corral[k].id;
    const Dyadic& weight = nearest.foot.weight[k];
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

Vec3 in_world(const Difference& d, const Vector3<Dyadic>& p, const Dyadic& w) {
  const Vector3<Dyadic> x = p + w * lifted<Dyadic>(d.origin);
  const Magnitude divisor = w;
  return {(Magnitude(x.x) / divisor).to_double(), (Magnitude(x.y) / divisor).to_double(), (Magnitude(x.z) / divisor).to_double()};
}

}  // namespace

Separation exact_separation(const Difference& d, const Nearest& nearest) {
  const Foot<Dyadic>& foot = nearest.foot;
  const Dyadic radii = Dyadic(d.core_a->radius) + Dyadic(d.core_b->radius);
  Separation s;
  for (const auto& m : nearest.corral) s.corral.push_back(m.id);
  keep_rays(d, s);
  const Witnesses points = witnesses(d, nearest);
  s.on_a = in_world(d, points.on_a, foot.w);
  s.cores_meet = nearest.meets();
  if (s.cores_meet) {
    s.on_b = s.on_a;
    s.relation = radii.is_zero() ? Relation::touching : Relation::overlapping;
    s.gap = -radii.to_double();
    return s;
  }
  s.on_b = in_world(d, points.on_b, foot.w);
  const Dyadic squared = dot(foot.normal, foot.normal);
  const Magnitude length = root(Magnitude(squared));
  const Dyadic excess = foot.height * foot.height - radii * radii * squared;  // of the squared distance, times squared
  s.relation = excess.sign() > 0 ? Relation::apart : excess.is_zero() ? Relation::touching : Relation::overlapping;
  const Magnitude distance = Magnitude(foot.height) / length;
  s.core_distance = distance.to_double();
  s.gap = (Magnitude(excess) / (Magnitude(squared) * (distance + Magnitude(radii)))).to_double();
  const auto component = [&](const Dyadic& x) { return -(Magnitude(x) / length).to_double(); };
  s.normal = {component(foot.normal.x), component(foot.normal.y), component(foot.normal.z)};
  return s;
}

Separation separation(const Core& a, const Core& b, Wanted wanted) {
  if (const auto e = closed_form(a, b)) {
    if (const auto s = settled(a, b, *e, wanted)) return *s;
  }
  const Difference d(a, b);
  const PlacedEstimate e{estimate(d), d.origin, d.unit};
  const bool is_misplaced = wanted != Wanted::relation && e.estimate.upper == 0 && !share_a_point(d, e.estimate);
  if (auto s = is_misplaced ? std::nullopt : settled(a, b, e, wanted)) {
    keep_rays(d, *s);
    return *s;
  }
  return exact_separation(d, nearest(d, e.estimate.corral));
}

}  // namespace graze::distance
