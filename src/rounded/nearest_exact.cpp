#include "rounded/nearest_exact.h"

#include <algorithm>
#include <cassert>

#include "rounded/extreme_corners.h"

namespace graze::distance {
namespace {

/// Whether no member of the corral is nearer than its part with this foot.
bool is_nearest_in(const Corral<Dyadic>& corral, const Corral<Dyadic>& part, const Foot<Dyadic>& foot) {
  if (foot.height.is_zero()) return true;
  return std::all_of(corral.begin(), corral.end(), [&](const Member<Dyadic>& m) {
    return holds(part, m.id) || dot(foot.normal, m.id.is_ray() ? m.at : m.at - part[0].at).sign() >= 0;
  });
}

Nearest reduced_exactly(const Corral<Dyadic>& corral, std::size_t newest) {
  std::optional<Nearest> found;
  for_each_part(corral, newest, [&](unsigned mask) {
    const Corral<Dyadic> part = chosen(corral, mask);
    const auto foot = foot_of(part);
    if (foot && is_inside(part, *foot) && is_nearest_in(corral, part, *foot)) found = Nearest{part, *foot};
    return !found;
  });
  assert(found);  // the nearest point of a hull lies in the hull of independent generators of it
  return *found;
}

std::optional<Generator> exactly_inward_ray(const Difference& d, const Nearest& now, const Vector3<double>& rounded) {
  constexpr double hidden = 8 * ray_error;  // three products of numbers up to 1, each off by 2 ray_error, and roundings
  for (std::size_t k = 0; k < d.rays.size(); ++k) {
    if (dot(d.rays[k].rounded, rounded) > hidden) continue;
    const Generator id{static_cast<std::int32_t>(k), -1};
    if (!holds(now.corral, id) && dot(d.exact_ray(k), now.foot.normal).sign() < 0) return id;
  }
  return std::nullopt;
}

/// A generator nearer to the origin along the nearest point than that point is.
std::optional<Generator> nearer_generator(const Difference& d, const Nearest& now) {
  const ExactDirection direction(now.foot.normal);
  if (const auto ray = exactly_inward_ray(d, now, direction.rounded)) return ray;
  const Generator id = least_generator(d, direction);
  if (holds(now.corral, id)) return std::nullopt;
  const bool nearer = dot(now.foot.normal, d.exact(id) - now.corral[0].at).sign() < 0;
  return nearer ? std::optional(id) : std::nullopt;
}

}  // namespace

Nearest nearest(const Difference& d, const Generators& first_guess) {
  Corral<Dyadic> corral;
  for (const Generator& id : first_guess) corral.push_back({id, d.exact(id)});
  if (corral.empty()) corral.push_back({{0, 0}, d.exact({0, 0})});
  Nearest now = reduced_exactly(corral, no_member);
  while (!now.meets()) {
    const auto id = nearer_generator(d, now);
    if (!id) break;
    corral = now.corral;
    const std::size_t newest = add(corral, {*id, d.exact(*id)});
    now = reduced_exactly(corral, newest);
  }
  return now;
}

}  // namespace graze::distance
