#pragma once
/// Where on their bodies the nearest points are, in closed form. Roundings may spoil a parameter a little; whoever uses it proves
/// how good it is.

#include <algorithm>

#include "numbers/tolerance.h"
#include "quick/zonotope_placed.h"

namespace graze::distance {

[[nodiscard]] GRAZE_FORCE_INLINE double clamped(double x) { return std::min(std::max(x, -1.0), 1.0); }

/// In parts of a generator. No unit. A few roundings of a parameter. BoxDoubts.LeaveFewDistancesOfBoxesThatAllButTouchToRationals
inline constexpr double near_end = 16 * tolerance::rounding;

/// At an end, if it is so near that its roundings would take it there: from an end it can be put right, beyond one it cannot.
[[nodiscard]] inline double at_end_if_near(double parameter) {
  return std::fabs(parameter) > 1 - near_end ? std::copysign(1.0, parameter) : parameter;
}

/// The end of a generator of this squared length; generators without length stay at their first end.
[[nodiscard]] GRAZE_FORCE_INLINE double best_parameter(double along, double squared) {
  return squared > 0 ? clamped(-along / squared) : -1;
}

[[nodiscard]] GRAZE_FORCE_INLINE Parameters<0> nearest_parameters(const Between<0, 0>&) { return {}; }

[[nodiscard]] GRAZE_FORCE_INLINE Parameters<1> nearest_parameters(const Between<0, 1>& z) {
  return {best_parameter(product(z.center, z.g[0]), product(z.g[0], z.g[0]))};
}

/// The generators of a box are at right angles, up to rounding.
[[nodiscard]] GRAZE_FORCE_INLINE Parameters<3> nearest_parameters(const Between<0, 3>& z) {
  Parameters<3> p;
  for_each_index<3>(
      [&](auto k) __attribute__((always_inline)) { p[k] = best_parameter(product(z.center, z.g[k]), product(z.g[k], z.g[k])); });
  return p;
}

/// The nearest points of the lines, the first of them moved into its segment; then that of the second for it; then that of the
/// first again, which changes nothing unless the second had to be moved too: no branch that could be predicted.
[[nodiscard]] GRAZE_FORCE_INLINE Parameters<2> nearest_parameters(const Between<1, 1>& z) {
  const double uu = product(z.g[0], z.g[0]);
  const double vv = product(z.g[1], z.g[1]);
  const double uv = product(z.g[0], z.g[1]);
  const double uc = product(z.g[0], z.center);
  const double vc = product(z.g[1], z.center);
  if (!(vv > 0)) return {best_parameter(uc - uv, uu), -1};
  const double spread = uu * vv - uv * uv;
  const double on_u = spread > 0 ? clamped((uv * vc - uc * vv) / spread) : -1;
  const double on_v = clamped(-(vc + on_u * uv) / vv);
  return {best_parameter(uc + on_v * uv, uu), on_v};
}

/// A segment against a box: half the derivative of the squared distance along the segment, which is linear between the points where
/// the nearest point of the box changes its face and nowhere falls.
class SegmentAndBox {
 public:
  explicit SegmentAndBox(const Between<1, 3>& z) : ss_(product(z.g[3], z.g[3])), sc_(product(z.g[3], z.center)) {
    for (std::size_t k = 0; k < 3; ++k) {
      gg_[k] = product(z.g[k], z.g[k]);
      gc_[k] = product(z.g[k], z.center);
      gs_[k] = product(z.g[k], z.g[3]);
    }
    noise_ = slope_rounding * (ss_ + std::fabs(sc_) + std::fabs(gs_[0]) + std::fabs(gs_[1]) + std::fabs(gs_[2]));
  }

  [[nodiscard]] double on_box(std::size_t k, double s) const { return best_parameter(gc_[k] + s * gs_[k], gg_[k]); }

  /// The parameter on the segment; in the middle where it passes through the box.
  [[nodiscard]] double on_segment() const {
    double low = -1;
    double high = 1;
    const double rise_low = slope(low);
    const double rise_high = slope(high);
    if (rise_low > 0) return low;
    if (rise_high < 0) return high;
    double level_low = rise_low < 0 ? high : low;
    double level_high = rise_high > 0 ? low : high;
    for (std::size_t k = 0; k < 3; ++k) {
      for (const double end : {-1.0, 1.0}) {
        const double s = (-end * gg_[k] - gc_[k]) / gs_[k];
        if (!(s > low && s < high)) continue;
        const double rise = slope(s);
        if (rise < 0) {
          low = s;
        } else if (rise > 0) {
          high = s;
        } else {
          level_low = std::min(level_low, s);
          level_high = std::max(level_high, s);
        }
      }
    }
    level_low = std::max(level_low, low);
    level_high = std::min(level_high, high);
    if (level_low <= level_high) return 0.5 * (level_low + level_high);
    return level_parameter(low, high);
  }

 private:
  /// Zero where it is nothing but roundings.
  [[nodiscard]] double slope(double s) const {
    double rise = sc_ + s * ss_;
    for (std::size_t k = 0; k < 3; ++k) rise += gs_[k] * on_box(k, s);
    return std::fabs(rise) > noise_ ? rise : 0;
  }

  /// Where the derivative is zero, between points without a change of face between them.
  [[nodiscard]] double level_parameter(double low, double high) const {
    const double middle = 0.5 * (low + high);
    double at_zero = sc_;
    double rise = ss_;
    for (std::size_t k = 0; k < 3; ++k) {
      const double on_box_k = on_box(k, middle);
      if (std::fabs(on_box_k) < 1) {
        at_zero -= gs_[k] * gc_[k] / gg_[k];
        rise -= gs_[k] * gs_[k] / gg_[k];
      } else {
        at_zero += gs_[k] * on_box_k;
      }
    }
    const double s = -at_zero / rise;
    return s >= low && s <= high ? s : middle;  // the slope may be nothing but roundings
  }

  /// Of each term of the derivative: a product of vectors, a quotient, a product, sums. No unit. A segment that crosses a box would
  /// else be taken to its rim. ZonotopeDistance.FindsCrossingsOfSegmentsAndBoxes
  static constexpr double slope_rounding = 16 * tolerance::rounding;

  double ss_;
  double sc_;
  double noise_;
  std::array<double, 3> gg_;
  std::array<double, 3> gc_;
  std::array<double, 3> gs_;
};

[[nodiscard]] inline Parameters<4> nearest_parameters(const Between<1, 3>& z) {
  const SegmentAndBox pair(z);
  const double s = product(z.g[3], z.g[3]) > 0 ? pair.on_segment() : -1;
  return {pair.on_box(0, s), pair.on_box(1, s), pair.on_box(2, s), s};
}

/// Of two boxes by a search. [Gilbert88] Where it ends around the origin, `meet` says whether roundings leave no doubt of it.
struct BoxParameters {
  Parameters<6> p;
  bool meet = false;
  bool nearly_touch = false;  ///< the parameters are across the widest gap, or of parallel boxes; nothing was searched
};

/// Of boxes that meet in nothing but roundings, whose offset has no direction that would tell the ends that parameters are at.
[[nodiscard]] Parameters<6> parameters_where_meeting(const Between<3, 3>& z);
[[nodiscard]] BoxParameters searched_box_parameters(const Between<3, 3>& z, double error);

/// Without a search where the boxes are well apart and it is seen which of their parameters are at ends, where they nearly touch,
/// or where their edges are parallel.
[[nodiscard]] BoxParameters nearest_box_parameters(const Between<3, 3>& z, double error, bool are_parallel);

/// Of boxes whose edges are parallel: edge by edge, with the smaller box at an end, so that no more than two are between theirs.
[[nodiscard]] Parameters<6> parallel_box_parameters(const Between<3, 3>& z);

/// Where boxes that nearly touch are nearest along the axis, of a face or across two edges, on which they are farthest apart: a
/// search sees no direction in so short an offset. Nothing where that leaves a choice of parameters. To be proven.
[[nodiscard]] std::optional<Parameters<6>> parameters_across_gap(const Between<3, 3>& z);

/// By a gap along an axis or across two edges, or by a common point; nothing where the boxes are too close to touching.
[[nodiscard]] std::optional<bool> boxes_overlap(const Between<3, 3>& z, double error);

}  // namespace graze::distance
