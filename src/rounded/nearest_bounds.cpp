/// Wolfe's search for the point of least norm in doubles, and the proof of its bounds.

#include "rounded/nearest_bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace graze::distance {
namespace {

/// After so many iterations the guess is returned as it is. Differences of boxes need four to eight.
constexpr int most_guesses = 64;

/// The search in doubles ends when the nearest point is this little farther than a proven bound, relative, squared lengths. No
/// unit. Below the 2^-40 that closest_points() wants, above what roundings leave. RoundedDistance.UsuallyNeedsNoExactArithmetic
constexpr double close_enough = 0x1p-47;

/// The generator that comes nearest to the origin along a direction.
struct DifferenceSupport {
  Generator id;
  double value = 0;  ///< along the direction
};

DifferenceSupport support(const MinkowskiDifference& d, const Vector3<double>& direction) {
  const Extreme a = least_along(d.a, direction);
  const Extreme b = least_along(d.b, -direction);
  return {{a.index, b.index}, a.value + b.value};
}

struct Guess {
  WolfeSet<double> wolfe_set;
  MinNormPoint<double> min_norm;
  Vector3<double> x;   ///< the nearest point
  double squared = 0;  ///< its length
};

Guess guess_at(const WolfeSet<double>& wolfe_set, const MinNormPoint<double>& min_norm) {
  const double squared_normal = dot(min_norm.normal, min_norm.normal);
  if (!(squared_normal > 0)) return {wolfe_set, min_norm, {}, 0};
  const Vector3<double> x = (min_norm.height / squared_normal) * min_norm.normal;
  return {wolfe_set, min_norm, x, dot(x, x)};
}

/// The nearest point of the set's hull: of all parts whose own nearest point lies inside them, the nearest.
Guess reduced(const WolfeSet<double>& wolfe_set, std::size_t newest) {
  Guess best;
  best.squared = std::numeric_limits<double>::infinity();
  for_each_part(wolfe_set, newest, [&](unsigned mask) {
    const WolfeSet<double> part = chosen(wolfe_set, mask);
    const auto min_norm = min_norm_point(part);
    if (!min_norm || !is_inside(part, *min_norm)) return true;
    const Guess guess = guess_at(part, *min_norm);
    if (guess.squared < best.squared) best = guess;
    return part.size() < wolfe_set.size();  // when it is in the hull, the nearest point of the whole flat is the nearest at all
  });
  return best;
}

/// Ray along which the set comes nearest fastest, if any does.
std::optional<Generator> inward_ray(const MinkowskiDifference& d, const Guess& guess) {
  double least = -ray_error * std::sqrt(guess.squared);
  std::optional<Generator> best;
  for (std::size_t k = 0; k < d.rays.size(); ++k) {
    const double value = dot(d.rays[k].rounded, guess.x);
    const Generator id{static_cast<std::int32_t>(k), -1};
    if (value < least && !holds(guess.wolfe_set, id)) {
      least = value;
      best = id;
    }
  }
  return best;
}

/// The next generator to look at; nothing when the guess is as good as doubles make it.
std::optional<Generator> improvement(const MinkowskiDifference& d, const Guess& guess) {
  if (guess.squared == 0) return std::nullopt;
  if (const auto ray = inward_ray(d, guess)) return ray;
  const DifferenceSupport s = support(d, guess.x);
  if (guess.squared - s.value <= close_enough * guess.squared || holds(guess.wolfe_set, s.id)) return std::nullopt;
  return s.id;
}

Guess searched(const MinkowskiDifference& d) {
  const Generator start = support(d, d.a[0] - d.b[0]).id;
  Guess guess = reduced({{start, d.rounded(start)}}, no_member);
  for (int turn = 0; turn < most_guesses; ++turn) {
    const auto id = improvement(d, guess);
    if (!id || guess.wolfe_set.size() == WolfeSet<double>::static_capacity) break;
    WolfeSet<double> grown = guess.wolfe_set;
    const std::size_t newest = add(grown, {*id, d.rounded(*id)});
    const Guess next = reduced(grown, newest);
    if (!(next.squared < guess.squared)) break;
    guess = next;
  }
  return guess;
}

/// Whether four generators certainly have the origin in their hull.
bool surely_around_origin(const MinkowskiDifference& d, const WolfeSet<double>& wolfe_set) {
  if (wolfe_set.size() < 4) return false;
  WolfeSet<Bounded> bounded;
  for (const Member<double>& m : wolfe_set) {
    const auto number = [&](double x) {
      return m.id.is_ray() ? Bounded(x, ray_error) : Bounded(x, 2 * d.error + tolerance::rounding * std::fabs(x));
    };
    bounded.push_back({m.id, {number(m.at.x), number(m.at.y), number(m.at.z)}});
  }
  const auto min_norm = min_norm_point(bounded);
  return min_norm && is_inside(bounded, *min_norm);
}

/// How far a unit vector may have to be turned so that it is exactly across every ray that it is across up to rounding: its part
/// along the lines of those rays. Infinite when a ray leads inward, or when doubles cannot tell.
double needed_turn(const MinkowskiDifference& d, const Vector3<double>& unit) {
  constexpr double across = 64 * tolerance::rounding;  // products this small may be zero: three times ray_error, and roundings
  constexpr double unbounded = std::numeric_limits<double>::infinity();
  const Vector3<double>* line[2] = {nullptr, nullptr};  // of rays of a and of b: both rays of a line are on one
  for (const UnboundedDirection& ray : d.rays) {
    const double along = dot(ray.rounded, unit);
    if (along > 64 * across) continue;  // still outward after the turn, which is less than 32 across
    if (!(std::fabs(along) < across) || ray.swept) return unbounded;
    line[ray.of_b ? 1 : 0] = &ray.rounded;
  }
  if (line[0] == nullptr && line[1] == nullptr) return 0;
  if (line[0] == nullptr || line[1] == nullptr) return 2 * across;
  const double cosine = std::fabs(dot(*line[0], *line[1])) / std::sqrt(dot(*line[0], *line[0]) * dot(*line[1], *line[1]));
  return cosine < 0.98 ? 4 * across / std::sqrt(1 - cosine) : unbounded;
}

/// A proven lower bound: no generator is nearer along x than the support is, less what roundings hide.
double lower_bound(const MinkowskiDifference& d, const Guess& guess) {
  const double length = std::sqrt(guess.squared);
  if (!(length > 0)) return 0;
  const Vector3<double> unit = (1 / length) * guess.x;
  const double size = std::fabs(unit.x) + std::fabs(unit.y) + std::fabs(unit.z);
  const double turn = d.rays.empty() ? 0 : needed_turn(d, unit);
  const double hidden = size * (2 * d.error + 8 * tolerance::rounding * d.reach) + 4 * turn * d.reach;
  const double bound = (support(d, unit).value - hidden) * (1 - 8 * tolerance::rounding);
  return bound > 0 ? bound : 0;
}

/// Computes the points of both bodies from the weights of the set; answers the largest number that took part.
double weigh(const MinkowskiDifference& d, const Guess& guess, NearestBounds& out) {
  double extent = d.reach;
  for (std::size_t k = 0; k < guess.wolfe_set.size(); ++k) {
    const Member<double>& m = guess.wolfe_set[k];
    const double weight = guess.min_norm.weight[k] / guess.min_norm.w;
    if (!m.id.is_ray()) {
      out.on_a = out.on_a + weight * d.a[m.id.a];
      out.on_b = out.on_b + weight * d.b[m.id.b];
      continue;
    }
    extent += weight;
    if (d.rays[m.id.a].of_b) {
      out.on_b = out.on_b - weight * m.at;
    } else {
      out.on_a = out.on_a + weight * m.at;
    }
  }
  return extent;
}

}  // namespace

NearestBounds nearest_bounds(const MinkowskiDifference& d) {
  NearestBounds out;
  out.upper = std::numeric_limits<double>::infinity();
  if (!std::isfinite(d.error)) return out;
  const Guess guess = searched(d);
  for (const Member<double>& m : guess.wolfe_set) out.generators.push_back(m.id);
  const double extent = weigh(d, guess, out);
  const Vector3<double> apart = out.on_a - out.on_b;
  const double hidden = 4 * d.error + 64 * tolerance::rounding * extent;  // weights sum to one up to a few roundings
  out.upper = std::sqrt(dot(apart, apart)) * (1 + 8 * tolerance::rounding) + hidden;
  out.lower = lower_bound(d, guess);
  if (surely_around_origin(d, guess.wolfe_set)) out.upper = 0;
  if (std::isnan(out.upper)) out.upper = std::numeric_limits<double>::infinity();
  return out;
}

}  // namespace graze::distance
