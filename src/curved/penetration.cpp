/// Depth of curved bodies: planes by projection, cores apart by their nearest points, cores that meet by a search.

#include "curved/penetration.h"

#include <algorithm>

#include "curved/directions.h"
#include "curved/gap.h"
#include "curved/gjk.h"

namespace graze::distance {
namespace {

using namespace gjk;

/// By how much the bounds of a depth may differ, by the depth. No unit. CurvedPenetration.IsProvenToAMillionth
constexpr double promised_depth = 0x1p-20;

/// Cores nearer than this are treated as overlapping, in the unit of the pair: their nearest points no longer have a direction.
/// CurvedPenetration.OfASphereIsSmoothWhereItsCentreEnters
template <class N>
constexpr double no_direction = std::is_same_v<N, double> ? 0x1p-17 : 0x1p-45;

/// How closely the direction of the nearest points of cores is known: the square of its angle. No unit.
constexpr double direction_known = 0x1p-34;

/// Of bodies whose cores do not meet. Nothing where the number type cannot tell.
template <class N>
std::optional<Depth> shallow_depth(const Curved& a, const Curved& b) {
  const Pair<N> pair = placed<N>(a, b, {});
  const CoreGap<N> core = core_gap(pair, [](const N& lower, const N& upper) {
    return upper < N(no_direction<N>) || upper - lower <= N(direction_known) * lower;
  });
  if (!(N(no_direction<N>) < core.lower) || N(4 * direction_known) * core.lower < core.upper - core.lower) return std::nullopt;
  const N radii = pair.a.radius + pair.b.radius;
  const auto in_world = [&](const N& depth) { return std::max(0.0, double(depth) * pair.unit); };
  const double upper = in_world(radii - core.lower);
  return Depth{std::min(in_world(radii - core.upper), upper), upper, rounded(core.normal)};
}

Depth deep_depth(const Curved& a, const Curved& b, sat::World world) {
  const Pair<double> pair = placed<double>(a, b, {});
  const double radii = pair.a.radius + pair.b.radius;
  const Shallowest s = world == sat::World::plane ? shallowest_direction_in_plane(pair, touching_gap * pair.reach)
                                                  : shallowest_direction(pair, promised_depth, touching_gap * pair.reach);
  return {std::max(0.0, s.lower + radii) * pair.unit, std::max(0.0, s.upper + radii) * pair.unit, s.normal};
}

Depth depth_in_flat(const Curved& flat, const Curved& body) {
  const auto projection = projection_on<DoubleDouble>(flat, body, {});
  const bool upward = flat.core == CurvedCore::half_space || DoubleDouble(0) <= projection.high + projection.low;
  const double depth = std::max(0.0, double(upward ? -projection.low : projection.high));
  const Vec3 normal = rounded(projection.normal);
  return {depth, depth, upward ? normal : Vec3(-normal)};
}

Depth mirrored(Depth depth) {
  depth.normal = -depth.normal;
  return depth;
}

Depth depth_of_overlap(const Curved& a, const Curved& b, sat::World world) {
  if (a.is_flat_unbounded()) return depth_in_flat(a, b);
  if (b.is_flat_unbounded()) return mirrored(depth_in_flat(b, a));
  if (a.radius + b.radius > 0) {
    if (const auto depth = shallow_depth<double>(a, b)) return *depth;
    if (const auto depth = shallow_depth<DoubleDouble>(a, b)) return *depth;
  }
  return deep_depth(a, b, world);
}

}  // namespace

std::optional<Depth> depth_of(const Curved& a, const Curved& b, sat::World world) {
  constexpr double any_bounds = 0x1p+1000;
  if (!gap_between(a, b, {}, {any_bounds}).meets) return std::nullopt;
  return depth_of_overlap(a, b, world);
}

std::optional<Penetration> penetration(const Curved& a, const Curved& b, sat::World world) {
  const auto depth = depth_of(a, b, world);
  if (!depth) return std::nullopt;
  Penetration result;
  result.depth = depth->upper;
  result.normal = depth->normal;
  return result;
}

}  // namespace graze::distance
