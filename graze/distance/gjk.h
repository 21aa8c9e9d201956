#pragma once
/// Nearest points of two cores by their support mappings, with a proof: the method of Gilbert, Johnson and Keerthi [Gilbert88].
///
/// A simplex inside the difference b - a gives two points, hence an upper bound of the distance; the support planes along its
/// nearest point's direction give a lower bound. The two close in on each other: for polytopes after a few corners, for smooth
/// bodies by about a factor of three a step. Whatever stops the iteration (the goal, rounding, the limit), both bounds hold up to
/// the roundings of the support mapping.

#include <algorithm>

#include <graze/distance/gjk_simplex.h>
#include <graze/distance/support.h>

namespace graze::distance::gjk {

/// What is known of the distance of two cores, in the unit of their pair.
template <class N>
struct CoreGap {
  N lower{};                         ///< the support planes along `normal` are this far apart
  N upper{};                         ///< the two points are this far apart
  Vector3<N> normal;                 ///< unit, from a to b
  std::array<Vector3<N>, 2> points;  ///< one of each core
};

/// Steps after which the bounds are returned as they are. Smooth bodies need up to 60 in double and 120 in DoubleDouble.
inline constexpr int gjk_limit = 400;

/// A point of the difference b - a that is farthest against a unit direction.
template <class N>
[[nodiscard]] Corner<N> farthest_back(const Pair<N>& pair, const Vector3<N>& direction) {
  const Vector3<N> on_a = support(pair.a, direction);
  return {support(pair.b, -direction) - on_a, on_a};
}

template <class N>
[[nodiscard]] std::array<Vector3<N>, 2> points_of(const Simplex<N>& simplex) {
  Vector3<N> on_a;
  for (int i = 0; i < simplex.size; ++i) on_a = on_a + simplex.weights[i] * simplex.corners[i].on_a;
  return {on_a, on_a + simplex.nearest};
}

/// From the middle of a to that of b, or anywhere.
template <class N>
[[nodiscard]] Vector3<N> between_middles(const Pair<N>& pair) {
  const Vector3<N> way = pair.b.center - pair.a.center;
  return N(0) < dot(way, way) ? way : Vector3<N>{N(1), N(0), N(0)};
}

/// Closes in until goal(lower, upper) holds, from any direction but zero. The bounds are those of the cores; `lower` may be
/// negative.
template <class N, class Goal>
[[nodiscard]] CoreGap<N> core_gap(const Pair<N>& pair, const Goal& goal, const Vector3<N>& start) {
  CoreGap<N> gap;
  gap.normal = (N(1) / length(start)) * start;
  const Corner<N> first = farthest_back(pair, gap.normal);
  gap.lower = dot(gap.normal, first.point);
  Simplex<N> simplex = extended({}, first);
  gap.upper = length(simplex.nearest);
  for (int step = 0; step < gjk_limit && !goal(gap.lower, gap.upper); ++step) {
    const N size = length(simplex.direction);
    if (!(N(0) < size) || simplex.size == 4) break;  // the origin is enclosed, as far as this number type can tell
    const Vector3<N> normal = (N(1) / size) * simplex.direction;
    const Corner<N> next = farthest_back(pair, normal);
    const N lower = dot(normal, next.point);
    if (gap.lower < lower) {
      gap.lower = lower;
      gap.normal = normal;
    }
    if (simplex.contains(next.point) || goal(gap.lower, gap.upper)) break;
    const Simplex<N> nearer = extended(simplex, next);
    const N upper = length(nearer.nearest);
    if (!(upper < gap.upper)) break;
    simplex = nearer;
    gap.upper = upper;
  }
  gap.points = points_of(simplex);
  return gap;
}

template <class N, class Goal>
[[nodiscard]] CoreGap<N> core_gap(const Pair<N>& pair, const Goal& goal) {
  return core_gap(pair, goal, between_middles(pair));
}

}  // namespace graze::distance::gjk
