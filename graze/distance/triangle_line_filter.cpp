#include <graze/distance/triangle_line_filter.h>

#include <algorithm>
#include <cmath>

#include <graze/core/tolerance.h>
#include <graze/simd/double_pair.h>

namespace graze::distance {
namespace {

constexpr double u = tolerance::rounding;

/// Doubles are trusted while the error bound of a parameter stays below this part of it. No unit.
/// TriangleLine.HasTinyRelativeErrorForEveryParameter
constexpr double trusted_error = 0x1p-41;

/// Products of three lengths outside these may have overflowed or lost bits to underflow: exact arithmetic decides.
constexpr double least_product = 0x1p-900;
constexpr double greatest_product = 0x1p900;

bool is_in_range(double product) { return product > least_product && product < greatest_product; }

/// A vector in three registers: g++ packs the members of a Vec3 in pairs, and spends twice the instructions on shuffling them.
struct Three {
  double x, y, z;

  friend Three operator-(const Three& a, const Three& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

Three three(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

double dot(const Three& a, const Three& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Three cross(const Three& a, const Three& b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

double sum(const Three& a) { return std::fabs(a.x) + std::fabs(a.y) + std::fabs(a.z); }

double most(const Three& a) { return std::max(std::max(std::fabs(a.x), std::fabs(a.y)), std::fabs(a.z)); }

/// The plane of the triangle that has corner a, seen from the origin, and edges e and f from there.
std::optional<ParameterBracket> parameter_of(const RoundedLine& line, const Three& a, const Three& e, const Three& f) {
  const Three direction = three(line.direction), normal = cross(e, f);
  const double size = std::max(most(e), most(f)), area = 16 * u * size * size;
  // Eight roundings of sums of products below 2 |a|_1 size^2, and what is uncertain about the line; a tenth for second order.
  const double across = 1.1 * sum(normal) + area;
  const double numerator_error = area * sum(a) + line.origin_error * across;
  const double denominator_error = area * sum(direction) + line.direction_error * across;
  const double denominator = dot(direction, normal);
  const double t = dot(a, normal) / denominator;
  const double error = (numerator_error + std::fabs(t) * denominator_error) / (std::fabs(denominator) - denominator_error);
  const bool trusted = is_in_range(numerator_error) && is_in_range(denominator_error) &&
                       std::fabs(denominator) > 2 * denominator_error && error <= trusted_error * std::fabs(t);
  if (!trusted) return std::nullopt;
  const double room = error + 2 * u * std::fabs(t);
  return ParameterBracket{t - room, t + room, t};
}

/// One number for each of two triangles.
using simd::both;
using simd::Two;
using simd::TwoMasks;
using simd::TwoVectors;

GRAZE_FORCE_INLINE Two most(const TwoVectors& a) {
  return simd::larger(simd::larger(simd::sized(a.x), simd::sized(a.y)), simd::sized(a.z));
}

GRAZE_FORCE_INLINE TwoVectors seen_from(const Vec3& origin, const Vec3& p, const Vec3& q) {
  return {Two{p[0], q[0]} - both(origin[0]), Two{p[1], q[1]} - both(origin[1]), Two{p[2], q[2]} - both(origin[2])};
}

GRAZE_FORCE_INLINE Two volume(const Three& d, const TwoVectors& a, const TwoVectors& b) {
  return both(d.x) * (a.y * b.z - a.z * b.y) + both(d.y) * (a.z * b.x - a.x * b.z) + both(d.z) * (a.x * b.y - a.y * b.x);
}

}  // namespace

TwoSides sides_of_triangles(const RoundedLine& line, const CornersOf& first, const CornersOf& second) {
  const Three d = three(line.direction);
  const TwoVectors a = seen_from(line.origin, *first.a, *second.a);
  const TwoVectors b = seen_from(line.origin, *first.b, *second.b);
  const TwoVectors c = seen_from(line.origin, *first.c, *second.c);
  const Two size = simd::larger(simd::larger(most(a), most(b)), most(c));
  const double s = line.origin_error;
  const double of_square = 16 * u * sum(d) + 6.6 * line.direction_error;
  const Two error = size * size * both(of_square) + both(4.4 * s * sum(d)) * (size + both(s));
  const Two ab = volume(d, a, b), bc = volume(d, b, c), ca = volume(d, c, a);
  const Two least = simd::smaller(simd::smaller(ab, bc), ca), greatest = simd::larger(simd::larger(ab, bc), ca);
  const TwoMasks is_trusted = (error > least_product) & (error < greatest_product);
  const TwoMasks apart = is_trusted & (least < -error) & (greatest > error);
  const TwoMasks entered = is_trusted & (greatest < -error);
  return {~simd::bits_of(apart) & 3U, simd::bits_of(entered | (is_trusted & (least > error))), simd::bits_of(entered)};
}

FilteredContact contact_within(const RoundedLine& line, const ParameterRange& range, const CornersOf& triangle, bool entered) {
  using Kind = FilteredContact::Kind;
  const Three a = three(*triangle.a);
  const std::optional<ParameterBracket> t =
      parameter_of(line, a - three(line.origin), three(*triangle.b) - a, three(*triangle.c) - a);
  if (!t) return {Kind::unsure, 0, {}};
  if (range.holds(*t, *t)) return {Kind::meets, static_cast<std::int8_t>(entered ? 1 : -1), *t};
  return {range.is_clear_of(*t) ? Kind::apart : Kind::unsure, 0, {}};
}

std::optional<ParameterBracket> trusted_parameter(const RoundedLine& line, const Triangle& triangle) {
  const Three a = three(triangle.v[0]);
  return parameter_of(line, a - three(line.origin), three(triangle.v[1]) - a, three(triangle.v[2]) - a);
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
  const double error = (16 * u * size * size + 4.4 * s * (size + s)) * sum(d) + 6.6 * line.direction_error * size * size;
  if (!is_in_range(error)) return {Kind::unsure, 0, {}};
  const double ab = dot(d, cross(wa, wb)), bc = dot(d, cross(wb, wc)), ca = dot(d, cross(wc, wa));
  const double least = std::min(std::min(ab, bc), ca), greatest = std::max(std::max(ab, bc), ca);
  if (least < -error && greatest > error) return {Kind::apart, 0, {}};
  if (!(least > error || greatest < -error)) return {Kind::unsure, 0, {}};
  return contact_within(line, range, {&a, &b, &c}, greatest < 0);
}

}  // namespace graze::distance
