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
constexpr double nearest_bounds = 2 * evaluation_error<double>;

/// Judges bounds of the cores' distance by the bodies that are `radii` larger. Lengths in the unit of the pair.
template <class N>
struct Judge {
  N radii;
  N touching;
  GapAccuracy accuracy;

  explicit Judge(const Pair<N>& pair, const GapAccuracy& asked)
      : radii(pair.a.radius + pair.b.radius), touching(touching_gap * pair.reach), accuracy(asked) {}

  [[nodiscard]] bool meets(const N& upper) const { return upper <= radii + touching; }
  [[nodiscard]] bool apart(const N& lower) const { return radii + touching < lower; }
  [[nodiscard]] bool certain(const N& lower, const N& upper, const N& error, double reserved = 1) const {
    if (meets(upper + error)) return true;
    if (!apart(lower - error)) return false;
    const N gap = lower - radii;
    const N apart_by = upper - lower;
    return apart_by + error <= N(reserved * accuracy.promised) * gap &&
           (apart_by <= N(accuracy.aimed) * gap || apart_by <= N(nearest_bounds));
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
Gap finished(const Pair<N>& pair, const Judge<N>& judge, const CoreGap<N>& core) {
  Gap gap;
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
class Search {
 public:
  Search(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift, const GapAccuracy& accuracy,
         const std::optional<Vector3<N>>& start = {})
      : pair_(placed<N>(a, b, shift)), judge_(pair_, accuracy) {
    const auto goal = [&](const N& lower, const N& upper) { return judge_.certain(lower, upper, N(0), reserve); };
    core_ = core_gap(pair_, goal, start ? *start : between_middles(pair_));
  }

  /// Whether the number type can tell as well as asked for.
  [[nodiscard]] bool is_certain() const { return judge_.certain(core_.lower, core_.upper, N(evaluation_error<N>)); }
  [[nodiscard]] Gap gap() const { return finished(pair_, judge_, core_); }
  [[nodiscard]] const Vector3<N>& normal() const { return core_.normal; }

 private:
  Pair<N> pair_;
  Judge<N> judge_;
  CoreGap<N> core_;
};

/// The answer for (b, a), a moved by -shift, as one for (a, b), b moved by shift.
Gap mirrored(const Gap& gap, const Vector3<DoubleDouble>& shift) {
  Gap out = gap;
  out.normal = -gap.normal;
  out.points = {gap.points[1] + rounded(shift), gap.points[0] + rounded(shift)};
  return out;
}

/// On which side of a plane a body is, or mostly is; half-spaces are met from above.
template <class N>
struct Side {
  bool is_above;
  N distance;  ///< negative where they meet

  Side(const Curved& flat, const Shadow<N>& shadow)
      : is_above(N(0) <= shadow.low || flat.core == CurvedCore::half_space || N(0) <= shadow.high + shadow.low),
        distance(is_above ? shadow.low : -shadow.high) {}
};

double touching_distance(const Curved& body) { return touching_gap * body.reach; }

template <class N>
Gap gap_from(const Shadow<N>& shadow, const Curved& flat, const Curved& body) {
  const auto [is_above, distance] = Side<N>(flat, shadow);
  const Vector3<N>& near = shadow.points[is_above ? 0 : 1];
  const Vector3<N> normal = is_above ? shadow.normal : -shadow.normal;
  Gap gap;
  gap.meets = distance <= N(touching_distance(body));
  gap.lower = gap.upper = double(distance);
  gap.normal = rounded(normal);
  gap.points = {rounded(near - distance * normal), rounded(near)};
  if (!gap.meets) return gap;
  const bool crosses = flat.core == CurvedCore::plane && distance < N(0);  // then low < 0 < high
  const N part = crosses ? -shadow.low / (shadow.high - shadow.low) : N(0);
  const Vector3<N> common = crosses ? shadow.points[0] + part * (shadow.points[1] - shadow.points[0]) : near;
  gap.points[0] = gap.points[1] = rounded(common);
  return gap;
}

/// By how much a shadow in doubles may be off: the unit of its pair is no more than four times the reach.
double error_of(const Shadow<double>& shadow, const Curved& body) {
  const double size = std::max(std::fabs(shadow.low), std::fabs(shadow.high));
  return evaluation_error<double> * (4 * body.reach + size) + std::numeric_limits<double>::min();
}

/// Where doubles tell as well as asked for.
std::optional<Gap> quick_gap_to_flat(const Curved& flat, const Curved& body, const Vector3<DoubleDouble>& shift_of_body,
                                     const GapAccuracy& accuracy) {
  const auto shadow = shadow_on<double>(flat, body, shift_of_body);
  const double error = error_of(shadow, body);
  const double distance = Side<double>(flat, shadow).distance;
  const bool surely_meet = distance + error <= touching_distance(body);
  const bool surely_apart = distance - error > touching_distance(body) && error <= accuracy.aimed * distance;
  if (!surely_meet && !surely_apart) return std::nullopt;
  Gap gap = gap_from(shadow, flat, body);
  gap.lower -= error;
  return gap;
}

/// Between a plane or half-space and a bounded body.
Gap gap_to_flat(const Curved& flat, const Curved& body, const Vector3<DoubleDouble>& shift_of_body, const GapAccuracy& accuracy) {
  if (const auto gap = quick_gap_to_flat(flat, body, shift_of_body, accuracy)) return *gap;
  return gap_from(shadow_on<DoubleDouble>(flat, body, shift_of_body), flat, body);
}

}  // namespace

template <class N>
Shadow<N> shadow_on(const Curved& plane, const Curved& body, const Vector3<DoubleDouble>& shift_of_body) {
  assert(plane.is_flat_unbounded() && body.is_bounded());
  const Pair<N> pair = placed<N>(body, body, {});
  const Vec3 along = plane.direction;
  Vector3<DoubleDouble> n;
  for (int i = 0; i < 3; ++i) n = n + DoubleDouble(along[i]) * lifted<DoubleDouble>(plane.rotation.col(i));
  const N size = length(narrowed<N>(n));
  const Vector3<DoubleDouble> position = body.position + shift_of_body;
  Shadow<N> shadow;
  shadow.normal = (N(1) / size) * narrowed<N>(n);
  const N middle = narrowed<N>(dot(n, position) - plane.level) / size;
  const Vector3<N> up = N(pair.unit) * (support(pair.a, shadow.normal) + pair.a.radius * shadow.normal);
  const Vector3<N> down = N(pair.unit) * (support(pair.a, -shadow.normal) - pair.a.radius * shadow.normal);
  shadow.low = middle + dot(shadow.normal, down);
  shadow.high = middle + dot(shadow.normal, up);
  shadow.points = {narrowed<N>(position) + down, narrowed<N>(position) + up};
  return shadow;
}

template Shadow<double> shadow_on<double>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);
template Shadow<DoubleDouble> shadow_on<DoubleDouble>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);

/// Where doubles do not come near enough, their direction is a good start for those with more digits.
Gap gap_between(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift, const GapAccuracy& accuracy) {
  if (a.is_flat_unbounded()) return gap_to_flat(a, b, shift, accuracy);
  if (b.is_flat_unbounded()) return mirrored(gap_to_flat(b, a, -shift, accuracy), shift);
  const Search<double> quick(a, b, shift, accuracy);
  if (quick.is_certain()) return quick.gap();
  return Search<DoubleDouble>(a, b, shift, accuracy, lifted<DoubleDouble>(rounded(quick.normal()))).gap();
}

}  // namespace graze::distance::gjk
