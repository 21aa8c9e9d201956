#pragma once
/// Places found in doubles put right by what is left of the way between them: one step of iterative refinement. The way between
/// bodies that nearly touch is so short that it tells, to all its digits, where the nearest places are beside those found.

#include <limits>
#include <optional>

#include <graze/distance/zonotope_proof.h>
#include <graze/exact/double_double.h>

namespace graze::distance {

/// The way is measured between places that may have been rounded (zonotope_fine.h), and so is the sum of a place and a step: a
/// place that comes this near to an end may be beyond it. In parts of a generator. No unit.
/// SegmentPairs.StayWithinTheirEndsWhereTheyTouch
inline constexpr double place_rounding = 4 * tolerance::rounding;

/// How moving the places moves the way.
template <std::size_t n>
struct MovedWay {
  Vector3<DoubleDouble> by;
  double error = 0;  ///< of each coordinate at most: generators are off by 5 roundings, sums and products in double-doubles by less
  Places<n> sides;   ///< -1 and 1 where the place is at an end, 0 where it is between them
};

namespace detail {

/// A place at an end may only go back from it; the others are free.
[[nodiscard]] inline double allowed(double step, double place) {
  return place >= 1 ? std::min(step, 0.0) : place <= -1 ? std::max(step, 0.0) : step;
}

[[nodiscard]] inline double best_step(double along, double squared, double place) {
  return squared > 0 ? allowed(-along / squared, place) : 0;
}

/// Of generators at right angles, or only one.
template <std::size_t n>
[[nodiscard]] Places<n> nearest_steps(const std::array<V, n>& g, const Places<n>& p, const V& x) {
  Places<n> steps;
  for (std::size_t k = 0; k < n; ++k) steps[k] = best_step(product(g[k], x), product(g[k], g[k]), p[k]);
  return steps;
}

/// As nearest_places() of two segments.
[[nodiscard]] inline Places<2> nearest_steps(const std::array<V, 2>& g, const Places<2>& p, const V& x) {
  const double uu = product(g[0], g[0]), vv = product(g[1], g[1]), uv = product(g[0], g[1]);
  const double ux = product(g[0], x), vx = product(g[1], x);
  const double spread = uu * vv - uv * uv;
  const double first = spread > least_spread * uu * vv ? allowed((uv * vx - ux * vv) / spread, p[0]) : 0;
  const double on_v = best_step(vx + first * uv, vv, p[1]);
  return {best_step(ux + on_v * uv, uu, p[0]), on_v};
}

/// Of a box and something that is no point: only places between their ends move, and no more than two of them.
template <std::size_t n>
[[nodiscard]] std::optional<Places<n>> free_steps(const std::array<V, n>& g, const Places<n>& p, const V& x) {
  std::array<std::size_t, 2> free{};
  std::size_t count = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!(std::fabs(p[k]) < 1) || !(product(g[k], g[k]) > 0)) continue;
    if (count == 2) return std::nullopt;
    free[count++] = k;
  }
  Places<n> steps{};
  if (count == 1) steps[free[0]] = best_step(product(g[free[0]], x), product(g[free[0]], g[free[0]]), 0);
  if (count < 2) return steps;
  const Places<2> two = nearest_steps(std::array<V, 2>{g[free[0]], g[free[1]]}, Places<2>{0, 0}, x);
  steps[free[0]] = two[0], steps[free[1]] = two[1];
  return steps;
}

}  // namespace detail

/// Nothing where a place would pass an end, or where it is not known how to go.
template <std::size_t n>
[[nodiscard]] std::optional<MovedWay<n>> moved_to_nearest(const std::array<V, n>& g, const Places<n>& p, const V& x) {
  Places<n> steps;
  if constexpr (n > 3) {
    const auto free = detail::free_steps(g, p, x);
    if (!free) return std::nullopt;
    steps = *free;
  } else {
    steps = detail::nearest_steps(g, p, x);
  }
  constexpr double generator_rounding = 6 * tolerance::rounding;
  MovedWay<n> out;
  for (std::size_t k = 0; k < n; ++k) {
    const bool at_end = !(std::fabs(p[k]) < 1);
    if (at_end ? !(std::fabs(steps[k]) < 1) : !(std::fabs(p[k] + steps[k]) <= 1 - place_rounding)) return std::nullopt;
    out.sides[k] = at_end && steps[k] == 0 ? p[k] : 0;
    out.by = out.by + Vector3<DoubleDouble>{exact_product(steps[k], g[k].x), exact_product(steps[k], g[k].y),
                                            exact_product(steps[k], g[k].z)};
    out.error += generator_rounding * std::fabs(steps[k]) * size_of(g[k]);
  }
  return out;
}

}  // namespace graze::distance
