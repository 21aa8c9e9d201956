#include <graze/sat/penetration.h>

#include <algorithm>
#include <cmath>

#include <graze/sat/contact_set.h>
#include <graze/sat/contact_times.h>
#include <graze/sat/manifold.h>
#include <graze/sat/overlap.h>

namespace graze::sat {
namespace {

/// An axis by which the bodies might be parted, with what the filter knows of the depth along it.
struct Exit {
  AxisId axis;
  Range depth;
};

/// Depth along an axis before the division: `overlap` >= 0 over the length of `axis`.
struct ExactDepth {
  AxisId id;
  Vector3<Dyadic> axis;
  Dyadic overlap;
  bool b_leaves_upward = true;
};

bool lies_in_world(const Vector3<Bounded>& axis, World world) { return world == World::space || sign_of(axis.z) == Sign::zero; }

Range depth_range(const Meeting<Bounded>& m, const Vector3<Bounded>& axis) {
  const Bounded squared = dot(axis, axis);
  if (sign_of(squared) != Sign::positive) return {0};
  const double shortest = std::sqrt(std::max(0.0, squared.value - squared.error));
  const double longest = std::sqrt(squared.value + squared.error);
  const Bounded overlap = lesser(m.below, m.above);
  const Range range{rounded_down((overlap.value - overlap.error) / longest),
                    rounded_up((overlap.value + overlap.error) / shortest)};
  return std::isnan(range.lo) || std::isnan(range.hi) ? Range{0} : range;
}

/// The axes that may give the least depth.
std::vector<Exit> shortlist(const ConvexPair& pair, World world) {
  std::vector<Exit> exits;
  double least = std::numeric_limits<double>::infinity();
  const Pair<Bounded>& p = pair.filtered();
  for_each_axis(pair, pair.span(), [&](const AxisId& id) {
    const Vector3<Bounded> axis = axis_vector(id, p, pair.span());
    if (!lies_in_world(axis, world)) return true;
    const Exit exit{id, depth_range(meeting(p, axis), axis)};
    least = std::min(least, exit.depth.hi);
    exits.push_back(exit);
    return true;
  });
  std::erase_if(exits, [&](const Exit& e) { return e.depth.lo > least; });
  return exits;
}

/// Nothing for a zero axis: parallel edges span no direction, so they cannot invent a depth.
std::optional<ExactDepth> exact_depth(const ConvexPair& pair, const AxisId& id) {
  const Vector3<Dyadic> axis = axis_vector(id, pair.exact(), pair.span());
  if (zeroness(axis) == Sign::zero) return std::nullopt;
  const Meeting<Dyadic> m = meeting(pair.exact(), axis);
  return ExactDepth{id, axis, lesser(m.below, m.above), m.below <= m.above};
}

/// Compares overlap / |axis| without roots or quotients.
bool shallower(const ExactDepth& x, const ExactDepth& y) {
  return x.overlap * x.overlap * dot(y.axis, y.axis) < y.overlap * y.overlap * dot(x.axis, x.axis);
}

Penetration finished(const ConvexPair& pair, const ExactDepth& d, World world) {
  const Vector3<Dyadic> away = d.b_leaves_upward ? d.axis : -d.axis;
  const Length out = length_along(away, d.overlap);
  Penetration result;
  result.depth = out.length;
  result.normal = out.direction;
  result.features = extreme_features(pair, away);
  result.manifold = contact_manifold(pair.a(), pair.b(), result, world);
  return result;
}

}  // namespace

std::optional<Penetration> penetration(const Convex& a, const Convex& b, World world) {
  const ConvexPair pair(a, b);
  if (!overlap(pair).intersect) return std::nullopt;
  std::optional<ExactDepth> best;
  for (const Exit& exit : shortlist(pair, world)) {
    const auto depth = exact_depth(pair, exit.axis);
    if (depth && (!best || shallower(*depth, *best))) best = depth;
  }
  return best ? finished(pair, *best, world) : Penetration{};
}

}  // namespace graze::sat
