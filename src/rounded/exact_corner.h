#pragma once
/// A corner of a difference of two bodies, and signs about such corners: from the filter where it can tell, else exact.

#include <optional>

#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// A generator (no ray) and its coordinates: in filtered numbers and the difference's unit at once, in exact numbers and the unit
/// of the input on demand. The two units do not matter for signs of products that are of one degree in every corner.
class ExactCorner {
 public:
  ExactCorner(const MinkowskiDifference& difference, const Generator& id) : difference_(&difference), id_(id) {
    const Vector3<double> at = difference.rounded(id);
    const auto number = [&](double x) { return Bounded(x, 2 * difference.error + tolerance::rounding * std::fabs(x)); };
    rough_ = {number(at.x), number(at.y), number(at.z)};
  }

  [[nodiscard]] const Generator& id() const { return id_; }

  template <class N>
  [[nodiscard]] const Vector3<N>& at() const {
    if constexpr (std::is_same_v<N, Bounded>) {
      return rough_;
    } else {
      if (!exact_) exact_ = difference_->exact(id_);
      return *exact_;
    }
  }

 private:
  const MinkowskiDifference* difference_;
  Generator id_;
  Vector3<Bounded> rough_;
  mutable std::optional<Vector3<Dyadic>> exact_;
};

/// The sign of a number that `value` works out, given as value.operator()<N>() for N = Bounded and N = Dyadic.
template <class Value>
[[nodiscard]] int decided_sign(const Value& value) {
  const Sign rough = sign_of(value.template operator()<Bounded>());
  if (rough != Sign::unknown) return static_cast<int>(rough);
  return value.template operator()<Dyadic>().sign();
}

/// A normal of the plane of three corners, by the right hand.
template <class N>
[[nodiscard]] Vector3<N> normal_of(const ExactCorner& p, const ExactCorner& q, const ExactCorner& r) {
  return cross(q.at<N>() - p.at<N>(), r.at<N>() - p.at<N>());
}

/// On which side of the plane of three corners a fourth is: 1 where the normal points.
[[nodiscard]] inline int side_of_plane(const ExactCorner& p, const ExactCorner& q, const ExactCorner& r, const ExactCorner& x) {
  return decided_sign([&]<class N>() { return dot(normal_of<N>(p, q, r), x.at<N>() - p.at<N>()); });
}

/// The corner that is farthest along a direction as far as doubles can tell; any direction, not zero.
[[nodiscard]] inline Generator probably_farthest(const MinkowskiDifference& d, const Vector3<double>& direction) {
  return {least_along(d.a, -direction).index, least_along(d.b, direction).index};
}

[[nodiscard]] inline Vector3<double> values_of(const Vector3<Bounded>& v) { return {v.x.value, v.y.value, v.z.value}; }

}  // namespace graze::distance
