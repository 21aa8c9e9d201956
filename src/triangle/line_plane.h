#pragma once
/// Where a line passes through the plane of a triangle, with a bound on the error. Walks inline it, compiled for each instruction
/// set.

#include "numbers/tolerance.h"
#include "triangle/line_sides.h"

namespace graze::distance {

/// Doubles are trusted while the error bound of a parameter stays below this part of it. No unit.
/// TriangleLine.HasTinyRelativeErrorForEveryParameter
inline constexpr double trusted_parameter_error = 0x1p-41;

/// Products of three lengths outside these may have overflowed or lost bits to underflow: exact arithmetic decides.
inline constexpr double least_product = 0x1p-900;
inline constexpr double greatest_product = 0x1p900;

GRAZE_FORCE_INLINE bool is_in_range(double product) { return (product > least_product) & (product < greatest_product); }

/// A vector in three registers: g++ packs the members of a Vec3 in pairs, and spends twice the instructions on shuffling them.
struct Three {
  double x, y, z;

  friend GRAZE_FORCE_INLINE Three operator-(const Three& a, const Three& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
};

GRAZE_FORCE_INLINE Three three(const double* v) { return {v[0], v[1], v[2]}; }

GRAZE_FORCE_INLINE double dot(const Three& a, const Three& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

GRAZE_FORCE_INLINE Three cross(const Three& a, const Three& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

GRAZE_FORCE_INLINE double sum(const Three& a) { return __builtin_fabs(a.x) + __builtin_fabs(a.y) + __builtin_fabs(a.z); }

GRAZE_FORCE_INLINE double most(const Three& a) {
  const double x = __builtin_fabs(a.x), y = __builtin_fabs(a.y), z = __builtin_fabs(a.z), most_of_two = x > y ? x : y;
  return most_of_two > z ? most_of_two : z;
}

struct PlaneParameter {
  double t;
  double error;  ///< of t, on either side
  bool is_trusted;
};

struct PlaneCrossing {
  PlaneParameter at;
  Three normal;  ///< of the triangle, of any length
};

/// The plane of the triangle that has corner a and edges to b and c.
GRAZE_FORCE_INLINE PlaneCrossing plane_crossing(const LineNumbers& line, const double* corner_a, const double* corner_b,
                                                const double* corner_c) {
  constexpr double u = tolerance::rounding;
  const Three a = three(corner_a), e = three(corner_b) - a, f = three(corner_c) - a, seen = a - three(line.origin);
  const Three direction = three(line.direction), normal = cross(e, f);
  // Eight roundings of sums of products below 2 |a|_1 |e| |f|, and what is uncertain about the line; a tenth for second order.
  const double area = 16 * u * most(e) * most(f), across = 1.1 * sum(normal) + area;
  const double numerator_error = area * sum(seen) + line.origin_error * across;
  const double denominator_error = area * sum(direction) + line.direction_error * across;
  const double denominator = dot(direction, normal), size = __builtin_fabs(denominator);
  const double t = dot(seen, normal) / denominator, slowness = 1 / (size - denominator_error);
  const double error = (numerator_error + __builtin_fabs(t) * denominator_error) * slowness;
  const bool are_plain = is_in_range(numerator_error) && is_in_range(denominator_error);
  const bool is_trusted = are_plain & (size > 2 * denominator_error) & (error <= trusted_parameter_error * __builtin_fabs(t));
  return {{t, error + 2 * u * __builtin_fabs(t), is_trusted}, normal};
}

/// Where that is not to be trusted: by other corners, which tell the plane of a needle better, then by twice the digits, if the
/// line is exact. TriangleLine.LeavesNeedlesToDoubles, TriangleLine.HasTheNearestParameterWhereItGrazes
[[nodiscard]] PlaneParameter looked_closer(const LineNumbers& line, const double* a, const double* b, const double* c);

}  // namespace graze::distance
