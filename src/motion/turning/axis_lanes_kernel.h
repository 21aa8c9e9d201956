#pragma once
/// The body of axis_times, compiled once for each instruction set.

#include <cstddef>

#include "motion/turning/axis_lanes.h"
#include "simd/double_lanes.h"

namespace graze::query::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using simd::GRAZE_SIMD_TARGET::DoubleRegister;
using simd::GRAZE_SIMD_TARGET::Mask4;

struct Vector4 {
  Double4 x, y, z;

  friend GRAZE_FORCE_INLINE Vector4 cross(const Vector4& a, const Vector4& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
  }
  friend GRAZE_FORCE_INLINE Double4 dot(const Vector4& a, const Vector4& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
};

/// The same vector in every lane.
GRAZE_FORCE_INLINE Vector4 everywhere(const double* v) { return {Double4(v[0]), Double4(v[1]), Double4(v[2])}; }

/// The edge of a triangle that begins at a corner, as plain numbers.
struct PlainEdge {
  double v[3];
};
GRAZE_FORCE_INLINE PlainEdge edge_from(const double* corners, std::ptrdiff_t k) {
  const double *from = corners + 3 * k, *to = corners + 3 * ((k + 1) % 3);
  return {{to[0] - from[0], to[1] - from[1], to[2] - from[2]}};
}

GRAZE_FORCE_INLINE Vector4 in_lanes(const PlainEdge& a, const PlainEdge& b, const PlainEdge& c, const PlainEdge& d) {
  return {Double4(DoubleRegister{a.v[0], b.v[0], c.v[0], d.v[0]}), Double4(DoubleRegister{a.v[1], b.v[1], c.v[1], d.v[1]}),
          Double4(DoubleRegister{a.v[2], b.v[2], c.v[2], d.v[2]})};
}

/// The corner of a triangle that is lowest along each direction, and how fast it moves.
struct Extreme4 {
  Double4 height, rate;
};
template <bool lowest>
GRAZE_FORCE_INLINE Extreme4 extreme(const Vector4& n, const double* corners, const double* velocities) {
  Extreme4 best{dot(n, everywhere(corners)), dot(n, everywhere(velocities))};
#pragma GCC unroll 2
  for (std::ptrdiff_t k = 1; k < 3; ++k) {
    const Double4 height = dot(n, everywhere(corners + 3 * k)), rate = dot(n, everywhere(velocities + 3 * k));
    const Mask4 is_better = lowest ? height < best.height : height > best.height;
    best = {chosen(is_better, height, best.height), chosen(is_better, rate, best.rate)};
  }
  return best;
}

/// |n x turn|; 0 of a body that does not turn.
GRAZE_FORCE_INLINE Double4 across(const Vector4& n, const double* turn, double radius) {
  if (radius == 0) return 0;
  const Vector4 normal = cross(n, everywhere(turn));
  return sqrt(dot(normal, normal));
}

GRAZE_FORCE_INLINE Double4 times_along(const TrianglePairMotion& pair, const Vector4& direction) {
  const Vector4& n = direction;
  const double *a = pair.corners[0], *b = pair.corners[1], *va = pair.velocities[0], *vb = pair.velocities[1];
  const Extreme4 low_a = extreme<true>(n, a, va), high_a = extreme<false>(n, a, va);
  const Extreme4 low_b = extreme<true>(n, b, vb), high_b = extreme<false>(n, b, vb);
  const Double4 b_above = low_b.height - high_a.height, a_above = low_a.height - high_b.height;
  const Mask4 is_b_above = b_above > a_above;
  const Double4 length = sqrt(dot(n, n));  // everything is homogeneous in it
  const Double4 gap = chosen(is_b_above, b_above, a_above) - Double4(pair.lift) * length;
  const Double4 rate = chosen(is_b_above, low_b.rate - high_a.rate, low_a.rate - high_b.rate) - Double4(pair.rate_lift) * length;
  const Double4 across_a = across(n, pair.turns[0], pair.radii[0]), across_b = across(n, pair.turns[1], pair.radii[1]);
  const Double4 curvature =
      (across_a * Double4(pair.rim_speeds[0]) + across_b * Double4(pair.rim_speeds[1])) * Double4(pair.curvature);
  const Double4 root = sqrt(rate * rate + (gap + gap) * curvature) + abs(rate);
  const Mask4 opens = rate > Double4(0);
  const Double4 second_order = chosen(opens, root, gap + gap) / chosen(opens, curvature, root);
  const Double4 approach = dot(n, everywhere(pair.body_approach));
  const Double4 speed = chosen(is_b_above, approach, -approach) + across_a * Double4(pair.radii[0]) +
                        across_b * Double4(pair.radii[1]) + Double4(pair.rate_lift) * length;
  const Double4 first_order = chosen(speed > Double4(0), gap / speed, Double4(__builtin_inf()));
  return chosen(gap > Double4(0), larger(second_order, first_order), Double4(0));
}

GRAZE_FORCE_INLINE void axis_times_lanes(const TrianglePairMotion& pair, double (&time)[axis_count]) {
  const PlainEdge e[3] = {edge_from(pair.corners[0], 0), edge_from(pair.corners[0], 1), edge_from(pair.corners[0], 2)};
  const PlainEdge f[3] = {edge_from(pair.corners[1], 0), edge_from(pair.corners[1], 1), edge_from(pair.corners[1], 2)};
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    // The lane that three products leave free takes a normal.
    const PlainEdge& first = i == 0 ? e[0] : f[0];
    const PlainEdge& second = i == 0 ? e[1] : f[1];
    const Double4 times = times_along(pair, cross(in_lanes(e[i], e[i], e[i], first), in_lanes(f[0], f[1], f[2], second)));
    for (int k = 0; k < 3; ++k) time[first_product + 3 * i + k] = times.lanes[k];
    if (i < 2) time[i] = times.lanes[3];
  }
}

}  // namespace graze::query::GRAZE_SIMD_TARGET
