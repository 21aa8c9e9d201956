#pragma once
/// When a ray enters eight boxes, and how far they are from another box: bounds in doubles. Compiled once for each instruction set.

#include "broad/kernels.h"
#include "simd/force_inline.h"
#include "simd/lanes.h"

namespace graze::broad::GRAZE_SIMD_TARGET {

/// Roundings of a time: of an inverse, a difference and a product, 3 u each relative to it; 8 u hold what their product adds. For
/// distances: a difference, a square and two sums under the root, and the root, 4 u. No unit.
/// BroadPhaseLines.NeverEnterABoxLaterThanExactArithmeticSays
inline constexpr double bound_error = 8 * 0x1p-53;

/// What underflow may take from a product. BroadPhaseLines.NeverEnterABoxLaterThanExactArithmeticSays
inline constexpr double least_step = 0x1p-1074;

GRAZE_FORCE_INLINE double earlier(double t) { return t - (t < 0 ? -t : t) * bound_error - least_step; }

GRAZE_FORCE_INLINE double lower_side(float plane) { return plane > -unbounded ? static_cast<double>(plane) : -__builtin_inf(); }
GRAZE_FORCE_INLINE double upper_side(float plane) { return plane < unbounded ? static_cast<double>(plane) : __builtin_inf(); }

struct Span {
  double enter, leave;
};

/// While the ray is between two planes. A direction whose inverse overflows leaves them only after a time that doubles do not
/// reach, or is taken to stay.
GRAZE_FORCE_INLINE Span between(double lo, double hi, double origin, double direction) {
  const Span always{-__builtin_inf(), __builtin_inf()}, never{__builtin_inf(), -__builtin_inf()};
  if (direction == 0) return lo <= origin && origin <= hi ? always : never;
  const double inverse = 1 / direction;
  if (__builtin_isinf(inverse)) return always;
  const double at_lo = (lo - origin) * inverse, at_hi = (hi - origin) * inverse;
  const double first = direction > 0 ? at_lo : at_hi, last = direction > 0 ? at_hi : at_lo;
  // Infinity less a part of it is no number.
  return {__builtin_isinf(first) ? first : earlier(first), __builtin_isinf(last) ? last : -earlier(-last)};
}

inline unsigned ray_enters(const Node& node, const RayNumbers& ray, double (&enter)[lane_count]) {
  unsigned lanes = 0;
  for (std::size_t i = 0; i < lane_count; ++i) {
    if (node.planes[0][i] > unbounded) continue;  // nothing there
    Span span{0, ray.t_max};
    for (std::size_t k = 0; k < 3; ++k) {
      const Span here = between(lower_side(node.planes[k][i]), upper_side(node.planes[k + 3][i]), ray.origin[k], ray.direction[k]);
      if (here.enter > span.enter) span.enter = here.enter;
      if (here.leave < span.leave) span.leave = here.leave;
    }
    enter[i] = span.enter;
    lanes |= span.enter <= span.leave ? 1U << i : 0U;
  }
  return lanes;
}

GRAZE_FORCE_INLINE double gap_along(double lo, double hi, double other_lo, double other_hi) {
  const double above = lo - other_hi, below = other_lo - hi;
  const double gap = above > below ? above : below;
  return gap > 0 ? gap : 0;
}

inline unsigned gaps(const Node& node, const double (&box)[6], double (&at_least)[lane_count]) {
  unsigned lanes = 0;
  for (std::size_t i = 0; i < lane_count; ++i) {
    if (node.planes[0][i] > unbounded) continue;
    double squares = 0, widest = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      const double gap = gap_along(lower_side(node.planes[k][i]), upper_side(node.planes[k + 3][i]), box[k], box[k + 3]);
      widest = gap > widest ? gap : widest;
      squares += gap * gap;
    }
    // Squares may overflow or vanish; the widest gap does not.
    const double length = squares < __builtin_inf() ? __builtin_sqrt(squares) : widest;
    const double bound = (length > widest ? length : widest) * (1 - bound_error);
    at_least[i] = widest > 0 ? bound : 0;
    lanes |= 1U << i;
  }
  return lanes;
}

}  // namespace graze::broad::GRAZE_SIMD_TARGET
