#pragma once
/// All differences a - b of two bodies: a convex set that holds the origin just when they meet, and whose point nearest to the
/// origin is as far from it as they are from each other. Rounded with one error bound for the filter, exact on demand.

#include <algorithm>
#include <cmath>

#include "numbers/kept_blocks.h"
#include "rounded/wolfe_set.h"
#include "views/body_view.h"

namespace graze::distance {

/// A direction in which the difference is unbounded.
struct UnboundedDirection {
  Vector3<double> rounded;  ///< world axes, largest component 1, each within ray_error of the true one
  bool of_b = false;        ///< the negative of a ray of b
  bool swept = false;       ///< of neither body: the direction in which a moves against b
};

/// The Minkowski difference of two bodies.
class MinkowskiDifference {
 public:
  MinkowskiDifference(const BodyView& a, const BodyView& b);

  /// The same after b has moved on by time * velocity.
  [[nodiscard]] MinkowskiDifference moved(double time, const Vector3<Dyadic>& velocity) const;
  /// Adds everything that b sweeps backward: then the set holds the differences at all times from 0 on. The velocity of b against a
  /// is not zero.
  void sweep(const Vector3<Dyadic>& velocity);

  [[nodiscard]] Vector3<double> rounded(const Generator& g) const { return g.is_ray() ? rays[g.a].rounded : a[g.a] - b[g.b]; }
  [[nodiscard]] Vector3<Dyadic> exact(const Generator& g) const;
  [[nodiscard]] Vector3<Dyadic> exact_a(std::int32_t i) const { return corner<Dyadic>(*core_a, i, origin); }
  [[nodiscard]] Vector3<Dyadic> exact_b(std::int32_t j) const;
  [[nodiscard]] Vector3<Dyadic> exact_ray(std::size_t k) const;  ///< world axes, any length

  const BodyView* core_a;
  const BodyView* core_b;
  Vec3 origin;             ///< world point that corners are relative to
  sat::Vectors<double> a;  ///< corners, rounded, in units
  sat::Vectors<double> b;
  KeptList<UnboundedDirection> rays;  ///< those of a, those of b, those swept
  double unit = 1;                    ///< power of two: rounded numbers times this are lengths of the input
  double error = 0;                   ///< of every coordinate of a and b at most, in units; infinite where doubles say nothing
  double reach = 0;                   ///< no coordinate of a and b is larger, in units

 private:
  void choose_unit();

  std::optional<Vector3<Dyadic>> shift_of_b_;
  KeptList<Vector3<Dyadic>> swept_directions_;
};

/// The largest magnitude of a component.
[[nodiscard]] inline double largest_component(const Vector3<double>& v) {
  return std::max({std::fabs(v.x), std::fabs(v.y), std::fabs(v.z)});
}

/// The corner that is least along a direction, or most along its negative.
struct Extreme {
  std::int32_t index = 0;
  double value = 0;
};

[[nodiscard]] Extreme least_along(const sat::Vectors<double>& corners, const Vector3<double>& direction);

/// Of a normalised ray's component. No unit. A rotated component is a sum of three products, off by 3 sqrt(3) roundings of the
/// largest one; that is true of the divisor too, and the quotient is rounded. RoundedDistance.LinesAndRaysAgreeWithRationals
inline constexpr double ray_error = 16 * tolerance::rounding;

/// Products of six lengths between these neither overflow nor lose bits to underflow; others are scaled first. Unit of the input.
/// RoundedDistance.IsNeutralToPowersOfTwo
inline constexpr double least_factor = 0x1p-60;
inline constexpr double greatest_factor = 0x1p60;

/// Beyond these even placing a corner may overflow, or lose more than its error bound accounts for: exact numbers decide. Unit of
/// the input. RoundedDistance.IsNeutralToPowersOfTwo
inline constexpr double least_placed = 0x1p-900;
inline constexpr double greatest_placed = 0x1p900;

[[nodiscard]] constexpr bool keeps_products(double size) { return size > least_factor && size < greatest_factor; }
[[nodiscard]] constexpr bool can_be_placed(double size) { return size > least_placed && size < greatest_placed; }

}  // namespace graze::distance
