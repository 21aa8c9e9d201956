/// Signed volumes and parameters of a line and a triangle in doubles, with error bounds.

#include "triangle/line_filter.h"

#include <algorithm>
#include <cmath>

#include "numbers/bounded_double_double.h"
#include "numbers/tolerance.h"
#include "numbers/vector.h"
#include "triangle/line_plane.h"

namespace graze::distance {
namespace {

Three three(const Vec3& v) { return distance::three(v.data()); }

LineNumbers numbers_of(const RoundedLine& line) {
  return {line.origin.data(), line.direction.data(), line.origin_error, line.direction_error};
}

using Careful = Vector3<BoundedDoubleDouble>;

Careful careful(const double* v) { return {v[0], v[1], v[2]}; }

/// The parameter rounded to the nearest double, unless twice the digits leave that open.
std::optional<double> careful_parameter(const LineNumbers& line, const double* a, const double* b, const double* c) {
  const Careful corner = careful(a), normal = cross(careful(b) - corner, careful(c) - corner);
  return nearest(dot(corner - careful(line.origin), normal) / dot(careful(line.direction), normal));
}

std::optional<ParameterBracket> parameter_of(const RoundedLine& line, const Vec3& a, const Vec3& b, const Vec3& c) {
  PlaneParameter at = plane_crossing(numbers_of(line), a.data(), b.data(), c.data()).at;
  if (!at.is_trusted) at = looked_closer(numbers_of(line), a.data(), b.data(), c.data());
  if (!at.is_trusted) return std::nullopt;
  return ParameterBracket{at.t - at.error, at.t + at.error, at.t};
}

}  // namespace

PlaneParameter looked_closer(const LineNumbers& line, const double* a, const double* b, const double* c) {
  PlaneParameter at = plane_crossing(line, b, c, a).at;
  if (!at.is_trusted) at = plane_crossing(line, c, a, b).at;
  if (at.is_trusted || line.origin_error != 0 || line.direction_error != 0) return at;
  const std::optional<double> t = careful_parameter(line, a, b, c);
  return t ? PlaneParameter{*t, 2 * tolerance::rounding * std::fabs(*t), true} : at;
}

std::optional<ParameterBracket> trusted_parameter(const RoundedLine& line, const Triangle& triangle) {
  return parameter_of(line, triangle.v[0], triangle.v[1], triangle.v[2]);
}

/// By the volumes direction . (w[i] x w[i+1]) that edges span with the line, w the corners seen from the origin. With s and p the
/// errors of origin and direction, W and |d|_1 their sizes: seven roundings of sums of products below 2 |d|_1 W^2, 4 s (W + s)
/// |d|_1 and 6 p W^2. A tenth more for terms of second order.
FilteredContact filtered_contact(const RoundedLine& line, const ParameterRange& range, const Vec3& a, const Vec3& b,
                                 const Vec3& c) {
  using Kind = FilteredContact::Kind;
  const Three d = three(line.direction), o = three(line.origin);
  const Three wa = three(a) - o, wb = three(b) - o, wc = three(c) - o;
  const double size = std::max(std::max(most(wa), most(wb)), most(wc)), s = line.origin_error;
  const double error =
      (16 * tolerance::rounding * size * size + 4.4 * s * (size + s)) * sum(d) + 6.6 * line.direction_error * size * size;
  if (!is_in_range(error)) return {Kind::unsure, 0, {}};
  const double ab = dot(d, cross(wa, wb)), bc = dot(d, cross(wb, wc)), ca = dot(d, cross(wc, wa));
  const double least = std::min(std::min(ab, bc), ca), greatest = std::max(std::max(ab, bc), ca);
  if (least < -error && greatest > error) return {Kind::apart, 0, {}};
  if (!(least > error || greatest < -error)) return {Kind::unsure, 0, {}};
  const std::optional<ParameterBracket> t = parameter_of(line, a, b, c);
  if (!t) return {Kind::unsure, 0, {}};
  if (range.holds(*t, *t)) return {Kind::meets, static_cast<std::int8_t>(greatest < 0 ? 1 : -1), *t};
  return {range.is_clear_of(*t) ? Kind::apart : Kind::unsure, 0, {}};
}

}  // namespace graze::distance
