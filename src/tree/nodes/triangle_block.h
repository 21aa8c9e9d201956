#pragma once
/// A few triangles side by side in single precision, which decide for most of them whether a line misses or crosses them. Walks
/// inline this, compiled for each instruction set.

#include <cstdint>
#include <cstring>

#include "numbers/tolerance.h"
#include "simd/fused.h"

namespace graze::tree {

/// In units of a tree.
struct alignas(32) TriangleBlock {
  static constexpr std::uint32_t size = 4;

  float corners[3][3][size];    ///< by corner, axis and triangle, rounded to nearest
  std::uint32_t numbers[size];  ///< of the triangles. Where there are fewer, the first is repeated
};

/// A line that a shear has laid along one axis, as ShearedLine is, in units of a tree.
struct LineAmongBlocks {
  float origin[2];        ///< where it passes the middle of the tree along the last of `axes`: its position along the others
  float shear[2];         ///< not above 1
  std::uint32_t axes[3];  ///< the line moves fastest along the last
  float error_by_size, least_error;
};

/// For corners with coordinates that are, beside the coordinates of the origin, not above `size`, where the line is off by `drift`
/// along each axis. A sheared coordinate (x - o) - S z is off by a rounding of the size for x and o, for their difference, and for
/// each of S, z and S z, and by two for the last difference; and by the drift of x and z. A tenth more for terms of second order,
/// and another rounding. TriangleBlocks.AreCertainOnlyOfWhatIsTrue
inline void set_errors(LineAmongBlocks& line, double size, double drift) {
  const double off = 1.1 * (8 * tolerance::float_rounding * size + 2 * drift);
  line.error_by_size = static_cast<float>(4.4 * off);
  line.least_error = static_cast<float>(2.2 * off * off);
}

/// The corners of four triangles, seen along the line.
struct FourPoints {
  simd::Four x, y;
};

using simd::GRAZE_SIMD_TARGET::less_product;

GRAZE_FORCE_INLINE FourPoints seen_along(const LineAmongBlocks& line, const float (&corners)[3][4]) {
  using simd::four_of;
  using simd::in_four;
  const simd::Four x = four_of(corners[line.axes[0]]), y = four_of(corners[line.axes[1]]), z = four_of(corners[line.axes[2]]);
  return {less_product(x - in_four(line.origin[0]), in_four(line.shear[0]), z),
          less_product(y - in_four(line.origin[1]), in_four(line.shear[1]), z)};
}

/// Six times the volumes that edges span with a piece of the line.
GRAZE_FORCE_INLINE simd::Four volumes(const FourPoints& a, const FourPoints& b) { return less_product(a.x * b.y, a.y, b.x); }

GRAZE_FORCE_INLINE simd::Four largest_coordinate(const FourPoints& a) { return simd::larger(simd::sized(a.x), simd::sized(a.y)); }

/// Bit k is set where triangle k is the first once more.
GRAZE_FORCE_INLINE unsigned repeated(const TriangleBlock& block) {
  simd::FourMasks numbers;
  std::memcpy(&numbers, block.numbers, sizeof numbers);
  const int first = numbers[0];
  constexpr unsigned all_but_first = 0xe;
  return simd::bits_of_four(numbers == simd::FourMasks{first, first, first, first}) & all_but_first;
}

/// Four triangles seen along a line: bit k of each stands for triangle k. As TwoSides.
struct FourSides {
  unsigned may_meet, within, entered;
};

/// Coordinates up to P that are off by e make volumes that are off by 4 e P + 2 e^2, and by four roundings of P^2. A tenth more for
/// terms of second order. TriangleBlocks.AreCertainOnlyOfWhatIsTrue
GRAZE_FORCE_INLINE FourSides sides_of(const LineAmongBlocks& line, const TriangleBlock& block) {
  using simd::Four;
  constexpr auto rounding = static_cast<float>(4.4 * tolerance::float_rounding);
  constexpr unsigned all = 0xf;
  const FourPoints a = seen_along(line, block.corners[0]), b = seen_along(line, block.corners[1]),
                   c = seen_along(line, block.corners[2]);
  const Four ab = volumes(a, b), bc = volumes(b, c), ca = volumes(c, a);
  const Four least = simd::smaller(simd::smaller(ab, bc), ca), greatest = simd::larger(simd::larger(ab, bc), ca);
  const Four size = simd::larger(simd::larger(largest_coordinate(a), largest_coordinate(b)), largest_coordinate(c));
  const Four error = size * (simd::in_four(line.error_by_size) + simd::in_four(rounding) * size) + simd::in_four(line.least_error);
  const simd::FourMasks is_below = greatest < -error;
  return {simd::bits_of_four((least < -error) & (greatest > error)) ^ all, simd::bits_of_four(is_below | (least > error)),
          simd::bits_of_four(is_below)};
}

}  // namespace graze::tree
