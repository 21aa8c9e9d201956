/// Wolfe's search for the point of least norm in exact arithmetic.

#include "rounded/nearest_exact.h"

#include <algorithm>
#include <cassert>

#include "rounded/extreme_corners.h"

namespace graze::distance {
namespace {

/// Whether no member of the set is nearer than the min-norm point of this part.
bool is_nearest_in(const WolfeSet<Dyadic>& wolfe_set, const WolfeSet<Dyadic>& part, const MinNormPoint<Dyadic>& min_norm) {
  if (min_norm.height.is_zero()) return true;
  return std::all_of(wolfe_set.begin(), wolfe_set.end(), [&](const Member<Dyadic>& m) {
    return holds(part, m.id) || dot(min_norm.normal, m.id.is_ray() ? m.at : m.at - part[0].at).sign() >= 0;
  });
}

ExactNearest reduced_exactly(const WolfeSet<Dyadic>& wolfe_set, std::size_t newest) {
  std::optional<ExactNearest> found;
  for_each_part(wolfe_set, newest, [&](unsigned mask) {
    const WolfeSet<Dyadic> part = chosen(wolfe_set, mask);
    const auto min_norm = min_norm_point(part);
    if (min_norm && is_inside(part, *min_norm) && is_nearest_in(wolfe_set, part, *min_norm)) found = ExactNearest{part, *min_norm};
    return !found;
  });
  assert(found);  // the nearest point of a hull lies in the hull of independent generators of it
  return *found;
}

std::optional<Generator> exactly_inward_ray(const MinkowskiDifference& d, const ExactNearest& now, const Vector3<double>& rounded) {
  constexpr double hidden = 8 * ray_error;  // three products of numbers up to 1, each off by 2 ray_error, and roundings
  for (std::size_t k = 0; k < d.rays.size(); ++k) {
    if (dot(d.rays[k].rounded, rounded) > hidden) continue;
    const Generator id{static_cast<std::int32_t>(k), -1};
    if (!holds(now.wolfe_set, id) && dot(d.exact_ray(k), now.min_norm.normal).sign() < 0) return id;
  }
  return std::nullopt;
}

/// A generator nearer to the origin along the nearest point than that point is.
std::optional<Generator> nearer_generator(const MinkowskiDifference& d, const ExactNearest& now) {
  const ExactDirection direction(now.min_norm.normal);
  if (const auto ray = exactly_inward_ray(d, now, direction.rounded)) return ray;
  const Generator id = least_generator(d, direction);
  if (holds(now.wolfe_set, id)) return std::nullopt;
  const bool nearer = dot(now.min_norm.normal, d.exact(id) - now.wolfe_set[0].at).sign() < 0;
  return nearer ? std::optional(id) : std::nullopt;
}

}  // namespace

ExactNearest nearest_exact(const MinkowskiDifference& d, const Generators& first_guess) {
  WolfeSet<Dyadic> wolfe_set;
  for (const Generator& id : first_guess) wolfe_set.push_back({id, d.exact(id)});
  if (wolfe_set.empty()) wolfe_set.push_back({{0, 0}, d.exact({0, 0})});
  ExactNearest now = reduced_exactly(wolfe_set, no_member);
  while (!now.meets()) {
    const auto id = nearer_generator(d, now);
    if (!id) break;
    wolfe_set = now.wolfe_set;
    const std::size_t newest = add(wolfe_set, {*id, d.exact(*id)});
    now = reduced_exactly(wolfe_set, newest);
  }
  return now;
}

}  // namespace graze::distance
