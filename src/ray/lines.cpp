/// Nearest points of two lines, rays or segments, by comparing exact fractions.

#include "ray/lines.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numbers/fraction.h"
#include "ray/probe.h"

namespace graze::distance {
namespace {

constexpr double unbounded = std::numeric_limits<double>::infinity();

bool is_before(const Fraction& t, const Probe& probe) { return probe.t_min > -unbounded && t < Fraction{probe.t_min}; }
bool is_after(const Fraction& t, const Probe& probe) { return probe.t_max < unbounded && Fraction{probe.t_max} < t; }

bool within(const Fraction& t, const Probe& probe) { return !is_before(t, probe) && !is_after(t, probe); }

Fraction clamped(const Fraction& t, const Probe& probe) {
  if (is_before(t, probe)) return {probe.t_min};
  if (is_after(t, probe)) return {probe.t_max};
  return t;
}

/// |w + s u - t v|^2 for two lines whose origins are w apart.
struct ExactLines {
  Vector3<Dyadic> w, u, v;
  Dyadic uu, uv, vv, uw, vw;

  ExactLines(const ProbeLine<Dyadic>& a, const ProbeLine<Dyadic>& b)
      : w(a.origin - b.origin),
        u(a.direction),
        v(b.direction),
        uu(dot(u, u)),
        uv(dot(u, v)),
        vv(dot(v, v)),
        uw(dot(u, w)),
        vw(dot(v, w)) {}

  [[nodiscard]] Dyadic determinant() const { return uu * vv - uv * uv; }

  /// The parameter on the first line nearest to the point t of the second, and vice versa; 0 on a line without direction.
  [[nodiscard]] Fraction on_first(const Fraction& t) const {
    if (uu.is_zero()) return {};
    return {uv * t.numerator - uw * t.denominator, uu * t.denominator};
  }
  [[nodiscard]] Fraction on_second(const Fraction& s) const {
    if (vv.is_zero()) return {};
    return {uv * s.numerator + vw * s.denominator, vv * s.denominator};
  }
};

struct ParameterPair {
  Fraction s;
  Fraction t;

  [[nodiscard]] Fraction squared_distance(const ExactLines& l) const {
    const Dyadic scale = s.denominator * t.denominator;
    const Vector3<Dyadic> gap = scale * l.w + (s.numerator * t.denominator) * l.u - (t.numerator * s.denominator) * l.v;
    return {dot(gap, gap), scale * scale};
  }
  [[nodiscard]] Fraction squared_parameters() const {
    const Dyadic x = s.numerator * t.denominator;
    const Dyadic y = t.numerator * s.denominator;
    const Dyadic scale = s.denominator * t.denominator;
    return {x * x + y * y, scale * scale};
  }
};

/// The nearest points of two convex sets lie inside both, or one of them is an end.
std::vector<ParameterPair> candidates(const ExactLines& l, const Probe& a, const Probe& b) {
  const Dyadic determinant = l.determinant();
  if (!determinant.is_zero()) {
    const ParameterPair inside{{l.uv * l.vw - l.vv * l.uw, determinant}, {l.uu * l.vw - l.uv * l.uw, determinant}};
    if (within(inside.s, a) && within(inside.t, b)) return {inside};
  }
  std::vector<ParameterPair> found;
  const auto from_first = [&](const Fraction& s) { found.push_back({s, clamped(l.on_second(s), b)}); };
  const auto from_second = [&](const Fraction& t) { found.push_back({clamped(l.on_first(t), a), t}); };
  for (const double end : {a.t_min, a.t_max}) {
    if (std::isfinite(end)) from_first({end});
  }
  for (const double end : {b.t_min, b.t_max}) {
    if (std::isfinite(end)) from_second({end});
  }
  from_first(clamped({}, a));
  from_second(clamped({}, b));
  return found;
}

const ParameterPair& nearest_pair(const ExactLines& l, const std::vector<ParameterPair>& all) {
  return *std::min_element(all.begin(), all.end(), [&](const ParameterPair& x, const ParameterPair& y) {
    const Fraction near_x = x.squared_distance(l);
    const Fraction near_y = y.squared_distance(l);
    if (near_x < near_y || near_y < near_x) return near_x < near_y;
    return x.squared_parameters() < y.squared_parameters();
  });
}

LineRelation relation(const ExactLines& l) {
  if (l.uu.is_zero() || l.vv.is_zero()) return LineRelation::degenerate;
  if (!l.determinant().is_zero()) return dot(l.w, cross(l.u, l.v)).is_zero() ? LineRelation::crossing : LineRelation::skew;
  const Vector3<Dyadic> apart = cross(l.w, l.u);
  return dot(apart, apart).is_zero() ? LineRelation::collinear : LineRelation::parallel;
}

/// The range of the second in parameters of the first, cut with the range of the first.
CommonRange common_range(const ExactLines& l, const Probe& a, const Probe& b) {
  const bool along = l.uv.sign() > 0;
  const double from = along ? b.t_min : b.t_max;
  const double to = along ? b.t_max : b.t_min;
  CommonRange range{a.t_min, a.t_max};
  if (std::isfinite(from)) range.first = nearest_double(clamped(l.on_first({from}), a));
  if (std::isfinite(to)) range.last = nearest_double(clamped(l.on_first({to}), a));
  return range;
}

}  // namespace

LinePair nearest(const Probe& a, const Probe& b) {
  const Vec3 from = rounded_origin(a);
  const ProbeLine<Dyadic> first = placed_line<Dyadic>(a, from);
  const ProbeLine<Dyadic> second = placed_line<Dyadic>(b, from);
  const ExactLines lines(first, second);
  const auto all = candidates(lines, a, b);
  const ParameterPair& chosen = nearest_pair(lines, all);
  LinePair pair;
  pair.intersect = chosen.squared_distance(lines).numerator.is_zero();
  pair.relation = relation(lines);
  pair.parameters = {nearest_double(chosen.s), nearest_double(chosen.t)};
  const auto point = [&](const ProbeLine<Dyadic>& line, const Fraction& t) -> Vec3 {
    const Vector3<Dyadic> x = t.denominator * (lifted<Dyadic>(from) + line.origin) + t.numerator * line.direction;
    return {quotient_nearest(x.x, t.denominator), quotient_nearest(x.y, t.denominator), quotient_nearest(x.z, t.denominator)};
  };
  pair.points = {point(first, chosen.s), point(second, chosen.t)};
  if (pair.intersect && pair.relation == LineRelation::collinear) pair.common = common_range(lines, a, b);
  return pair;
}

}  // namespace graze::distance
