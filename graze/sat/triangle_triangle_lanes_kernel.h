#pragma once
/// The body of certain_meeting, compiled once for each instruction set: the decisions of triangle_triangle_decision.h for triangles
/// in general position. Lane k stands for corner k; the fourth repeats the first.

#include <graze/exact/orient_filter.h>
#include <graze/sat/corner_lanes.h>
#include <graze/sat/triangle_triangle_lanes.h>

namespace graze::sat::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Mask4;

GRAZE_FORCE_INLINE Double4 largest(const Double4& x, const Double4& y, const Double4& z) {
  return larger(larger(abs(x), abs(y)), abs(z));
}

/// Which lanes of an orientation are certainly positive, and which certainly negative.
struct CertainSigns {
  unsigned positive, negative;
};

/// Of the volume spanned by u, v and w, as SideFilter has it.
GRAZE_FORCE_INLINE CertainSigns signs_of(const Lanes& u, const Lanes& v, const Lanes& w, double slack) {
  const Double4 x = largest(u.x, v.x, w.x) + slack, y = largest(u.y, v.y, w.y) + slack, z = largest(u.z, v.z, w.z) + slack;
  const Double4 xy = x * y;
  const Double4 bound = Double4(detail::volume_rounding) * (xy * z) + Double4(detail::volume_slack * slack) * (y * z + z * x + xy);
  const Double4 least = smaller(smaller(x, y), z), greatest = larger(larger(x, y), z);
  const Mask4 in_range = (least >= detail::filter_least) & (greatest <= detail::filter_greatest);
  const Double4 volume = dot(cross(u, v), w);
  return {((volume > bound) & in_range).bits(), ((volume < -bound) & in_range).bits()};
}

/// Of the corners of `other` against the plane of `face`.
GRAZE_FORCE_INLINE CertainSigns sides_of(const Lanes& face, const Lanes& other, double slack) {
  const Lanes origin = only(0, face), around = face - origin;
  return signs_of(only(1, around), only(2, around), other - origin, slack);
}

/// The corner on its own side, by the signs of all three, none of which is zero.
GRAZE_FORCE_INLINE int apex(unsigned positive, bool& above) {
  above = (positive & (positive - 1)) == 0;
  const unsigned alone = above ? positive : ~positive & 7U;
  return static_cast<int>(alone >> 1U);  // 1, 2, 4 -> 0, 1, 2
}

/// Segments that the triangles cut from their common line, as segments_on_common_line_meet() derives it.
GRAZE_FORCE_INLINE Meeting segments_meet(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, unsigned a_above_b,
                                         unsigned b_above_a, double slack) {
  bool above_b = false, above_a = false;
  const int a0 = apex(a_above_b, above_b), b0 = apex(b_above_a, above_a);
  const int next_a = a0 == 2 ? 0 : a0 + 1, last_a = 3 - a0 - next_a, next_b = b0 == 2 ? 0 : b0 + 1, last_b = 3 - b0 - next_b;
  const Vec3 &a1 = a[above_a ? next_a : last_a], &a2 = a[above_a ? last_a : next_a];
  const Vec3 &b1 = b[above_b ? next_b : last_b], &b2 = b[above_b ? last_b : next_b];
  const Lanes origin = in_lanes(a[a0], a[a0], a[a0]);
  const CertainSigns signs =
      signs_of(in_lanes(a1, a2, a1) - origin, in_lanes(b[b0], b[b0], b[b0]) - origin, in_lanes(b1, b2, b1) - origin, slack);
  if ((signs.positive & 1U) != 0 || (signs.negative & 2U) != 0) return Meeting::no;
  return (signs.negative & 1U) != 0 && (signs.positive & 2U) != 0 ? Meeting::yes : Meeting::unknown;
}

GRAZE_FORCE_INLINE Meeting certain_meeting_lanes(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack) {
  constexpr unsigned all_three = 7;
  const Lanes corners_a = in_lanes(a[0], a[1], a[2]), corners_b = in_lanes(b[0], b[1], b[2]);
  const CertainSigns of_b = sides_of(corners_a, corners_b, slack);
  const unsigned b_above_a = of_b.positive & all_three, b_below_a = of_b.negative & all_three;
  if (b_above_a == all_three || b_below_a == all_three) return Meeting::no;
  const CertainSigns of_a = sides_of(corners_b, corners_a, slack);
  const unsigned a_above_b = of_a.positive & all_three, a_below_b = of_a.negative & all_three;
  if (a_above_b == all_three || a_below_b == all_three) return Meeting::no;
  if ((b_above_a | b_below_a) != all_three || (a_above_b | a_below_b) != all_three) return Meeting::unknown;
  return segments_meet(a, b, a_above_b, b_above_a, slack);
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
