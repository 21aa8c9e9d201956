#pragma once
/// Two segments, perhaps with radii, in doubles: where they are nearest, how far apart that is, and a proof of it made of numbers
/// that are already computed.
///
/// With x the offset between the points s and t, e and f the segments: no two of their points are nearer than
///  (1) |x| less (1-s)(x.e)+ + s(x.e)- + t(x.f)+ + (1-t)(x.f)-, over |x|, which is of first order in the errors of the parameters;
///  or (2) |x'|, the part of x across those of e and f whose parameters are between their ends, if the others are at the right end
///  along
///      x'; |x|^2 - |x'|^2 is of second order. As in zonotope_proof.h, without quotients.

#include <cmath>

#include "quick/zonotope_placed.h"
#include "quick/zonotope_proof.h"
#include "simd/double_pair.h"

namespace graze::distance {

/// What belongs to the first segment and to the second, side by side: half as many instructions as one after the other.
using simd::both;
using simd::larger;
using simd::swapped;
using simd::Two;
using simd::TwoVectors;

[[nodiscard]] GRAZE_FORCE_INLINE TwoVectors two(const Vec3& a, const Vec3& b) {
  return {Two{a[0], b[0]}, Two{a[1], b[1]}, Two{a[2], b[2]}};
}
[[nodiscard]] GRAZE_FORCE_INLINE TwoVectors two(const V& a, const V& b) { return {Two{a.x, b.x}, Two{a.y, b.y}, Two{a.z, b.z}}; }
[[nodiscard]] GRAZE_FORCE_INLINE V first(const TwoVectors& v) { return {v.x[0], v.y[0], v.z[0]}; }
[[nodiscard]] GRAZE_FORCE_INLINE V second(const TwoVectors& v) { return {v.x[1], v.y[1], v.z[1]}; }

/// From the first to the second and back.
[[nodiscard]] GRAZE_FORCE_INLINE TwoVectors to_and_fro(const TwoVectors& v) {
  return {swapped(v.x) - v.x, swapped(v.y) - v.y, swapped(v.z) - v.z};
}

struct SegmentPair {
  TwoVectors along;  ///< e and f
  TwoVectors r;      ///< from the start of each to that of the other
  Two squares;       ///< of their lengths
  double ef;

  GRAZE_FORCE_INLINE SegmentPair(const TwoVectors& e_and_f, const TwoVectors& between)
      : along(e_and_f), r(between), squares(dot(along, along)), ef(product(first(along), second(along))) {}

  [[nodiscard]] GRAZE_FORCE_INLINE double ee() const { return squares[0]; }
  [[nodiscard]] GRAZE_FORCE_INLINE double ff() const { return squares[1]; }
  [[nodiscard]] GRAZE_FORCE_INLINE double spread() const { return ee() * ff() - ef * ef; }
};

/// Segments without length stay at their start.
[[nodiscard]] GRAZE_FORCE_INLINE double parameter_within(double numerator, double denominator) {
  if (!(numerator > 0)) return 0;
  if (numerator < denominator) return numerator / denominator;
  return denominator > 0 ? 1 : 0;
}

/// Within [0, 1], ends exactly. The nearest points of the lines, the first of them moved into its segment; then that of the second
/// for it; then, if that had to be moved too, that of the first again. [Lumelsky85]
[[nodiscard]] GRAZE_FORCE_INLINE Two nearest_parameters(const SegmentPair& p) {
  const Two along_r = dot(p.along, p.r);
  const double er = along_r[0];
  const double rf = along_r[1];  // of the reverse offset
  const double s = parameter_within(er * p.ff() + p.ef * rf, p.spread());
  const double t = s * p.ef + rf;
  if (!(t > 0)) return Two{parameter_within(er, p.ee()), 0};
  if (!(t < p.ff())) return Two{parameter_within(er + p.ef, p.ee()), p.ff() > 0 ? 1.0 : 0.0};
  return Two{s, t / p.ff()};
}

/// An offset from a to b, and what it says about moving its ends.
struct SegmentOffset {
  V x;
  double xx;
  Two gain;  ///< half of what moving a parameter towards the other end takes off |x|^2, at first: x.e and -x.f

  /// For the offset back and forth.
  GRAZE_FORCE_INLINE SegmentOffset(const TwoVectors& offset, const SegmentPair& p)
      : x(first(offset)), xx(product(x, x)), gain(dot(p.along, offset)) {}
};

/// (1), times |x|.
[[nodiscard]] GRAZE_FORCE_INLINE double first_order_loss(const SegmentOffset& w, const Two& parameters) {
  const Two of_each = larger((both(1) - parameters) * w.gain, -parameters * w.gain);
  return of_each[0] + of_each[1];
}

[[nodiscard]] GRAZE_FORCE_INLINE bool is_between(double parameter) { return parameter > 0 && parameter < 1; }

/// Whether (2) leaves all but this part of |x|^2, and whatever roundings have tilted x by, as long as that is less than its root.
[[nodiscard]] GRAZE_FORCE_INLINE bool second_order_loss_is_below(double part, const SegmentPair& p, const Two& parameters,
                                                                 const SegmentOffset& w) {
  const double allowance = part * w.xx;
  const Two squares = w.gain * w.gain;
  const bool s_is_free = is_between(parameters[0]);
  const bool t_is_free = is_between(parameters[1]);
  if (s_is_free && t_is_free) {
    const double spread = p.spread();
    const double form = squares[0] * p.ff() + 2 * std::fabs(w.gain[0] * w.gain[1] * p.ef) + squares[1] * p.ee();
    return spread > least_spread * (p.ee() * p.ff()) && form <= allowance * spread;
  }
  // |x'.f - x.f| <= |x - x'| |f|, and the same again for roundings
  const auto is_right = [&](int k, bool is_free) {
    const double outward = parameters[k] > 0 ? w.gain[k] : -w.gain[k];
    return is_free ? squares[k] <= allowance * p.squares[k] : outward > 0 && squares[k] > 4 * allowance * p.squares[k];
  };
  return is_right(0, s_is_free) && is_right(1, t_is_free);
}

}  // namespace graze::distance
