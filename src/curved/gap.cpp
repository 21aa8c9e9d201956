/// The gap of two bodies: doubles first, double-doubles where these are too coarse; planes by projection.

#include "curved/gap.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

#include "curved/gjk.h"

namespace graze::distance::gjk {
namespace {

/// What the roundings of one evaluation of both bounds may amount to, in the unit of the pair: 16 roundings of numbers up to 2.
/// CurvedDistance.IsRightForTinyGaps
template <class N>
constexpr double evaluation_error = std::is_same_v<N, double> ? 0x1p-48 : 0x1p-96;

/// How much closer than asked for the iteration brings its bounds: the rest is for rounding.
constexpr double reserve = 0x1p-3;

/// Nearer than this, in the unit of the pair, the bounds of doubles do not come for certain.
/// CurvedDistance.IsRightToElevenDigitsInAlignedPositions
constexpr double closest_bounds = 2 * evaluation_error<double>;

/// Judges bounds of the cores' distance by the bodies that are `radii` larger. Lengths in the unit of the pair.
template <class N>
struct GapJudge {
  N radii;
  N touching;
  GapAccuracy accuracy;

  explicit GapJudge(const Pair<N>& pair, const GapAccuracy& asked)
      : radii(pair.a.radius + pair.b.radius), touching(touching_gap * pair.reach), accuracy(asked) {}

  [[nodiscard]] bool meets(const N& upper) const { return upper <= radii + touching; }
  [[nodiscard]] bool apart(const N& lower) const { return radii + touching < lower; }
  [[nodiscard]] bool certain(const N& lower, const N& upper, const N& error, double reserved = 1) const {
    if (meets(upper + error)) return true;
    if (!apart(lower - error)) return false;
    const N gap = lower - radii;
    const N apart_by = upper - lower;
    return apart_by + error <= N(reserved * accuracy.promised) * gap &&
           (apart_by <= N(accuracy.aimed) * gap || apart_by <= N(closest_bounds));
  }
};

/// A point within both bodies, given points of the cores that are nearer than the radii.
template <class N>
Vector3<N> common_point(const Pair<N>& pair, const CoreGap<N>& gap) {
  const N radii = pair.a.radius + pair.b.radius;
  const N part = N(0) < radii ? pair.a.radius / radii : N(0.5);
  return gap.points[0] + part * (gap.points[1] - gap.points[0]);
}

template <class N>
Vec3 in_world(const Pair<N>& pair, const Vector3<N>& point) {
  const Vector3<DoubleDouble> wide{DoubleDouble(point.x), DoubleDouble(point.y), DoubleDouble(point.z)};
  return rounded(pair.origin + DoubleDouble(pair.unit) * wide);
}

template <class N>
CurvedGap finished(const Pair<N>& pair, const GapJudge<N>& judge, const CoreGap<N>& core) {
  CurvedGap gap;
  gap.meets = !judge.apart(core.lower);
  if (gap.meets) {
    gap.points[0] = gap.points[1] = in_world(pair, common_point(pair, core));
    return gap;
  }
  const Vector3<N> toward = (N(1) / core.upper) * (core.points[1] - core.points[0]);
  gap.points = {in_world(pair, core.points[0] + pair.a.radius * toward), in_world(pair, core.points[1] - pair.b.radius * toward)};
  gap.lower = double(core.lower - judge.radii) * pair.unit;
  gap.upper = double(core.upper - judge.radii) * pair.unit;
  gap.normal = rounded(core.normal);
  return gap;
}

/// What a search in one number type has found.
template <class N>
class GapSearch {
 public:
  GapSearch(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift, const GapAccuracy& accuracy,
            const std::optional<Vector3<N>>& start = {})
      : pair_(placed<N>(a, b, shift)), judge_(pair_, accuracy) {
    const auto goal = [&](const N& lower, const N& upper) { return judge_.certain(lower, upper, N(0), reserve); };
    core_ = core_gap(pair_, goal, start ? *start : between_middles(pair_));
  }

  /// Whether the number type can tell as well as asked for.
  [[nodiscard]] bool is_certain() const { return judge_.certain(core_.lower, core_.upper, N(evaluation_error<N>)); }
  [[nodiscard]] CurvedGap gap() const { return finished(pair_, judge_, core_); }
  [[nodiscard]] const Vector3<N>& normal() const { return core_.normal; }

 private:
  Pair<N> pair_;
  GapJudge<N> judge_;
  CoreGap<N> core_;
};

/// The answer for (b, a), a moved by -shift, as one for (a, b), b moved by shift.
CurvedGap mirrored(const CurvedGap& gap, const Vector3<DoubleDouble>& shift) {
  CurvedGap out = gap;
  out.normal = -gap.normal;
  out.points = {gap.points[1] + rounded(shift), gap.points[0] + rounded(shift)};
  return out;
}

/// On which side of a plane a body is, or mostly is; half-spaces are met from above.
template <class N>
struct FlatSide {
  bool is_above;
  N distance;  ///< negative where they meet

  FlatSide(const Curved& flat, const FlatProjection<N>& projection)
      : is_above(N(0) <= projection.low || flat.core == CurvedCore::half_space || N(0) <= projection.high + projection.low),
        distance(is_above ? projection.low : -projection.high) {}
};

double touching_distance(const Curved& body) { return touching_gap * body.reach; }

template <class N>
CurvedGap gap_from(const FlatProjection<N>& projection, const Curved& flat, const Curved& body) {
  const auto [is_above, distance] = FlatSide<N>(flat, projection);
  const Vector3<N>& near = projection.points[is_above ? 0 : 1];
  const Vector3<N> normal = is_above ? projection.normal : -projection.normal;
  CurvedGap gap;
  gap.meets = distance <= N(touching_distance(body));
  gap.lower = gap.upper = double(distance);
  gap.normal = rounded(normal);
  gap.points = {rounded(near - distance * normal), rounded(near)};
  if (!gap.meets) return gap;
  const bool crosses = flat.core == CurvedCore::plane && distance < N(0);  // then low < 0 < high
  const N part = crosses ? -projection.low / (projection.high - projection.low) : N(0);
  const Vector3<N> common = crosses ? projection.points[0] + part * (projection.points[1] - projection.points[0]) : near;
  gap.points[0] = gap.points[1] = rounded(common);
  return gap;
}

/// By how much a projection in doubles may be off: the unit of its pair is no more than four times the reach.
double error_of(const FlatProjection<double>& projection, const Curved& body) {
  const double size = std::max(std::fabs(projection.low), std::fabs(projection.high));
  return evaluation_error<double> * (4 * body.reach + size) + std::numeric_limits<double>::min();
}

/// Where doubles tell as well as asked for.
std::optional<CurvedGap> quick_gap_to_flat(const Curved& flat, const Curved& body, const Vector3<DoubleDouble>& shift_of_body,
                                           const GapAccuracy& accuracy) {
  const auto projection = projection_on<double>(flat, body, shift_of_body);
  const double error = error_of(projection, body);
  const double distance = FlatSide<double>(flat, projection).distance;
  const bool surely_meet = distance + error <= touching_distance(body);
  const bool surely_apart = distance - error > touching_distance(body) && error <= accuracy.aimed * distance;
  if (!surely_meet && !surely_apart) return std::nullopt;
  CurvedGap gap = gap_from(projection, flat, body);
  gap.lower -= error;
  return gap;
}

/// Between a plane or half-space and a bounded body.
CurvedGap gap_to_flat(const Curved& flat, const Curved& body, const Vector3<DoubleDouble>& shift_of_body,
                      const GapAccuracy& accuracy) {
  if (const auto gap = quick_gap_to_flat(flat, body, shift_of_body, accuracy)) return *gap;
  return gap_from(projection_on<DoubleDouble>(flat, body, shift_of_body), flat, body);
}

}  // namespace

template <class N>
FlatProjection<N> projection_on(const Curved& plane, const Curved& body, const Vector3<DoubleDouble>& shift_of_body) {
  assert(plane.is_flat_unbounded() && body.is_bounded());
  const Pair<N> pair = placed<N>(body, body, {});
  const Vec3 along = plane.direction;
  Vector3<DoubleDouble> n;
  for (int i = 0; i < 3; ++i) n = n + DoubleDouble(along[i]) * lifted<DoubleDouble>(plane.rotation.col(i));
  const N size = length(narrowed<N>(n));
  const Vector3<DoubleDouble> position = body.position + shift_of_body;
  FlatProjection<N> projection;
  projection.normal = (N(1) / size) * narrowed<N>(n);
  const N middle = narrowed<N>(dot(n, position) - plane.level) / size;
  const Vector3<N> up = N(pair.unit) * (support(pair.a, projection.normal) + pair.a.radius * projection.normal);
  const Vector3<N> down = N(pair.unit) * (support(pair.a, -projection.normal) - pair.a.radius * projection.normal);
  projection.low = middle + dot(projection.normal, down);
  projection.high = middle + dot(projection.normal, up);
  projection.points = {narrowed<N>(position) + down, narrowed<N>(position) + up};
  return projection;
}

template FlatProjection<double> projection_on<double>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);
template FlatProjection<DoubleDouble> projection_on<DoubleDouble>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);

/// Where doubles do not come near enough, their direction is a good start for those with more digits.
CurvedGap gap_between(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift, const GapAccuracy& accuracy) {
  if (a.is_flat_unbounded()) return gap_to_flat(a, b, shift, accuracy);
  if (b.is_flat_unbounded()) return mirrored(gap_to_flat(b, a, -shift, accuracy), shift);
  const GapSearch<double> quick(a, b, shift, accuracy);
  if (quick.is_certain()) return quick.gap();
  return GapSearch<DoubleDouble>(a, b, shift, accuracy, lifted<DoubleDouble>(rounded(quick.normal()))).gap();
}

}  // namespace graze::distance::gjk
