#pragma once
/// On which sides of the edges of two triangles a line passes, side by side in doubles. Walks inline it, compiled for each
/// instruction set.

#include <cstdint>
#include <limits>

#include "numbers/tolerance.h"
#include "simd/double_pair.h"

namespace graze::distance {

/// Two triangles seen along a line: bit 0 of each stands for the first, bit 1 for the second.
struct TwoSides {
  unsigned may_meet = 0;  ///< unless the line certainly passes outside of an edge
  unsigned within = 0;    ///< the line certainly passes within all edges
  unsigned entered = 0;   ///< of those within: the crossing is 1, else -1
};

/// A line as plain numbers in the frame of a mesh; see RoundedLine.
struct LineNumbers {
  const double* origin;     ///< three
  const double* direction;  ///< three
  double origin_error;
  double direction_error;
};

/// A line that a shear has laid along one axis, where it is a point: edges pass it on one side or the other. [Woop13 §3.1]
struct ShearedLine {
  double origin[3];       ///< in the order of `axes`
  double shear[2];        ///< what a step along the last axis moves the others by; not above 1
  std::uint32_t axes[3];  ///< the line moves fastest along the last; in an order that leaves its own side of triangles in front
  double error;           ///< of a sheared coordinate. Infinite: nothing is certain
  /// Of a volume, beside the largest coordinate across the line; and in any case.
  double error_by_size, least_error;
  double greatest_error;  ///< of any volume: coordinates across the line are not above twice those that are not sheared
};

/// Sheared coordinates with errors within these lose nothing to underflow or overflow that counts when they are multiplied.
inline constexpr double least_plain_error = 0x1p-450, greatest_plain_error = 0x1p400;

/// Per axis and sense of the fastest component.
inline constexpr std::uint32_t shear_axes[3][2][3] = {{{1, 2, 0}, {2, 1, 0}}, {{2, 0, 1}, {0, 2, 1}}, {{0, 1, 2}, {1, 0, 2}}};

/// The order of axes for a line that runs in that direction.
GRAZE_FORCE_INLINE const std::uint32_t* axes_along(const double* direction) {
  const double x = __builtin_fabs(direction[0]), y = __builtin_fabs(direction[1]), z = __builtin_fabs(direction[2]);
  const bool is_y = y > x, is_z = (z > x) & (z > y);
  const std::uint32_t fastest = is_z * 2U + static_cast<std::uint32_t>(!is_z & is_y);
  return &shear_axes[fastest][direction[fastest] < 0 ? 1 : 0][0];
}

/// `size` bounds the coordinates of all corners, seen from the origin. The direction is not zero, and uncertain by no more than a
/// hundredth of its largest component. With s and p the errors of origin and direction, d the fastest component, and S <= 1 the
/// shear: a sheared coordinate x - S z is off by u size + s for each of x and z, (u + 2 p/|d|) size for the shear, u size for the
/// product and 2 u size for the difference. A tenth more for terms of second order.
GRAZE_FORCE_INLINE ShearedLine sheared(const LineNumbers& line, double size) {
  constexpr double u = tolerance::rounding;
  const std::uint32_t* const axes = axes_along(line.direction);
  const double along = line.direction[axes[2]];
  const simd::Two shear = simd::Two{line.direction[axes[0]], line.direction[axes[1]]} / simd::both(along);
  const double off = (8 * u + 2.5 * __builtin_fabs(line.direction_error / along)) * size + 2.2 * line.origin_error;
  const bool is_plain = (off > least_plain_error) & (off < greatest_plain_error);
  const double error = is_plain ? off : std::numeric_limits<double>::infinity();
  return {{line.origin[axes[0]], line.origin[axes[1]], line.origin[axes[2]]},
          {shear[0], shear[1]},
          {axes[0], axes[1], axes[2]},
          error,
          4.4 * error,
          2.2 * error * error,
          2.2 * error * error + 10 * size * error + 20 * u * size * size};
}

/// A corner of either triangle, seen along the line.
struct TwoPoints {
  simd::Two x, y;
};

GRAZE_FORCE_INLINE simd::Two coordinate(const ShearedLine& line, int k, const double* p, const double* q) {
  return simd::Two{p[line.axes[k]], q[line.axes[k]]} - simd::both(line.origin[k]);
}

GRAZE_FORCE_INLINE TwoPoints seen_along(const ShearedLine& line, const double* p, const double* q) {
  const simd::Two z = coordinate(line, 2, p, q);
  return {coordinate(line, 0, p, q) - simd::both(line.shear[0]) * z, coordinate(line, 1, p, q) - simd::both(line.shear[1]) * z};
}

/// Six times the volume that an edge spans with a piece of the line.
GRAZE_FORCE_INLINE simd::Two volume(const TwoPoints& a, const TwoPoints& b) { return a.x * b.y - a.y * b.x; }

GRAZE_FORCE_INLINE simd::Two farthest(const TwoPoints& a) { return simd::larger(simd::sized(a.x), simd::sized(a.y)); }

/// Where three numbers are certainly above zero, or below.
GRAZE_FORCE_INLINE simd::TwoMasks are_on_one_side(const simd::Two& a, const simd::Two& b, const simd::Two& c,
                                                  const simd::Two& error) {
  return (simd::smaller(simd::smaller(a, b), c) > error) | (simd::larger(simd::larger(a, b), c) < -error);
}

/// Corners of two triangles, three doubles each.
struct TwoTriangles {
  const double *a[2], *b[2], *c[2];
};

/// Coordinates up to P that are off by e make volumes that are off by 4 e P + 2 e^2, and by four roundings of P^2. A tenth more for
/// terms of second order. TriangleLineSides.AreCertainOnlyOfWhatIsTrue
GRAZE_FORCE_INLINE TwoSides sides_of(const ShearedLine& line, const TwoTriangles& corners) {
  using simd::both;
  using simd::Two;
  const TwoPoints a = seen_along(line, corners.a[0], corners.a[1]), b = seen_along(line, corners.b[0], corners.b[1]),
                  c = seen_along(line, corners.c[0], corners.c[1]);
  const Two ab = volume(a, b), bc = volume(b, c), ca = volume(c, a);
  const Two least = simd::smaller(simd::smaller(ab, bc), ca), greatest = simd::larger(simd::larger(ab, bc), ca);
  const Two bound = both(line.greatest_error);
  if (simd::bits_of((least < -bound) & (greatest > bound)) == 3U) return {};  // as most are, by far
  const Two size = simd::larger(simd::larger(farthest(a), farthest(b)), farthest(c));
  const Two error = size * (both(line.error_by_size) + both(4.4 * tolerance::rounding) * size) + both(line.least_error);
  // Edges of triangles that are but points span no volumes.
  const simd::TwoMasks apart = ((least < -error) & (greatest > error)) | are_on_one_side(a.x, b.x, c.x, both(line.error)) |
                               are_on_one_side(a.y, b.y, c.y, both(line.error));
  const simd::TwoMasks is_above = (least > error);
  const simd::TwoMasks is_below = (greatest < -error);
  return {~simd::bits_of(apart) & 3U, simd::bits_of(is_below | is_above), simd::bits_of(is_below)};
}

}  // namespace graze::distance
