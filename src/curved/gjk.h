#pragma once
/// Nearest points of two cores by their support mappings, with a proof: the method of Gilbert, Johnson and Keerthi [Gilbert88].
///
/// A simplex inside the difference b - a gives two points, hence an upper bound of the distance; the support planes along its
/// nearest point's direction give a lower bound. The two close in on each other: for polytopes after a few corners, for smooth
/// bodies by about a factor of three a step. Whatever stops the iteration (the goal, rounding, the limit), both bounds hold up to
/// the roundings of the support mapping.

#include <algorithm>
#include <optional>

#include <Eigen/Geometry>

#include "geometry/gjk_simplex.h"
#include "views/support.h"

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
[[nodiscard]] std::array<Vector3<N>, 2> points_of(const GjkSimplex<N>& simplex) {
  Vector3<N> on_a;
  for (int i = 0; i < simplex.size; ++i) on_a = on_a + simplex.weights[i] * simplex.corners[i].on_a;
  return {on_a, on_a + simplex.nearest};
}

/// From the middle of a to that of b, or anywhere.
template <class N>
[[nodiscard]] Vector3<N> between_middles(const Pair<N>& pair) {
  const Vector3<N> offset = pair.b.center - pair.a.center;
  return N(0) < dot(offset, offset) ? offset : Vector3<N>{N(1), N(0), N(0)};
}

/// How far a direction is tilted that has led nowhere, in radians. Its own error is a rounding of the corners over the gap: less
/// than this in DoubleDouble down to gaps of 2^-50. What a round body loses by it is its square.
/// CurvedDistance.IsRightWhereEndsAreEquallyFar
inline constexpr double tilt = 0x1p-44;

/// How much nearer a tilted direction has to come, in the unit of the pair: less than the finest that is asked for, 2^-30 of a gap
/// of 2^-45, so that roundings do not keep the search busy. CurvedDistance.IsRightWhereEndsAreEquallyFar
inline constexpr double worthwhile = 0x1p-80;

/// Where two ends of a body are equally far along the direction, the rounding of the direction chooses between them, and the wrong
/// one brings the simplex no nearer: a point level with the cap of a cylinder. A direction tilted a little to each side has the
/// other. Nothing when none of them comes nearer than `upper`.
template <class N>
[[nodiscard]] std::optional<GjkSimplex<N>> nearer_when_tilted(const Pair<N>& pair, const GjkSimplex<N>& simplex,
                                                              const Vector3<N>& normal, const N& upper) {
  const Vec3 along = rounded(normal);
  const Vec3 x = along.unitOrthogonal();
  const Vec3 y = along.cross(x);
  std::optional<GjkSimplex<N>> nearest;
  N least = upper - N(worthwhile);
  for (const Vec3& sideways : {x, y, Vec3(-x), Vec3(-y), Vec3(x + y), Vec3(y - x), Vec3(-x - y), Vec3(x - y)}) {
    const Vector3<N> direction = normal + lifted<N>(tilt * sideways);
    const Corner<N> corner = farthest_back(pair, (N(1) / length(direction)) * direction);
    if (simplex.contains(corner.point)) continue;
    const GjkSimplex<N> extended_by_it = extended(simplex, corner);
    const N size = length(extended_by_it.nearest);
    if (!(size < least)) continue;
    least = size;
    nearest = extended_by_it;
  }
  return nearest;
}

/// Closes in until goal(lower, upper) holds, from any direction but zero. The bounds are those of the cores; `lower` may be
/// negative.
template <class N, class Goal>
[[nodiscard]] CoreGap<N> core_gap(const Pair<N>& pair, const Goal& goal, const Vector3<N>& start) {
  CoreGap<N> gap;
  gap.normal = (N(1) / length(start)) * start;
  const Corner<N> first = farthest_back(pair, gap.normal);
  gap.lower = dot(gap.normal, first.point);
  GjkSimplex<N> simplex = extended({}, first);
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
    if (goal(gap.lower, gap.upper)) break;
    std::optional<GjkSimplex<N>> nearer;
    if (!simplex.contains(next.point)) nearer = extended(simplex, next);
    if (nearer && !(length(nearer->nearest) < gap.upper)) nearer.reset();
    constexpr bool is_last_resort = !std::is_same_v<N, double>;  // what doubles cannot tell is asked again with more digits
    if (!nearer && is_last_resort) nearer = nearer_when_tilted(pair, simplex, normal, gap.upper);
    if (!nearer) break;
    simplex = *nearer;
    gap.upper = length(simplex.nearest);
  }
  gap.points = points_of(simplex);
  return gap;
}

template <class N, class Goal>
[[nodiscard]] CoreGap<N> core_gap(const Pair<N>& pair, const Goal& goal) {
  return core_gap(pair, goal, between_middles(pair));
}

}  // namespace graze::distance::gjk
