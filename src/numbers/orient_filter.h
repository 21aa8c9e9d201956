#pragma once
/// Orientation in plain doubles with an error bound: says nothing rather than something wrong.
///
/// The bounds, u = 2^-53. Every difference d of two coordinates is known as d' with d = d'(1 + e) + s, |e| <= u, |s| <= slack,
/// where slack bounds what is uncertain about the coordinates themselves (0 when they are given numbers). Let m be the largest |d'|
/// along an axis and M = m + slack. A product of k differences then differs from the product of the k computed ones by at most
/// ((1 + u)^k - 1) prod M + slack * (sum of the products of k - 1 of the M).
/// 3D: six products of three. Each is rounded five times (product, difference, product, two sums), hence the determinant is off by
/// at most 6 ((1 + u)^5 - 1 + (1 + u)^3 - 1) Mx My Mz + 6 slack (My Mz + Mz Mx + Mx My); 6 * 8 u = 48 u.
/// 2D: two products of two, each rounded twice: 2 (2u + 2u) Mx My + 2 slack (Mx + My) and terms in u^2.
/// The constants below exceed 48, 6, 8 and 2 by enough for the terms in u^2, the rounding of the bound itself, and underflow: all M
/// are at least 2^-320, so a product loses at most 2^-1075 where u times the bound is at least 2^-1013.

#include <algorithm>
#include <array>
#include <cmath>

#include <graze/vec.h>

#include "numbers/sign.h"
#include "numbers/tolerance.h"

namespace graze::detail {

inline constexpr double volume_rounding = 49 * tolerance::rounding;  ///< of Mx My Mz. Orient.AgreesWithRationals*
inline constexpr double volume_slack = 7;  ///< of slack times an area. OrientFilter.HoldsForEveryTruePointWithinItsSlack
inline constexpr double area_rounding = 9 * tolerance::rounding;  ///< of Mx My. Orient.AgreesWithRationals*
inline constexpr double area_slack = 3;  ///< of slack times a length. OrientFilter.HoldsForEveryTruePointWithinItsSlack

/// Differences within these bounds neither overflow nor underflow in a product of three. Unit of the input.
inline constexpr double filter_least = 0x1p-320;
inline constexpr double filter_greatest = 0x1p320;

[[nodiscard]] inline Sign certain_sign(double value, double bound) {
  const int sign = (value > bound) - (value < -bound);
  return sign == 0 ? Sign::unknown : static_cast<Sign>(sign);
}

/// The plane through a, b, c, ready to tell on which side points are.
class SideFilter {
 public:
  SideFilter(const Vec3& a, const Vec3& b, const Vec3& c, double slack) : origin_(a), slack_(slack) {
    const Vec3 ab = b - a;
    const Vec3 ac = c - a;
    normal_ = {ab.y() * ac.z() - ab.z() * ac.y(), ab.z() * ac.x() - ab.x() * ac.z(), ab.x() * ac.y() - ab.y() * ac.x()};
    extent_ = ab.cwiseAbs().cwiseMax(ac.cwiseAbs());
  }

  /// Positive when a, b, c turn counter-clockwise seen from d.
  [[nodiscard]] Sign side(const Vec3& d) const {
    const Vec3 ad = d - origin_;
    const Vec3 extent = extent_.cwiseMax(ad.cwiseAbs()).array() + slack_;
    if (!in_range(extent)) return extent.minCoeff() == 0 ? Sign::zero : Sign::unknown;  // no extent: all share a plane
    return certain_sign(volume(ad), bound(extent));
  }

  /// The same for three points under one bound, which saves time and costs little sharpness.
  [[nodiscard]] std::array<Sign, 3> sides(const Vec3& d, const Vec3& e, const Vec3& f) const {
    const Vec3 ad = d - origin_;
    const Vec3 ae = e - origin_;
    const Vec3 af = f - origin_;
    const Vec3 extent = extent_.cwiseMax(ad.cwiseAbs()).cwiseMax(ae.cwiseAbs()).cwiseMax(af.cwiseAbs()).array() + slack_;
    if (!in_range(extent)) return {side(d), side(e), side(f)};
    const double limit = bound(extent);
    return {certain_sign(volume(ad), limit), certain_sign(volume(ae), limit), certain_sign(volume(af), limit)};
  }

 private:
  [[nodiscard]] static bool in_range(const Vec3& extent) {
    return std::min(std::min(extent.x(), extent.y()), extent.z()) >= filter_least &&
           std::max(std::max(extent.x(), extent.y()), extent.z()) <= filter_greatest;
  }
  [[nodiscard]] double volume(const Vec3& ad) const { return normal_.x() * ad.x() + normal_.y() * ad.y() + normal_.z() * ad.z(); }
  [[nodiscard]] double bound(const Vec3& m) const {
    return volume_rounding * (m.x() * m.y() * m.z()) + volume_slack * slack_ * (m.y() * m.z() + m.z() * m.x() + m.x() * m.y());
  }

  Vec3 origin_;
  Vec3 normal_;
  Vec3 extent_;
  double slack_;
};

/// Positive when a, b, c turn counter-clockwise.
[[nodiscard]] inline Sign filtered_turn(const Vec2& a, const Vec2& b, const Vec2& c, double slack) {
  const Vec2 ab = b - a;
  const Vec2 ac = c - a;
  const double x = std::max(std::fabs(ab.x()), std::fabs(ac.x())) + slack;
  const double y = std::max(std::fabs(ab.y()), std::fabs(ac.y())) + slack;
  const double least = std::min(x, y);
  const bool in_range = least >= filter_least && std::max(x, y) <= filter_greatest;
  if (!in_range) return least == 0 ? Sign::zero : Sign::unknown;
  return certain_sign(ab.x() * ac.y() - ab.y() * ac.x(), area_rounding * (x * y) + area_slack * slack * (x + y));
}

}  // namespace graze::detail
