/// Casts a probe against one convex shape: filtered numbers first, exact ones where they do not decide.

#include "ray/convex.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <variant>
#include <vector>

#include "numbers/kept_blocks.h"
#include "ray/crossing.h"
#include "ray/miss.h"
#include "ray/probe.h"

namespace graze::distance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double first_parameter(const LineInterval& interval) {
  if (std::isfinite(interval.first.t)) return interval.first.t;
  return std::isfinite(interval.last.t) ? interval.last.t : 0.0;
}

/// The ends of the interval that are ends of the body, not of the probe's range.
template <class Visit>
bool for_each_crossing(const LineInterval& interval, Visit visit) {
  const bool comes_in = interval.first.kind != EndKind::range;
  const bool goes_out = interval.last.kind != EndKind::range && !(comes_in && interval.is_point);
  return (!comes_in || visit(interval.first, true)) && (!goes_out || visit(interval.last, false));
}

/// Rounding lifts the corners of a polygon off one plane: a line that goes in and comes out by its faces passes through it once.
bool passes_through_polygon(const PlacedShape& target, int dimension, std::span<const Crossing> crossings) {
  const auto by_face = [](const Crossing& c) { return c.feature.kind == FeatureKind::face; };
  return std::holds_alternative<ConvexPolygon>(target.shape().value) && dimension == 3 && crossings.size() == 2 &&
         std::all_of(crossings.begin(), crossings.end(), by_face);
}

bool is_beyond_doubles(const LineEnd& end) { return end.kind != EndKind::range && !std::isfinite(end.t); }

/// Nothing when number type N cannot tell, or a parameter is no double.
template <class N>
std::optional<Raycast> raycast_in(const Probe& probe, const PlacedShape& target) {
  const Vec3 from = rounded_origin(probe);
  const auto body = conditions<N>(target, from);
  if (!body) return std::nullopt;
  const ProbeLine<N> line = placed_line<N>(probe, from);
  const auto found = clipped(line, *body, probe.t_min, probe.t_max);
  if (!found) return std::nullopt;
  if (!*found) return Raycast{};
  if (is_beyond_doubles((*found)->first) || is_beyond_doubles((*found)->last)) return std::nullopt;
  const Vec3 origin = from + to_double(line.origin);
  const Vec3 direction = to_double(line.direction);
  const auto at = [&](double t) -> Vec3 { return origin + t * direction; };
  KeptList<Crossing> crossings;
  const bool sure = for_each_crossing(**found, [&](const LineEnd& end, bool entering) {
    const auto normal = outward_normal(line, *body, end, entering);
    if (!normal) return false;
    const Feature feature = crossed_feature(line, *body, end, target, from);
    crossings.push_back({end.t, at(end.t), *normal, entering, feature});
    return true;
  });
  if (!sure) return std::nullopt;
  if (passes_through_polygon(target, body->dimension, crossings)) crossings.pop_back();
  const double t = first_parameter(**found);
  return Raycast{true, t, at(t), std::vector<Crossing>(crossings.begin(), crossings.end())};
}

/// With a direction so long that every parameter is a double; those that are none for the probe's own direction become infinite,
/// but the points are where they are.
std::optional<Raycast> raycast_by_long_steps(Probe probe, const PlacedShape& target) {
  constexpr int long_step = 64;  // as a power of two
  const int more = long_step - std::ilogb(probe.direction.cwiseAbs().maxCoeff());
  const auto scaled = [](double x, int exponent) { return std::ldexp(x, exponent); };
  for (double& x : probe.direction) x = scaled(x, more);
  probe.t_min = scaled(probe.t_min, -more);
  probe.t_max = scaled(probe.t_max, -more);
  auto answer = raycast_in<Dyadic>(probe, target);
  if (!answer) return answer;
  answer->t = scaled(answer->t, more);
  for (Crossing& crossing : answer->crossings) crossing.t = scaled(crossing.t, more);
  return answer;
}

}  // namespace

Probe as_probe(const Line& line, const Pose& pose) {
  return {line.origin, line.direction, std::nullopt, -infinity, infinity, pose};
}

Probe as_probe(const Ray& ray, const Pose& pose) { return {ray.origin, ray.direction, std::nullopt, 0, infinity, pose}; }

Probe as_probe(const Segment& segment, const Pose& pose) {
  return {segment.v[0], segment.v[1] - segment.v[0], segment.v[1], 0, 1, pose};
}

std::optional<Probe> as_probe(const Shape& shape, const Pose& pose) {
  if (const auto* line = std::get_if<Line>(&shape.value)) return as_probe(*line, pose);
  if (const auto* ray = std::get_if<Ray>(&shape.value)) return as_probe(*ray, pose);
  if (const auto* segment = std::get_if<Segment>(&shape.value)) return as_probe(*segment, pose);
  return std::nullopt;
}

std::optional<Raycast> raycast(const Probe& probe, const Shape& shape, const Pose& pose) {
  if (!has_conditions(shape)) return std::nullopt;
  if (surely_misses(probe, shape, pose)) return Raycast{};
  const PlacedShape target(shape, pose);
  if (auto filtered = raycast_in<Bounded>(probe, target)) return filtered;
  if (auto exact = raycast_in<Dyadic>(probe, target)) return exact;
  return raycast_by_long_steps(probe, target);
}

}  // namespace graze::distance
