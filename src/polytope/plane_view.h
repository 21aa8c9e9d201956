#pragma once
/// Points of a plane in exact arithmetic, seen by two of their coordinates: turns, areas, order.

#include "polytope/flat_intersection.h"

namespace graze::sat {

[[nodiscard]] inline bool is_zero(const Vector3<Dyadic>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

/// The difference of two points, times both denominators.
[[nodiscard]] inline Vector3<Dyadic> difference(const FlatPoint& to, const FlatPoint& from) {
  return from.w * to.x - to.w * from.x;
}

[[nodiscard]] inline bool same(const FlatPoint& p, const FlatPoint& q) { return is_zero(difference(p, q)); }

/// A plane seen along the coordinate axis in which its normal is not zero: its points by the other two coordinates.
class PlaneView {
 public:
  explicit PlaneView(const Vector3<Dyadic>& normal) {
    if (!normal.z.is_zero()) {
      first_ = &Vector3<Dyadic>::x, second_ = &Vector3<Dyadic>::y;
    } else if (!normal.y.is_zero()) {
      first_ = &Vector3<Dyadic>::x, second_ = &Vector3<Dyadic>::z;
    }
  }

  /// Sign of the turn p, q, r.
  [[nodiscard]] int turn(const FlatPoint& p, const FlatPoint& q, const FlatPoint& r) const { return determinant(p, q, r).sign(); }

  /// Twice the area of the triangle p, q, r times its denominators.
  [[nodiscard]] Dyadic determinant(const FlatPoint& p, const FlatPoint& q, const FlatPoint& r) const {
    return u(p) * (v(q) * r.w - q.w * v(r)) - v(p) * (u(q) * r.w - q.w * u(r)) + p.w * (u(q) * v(r) - v(q) * u(r));
  }

  /// Lexicographic order of the plane.
  [[nodiscard]] bool less(const FlatPoint& p, const FlatPoint& q) const {
    const int by_first = (u(p) * q.w - u(q) * p.w).sign();
    return by_first != 0 ? by_first < 0 : (v(p) * q.w - v(q) * p.w).sign() < 0;
  }

 private:
  [[nodiscard]] const Dyadic& u(const FlatPoint& p) const { return p.x.*first_; }
  [[nodiscard]] const Dyadic& v(const FlatPoint& p) const { return p.x.*second_; }

  Dyadic Vector3<Dyadic>::* first_ = &Vector3<Dyadic>::y;
  Dyadic Vector3<Dyadic>::* second_ = &Vector3<Dyadic>::z;
};

}  // namespace graze::sat
