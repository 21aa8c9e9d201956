#pragma once
/// The bodies of certain_meeting, place_triangle and meeting_in_lanes, compiled once for each instruction set: the decisions of
/// triangle_triangle_decision.h for triangles in general position. Lane k stands for corner k; the fourth repeats the first.
///
/// The bounds, u = 2^-53. A difference of coordinates is known as d with d' = d (1 + e) + s, |e| <= u, |s| <= slack, d' the true
/// one. Let |.| be sums of absolute coordinates and U = |u| + slack, V and W likewise.
/// A coordinate of u x v consists of two products of two: ((1 + u)^2 - 1) of them for the differences, two roundings each for the
/// products and their difference, and slack times what they are made of: it is off by (4 u) U V + slack (U + V). Three products
/// with w and two sums add three roundings, the differences w one more: heights over a plane are off by |w| times
/// (8 u) U V + slack (U + V), and by what w is uncertain by times |u x v| <= U V + 3 slack (U + V).
/// A volume of three differences consists of six products out of the 27 in U V W, each with eight roundings:
/// (8 u) U V W + slack (U V + V W + W U) and, of order slack^3, as much again.
/// The constants exceed these by enough for terms in u^2 and for the rounding of the bounds; what underflows is below `vanishing`.

#include "numbers/tolerance.h"
#include "triangle/corner_lanes.h"
#include "triangle/overlap_lanes.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

/// Of U V and of U V W. No unit. TriangleTriangle.AgreesWithClippingOnTrianglesBuiltToTouch
inline constexpr double product_rounding = 10 * tolerance::rounding;
/// Of slack times a length in a normal. No unit. TriangleTriangle.KnowsHowFarHeightsOverItsPlaneAreOff
inline constexpr double normal_slack = 1.25;
/// Of slack times an area in a volume. No unit. TriangleTriangle.TrustsNoSignThatItsSlackCouldChange
inline constexpr double volume_slack = 2;
/// Of U V and of slack (U + V) in what the uncertainty of a point does to its height. No unit.
/// TriangleTriangle.TrustsNoSignThatItsSlackCouldChange
inline constexpr double normal_size = 1.25, normal_size_slack = 4;
/// More than products lose that underflow, far less than heights of triangles that are not themselves about to. Length cubed, and
/// squared where it counts per length. TriangleTriangle.AgreesWithClippingAtEveryScale
inline constexpr double vanishing = 0x1p-1000;

GRAZE_FORCE_INLINE Double4 size_of(const Lanes& v) { return abs(v.x) + abs(v.y) + abs(v.z); }
GRAZE_FORCE_INLINE double size_of(const Vector3<double>& v) {
  return __builtin_fabs(v.x) + __builtin_fabs(v.y) + __builtin_fabs(v.z);
}

GRAZE_FORCE_INLINE Lanes corners_of(const TriangleInLanes& t) {
  Lanes corners;
  std::memcpy(&corners.x.lanes, t.corners[0], sizeof t.corners[0]);
  std::memcpy(&corners.y.lanes, t.corners[1], sizeof t.corners[1]);
  std::memcpy(&corners.z.lanes, t.corners[2], sizeof t.corners[2]);
  return corners;
}

GRAZE_FORCE_INLINE Vector3<double> corner(const TriangleInLanes& t, int k) {
  return {t.corners[0][k], t.corners[1][k], t.corners[2][k]};
}

GRAZE_FORCE_INLINE void store_corners(const Lanes& corners, double error, TriangleInLanes& t) {
  std::memcpy(t.corners[0], &corners.x.lanes, sizeof t.corners[0]);
  std::memcpy(t.corners[1], &corners.y.lanes, sizeof t.corners[1]);
  std::memcpy(t.corners[2], &corners.z.lanes, sizeof t.corners[2]);
  t.error = error;
}

/// Wants the corners.
GRAZE_FORCE_INLINE void store_plane(TriangleInLanes& t) {
  const Vector3<double> u = corner(t, 1) - corner(t, 0), v = corner(t, 2) - corner(t, 0), normal = cross(u, v);
  const double slack = 2 * t.error, size_u = size_of(u) + slack, size_v = size_of(v) + slack;
  const double area = size_u * size_v, blur = slack * (size_u + size_v);
  t.normal[0] = normal.x, t.normal[1] = normal.y, t.normal[2] = normal.z;
  t.height_error[0] = product_rounding * area + (normal_slack * blur + vanishing);
  t.height_error[1] = normal_size * area + normal_size_slack * blur;
}

/// 0, but not a number where the value has overflowed, which its bound does only a dozen digits later: then no comparison holds.
/// TriangleTriangle.AgreesWithClippingWhereVolumesOverflow
GRAZE_FORCE_INLINE Double4 doubt_of(const Double4& value) { return value - value; }

/// Which corners are certainly on either side of a plane. Where numbers overflow, none is.
struct CertainSides {
  unsigned above, below;

  [[nodiscard]] GRAZE_FORCE_INLINE bool are_one() const { return above == all || below == all; }
  [[nodiscard]] GRAZE_FORCE_INLINE bool are_known() const { return (above | below) == all; }

 private:
  static constexpr unsigned all = 15;
};

GRAZE_FORCE_INLINE CertainSides sides_of(const TriangleInLanes& plane, const TriangleInLanes& other) {
  const Vector3<double> origin = corner(plane, 0);
  const Lanes w = corners_of(other) - Lanes{origin.x, origin.y, origin.z};
  const Double4 height = Double4(plane.normal[0]) * w.x + Double4(plane.normal[1]) * w.y + Double4(plane.normal[2]) * w.z;
  const double of_point = plane.height_error[1] * (plane.error + other.error) + vanishing;
  const Double4 bound = Double4(plane.height_error[0]) * size_of(w) + Double4(of_point) + doubt_of(height);
  return {(height > bound).bits(), (height < -bound).bits()};
}

/// Whether the corner on its own side is above, by which of the first three lanes are.
GRAZE_FORCE_INLINE bool is_apex_above(unsigned above) { return (0b00010110U >> above & 1U) != 0; }  // 1, 2 and 4: one alone

/// That corner and the two others: those after it or, [1], the other way round. A table, because no processor can foresee it.
struct Apex {
  std::int8_t apex, first, second;
};
inline constexpr Apex apexes[2][8] = {{{}, {0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {2, 0, 1}, {1, 2, 0}, {0, 1, 2}, {}},
                                      {{}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}, {2, 1, 0}, {1, 0, 2}, {0, 2, 1}, {}}};

/// Points i and j in turns.
GRAZE_FORCE_INLINE Lanes pair_of(const TriangleInLanes& t, int i, int j) {
  const auto both = [&](const double(&c)[4]) { return Double4(simd::GRAZE_SIMD_TARGET::DoubleRegister{c[i], c[j], c[i], c[j]}); };
  return {both(t.corners[0]), both(t.corners[1]), both(t.corners[2])};
}

/// Segments that the triangles cut from their common line, as segments_on_common_line_meet() derives it.
GRAZE_FORCE_INLINE Verdict segments_meet(const TriangleInLanes& a, const TriangleInLanes& b, CertainSides of_a, CertainSides of_b) {
  const unsigned above_b = of_a.above & 7U, above_a = of_b.above & 7U;
  const auto [a0, a1, a2] = apexes[is_apex_above(above_a) ? 0 : 1][above_b];
  const auto [b0, b1, b2] = apexes[is_apex_above(above_b) ? 0 : 1][above_a];
  const Lanes origin = pair_of(a, a0, a0);
  const Lanes u = pair_of(a, a1, a2) - origin, v = pair_of(b, b0, b0) - origin, w = pair_of(b, b1, b2) - origin;
  const double slack = 2 * (a.error > b.error ? a.error : b.error);
  const Double4 size_u = size_of(u) + slack, size_v = size_of(v) + slack, size_w = size_of(w) + slack;
  const Double4 area = size_u * size_v, areas = area + (size_u + size_v) * size_w;
  const Double4 bound =
      (Double4(product_rounding) * area + vanishing) * size_w + (Double4(volume_slack * slack) * areas + vanishing);
  const Double4 volume = dot(cross(u, v), w), certain = bound + doubt_of(volume);
  const unsigned positive = (volume > certain).bits(), negative = (volume < -certain).bits();
  if ((positive & 1U) != 0 || (negative & 2U) != 0) return Verdict::no;
  return (negative & 1U) != 0 && (positive & 2U) != 0 ? Verdict::yes : Verdict::unknown;
}

/// prepare_b() makes the plane of b, which many triangles never need.
template <class PrepareB>
GRAZE_FORCE_INLINE Verdict meeting_of(const TriangleInLanes& a, const TriangleInLanes& b, const PrepareB& prepare_b) {
  const CertainSides of_b = sides_of(a, b);
  if (of_b.are_one()) return Verdict::no;
  prepare_b();
  const CertainSides of_a = sides_of(b, a);
  if (of_a.are_one()) return Verdict::no;
  if (!of_b.are_known() || !of_a.are_known()) return Verdict::unknown;
  return segments_meet(a, b, of_a, of_b);
}

GRAZE_FORCE_INLINE Verdict meeting_in_lanes(const TriangleInLanes& a, const TriangleInLanes& b) {
  return meeting_of(a, b, [] {});
}

GRAZE_FORCE_INLINE void place_in_lanes(const Pose& pose, double error, const Vec3& v0, const Vec3& v1, const Vec3& v2,
                                       TriangleInLanes& placed) {
  const Lanes local = in_lanes(v0, v1, v2);
  const double* m = pose.rotation.data();
  const double* t = pose.translation.data();
  const auto row = [&](int i) {
    return Double4(m[i]) * local.x + Double4(m[3 + i]) * local.y + Double4(m[6 + i]) * local.z + Double4(t[i]);
  };
  store_corners({row(0), row(1), row(2)}, error, placed);
  store_plane(placed);
}

GRAZE_FORCE_INLINE Verdict certain_meeting_lanes(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack) {
  TriangleInLanes lanes_a, lanes_b;
  store_corners(in_lanes(a[0], a[1], a[2]), slack / 2, lanes_a);
  store_corners(in_lanes(b[0], b[1], b[2]), slack / 2, lanes_b);
  store_plane(lanes_a);
  return meeting_of(lanes_a, lanes_b, [&] { store_plane(lanes_b); });
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
