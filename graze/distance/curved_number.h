#pragma once
/// A number of about 106 bits: the unevaluated sum of two doubles [Dekker71]. Same bits on every machine, unlike long double.
/// Needs every rounding where it is written, hence only used in .cpp files of ours (-ffp-contract=off).

#include <cmath>
#include <compare>
#include <type_traits>

#include <graze/exact/vector.h>

namespace graze::distance {

struct Wide {
  double hi = 0;  ///< the number rounded to double
  double lo = 0;  ///< what rounding left over

  constexpr Wide() = default;
  constexpr Wide(double exact) : hi(exact) {}  // NOLINT: a double is a number without error, as for Bounded and Dyadic
  constexpr Wide(double high, double low) : hi(high), lo(low) {}

  explicit operator double() const { return hi; }

  friend auto operator<=>(const Wide&, const Wide&) = default;  // right because |lo| <= ulp(hi) / 2
};

namespace detail {

/// The rounded sum and its error; needs |a| >= |b|.
[[nodiscard]] inline Wide sum_of_ordered(double a, double b) {
  const double s = a + b;
  return {s, b - (s - a)};
}

[[nodiscard]] inline Wide sum_of(double a, double b) {
  const double s = a + b;
  const double b_seen = s - a;
  return {s, (a - (s - b_seen)) + (b - b_seen)};
}

[[nodiscard]] inline Wide product_of(double a, double b) {
  const double p = a * b;
  return {p, std::fma(a, b, -p)};
}

}  // namespace detail

[[nodiscard]] inline Wide operator-(const Wide& a) { return {-a.hi, -a.lo}; }

[[nodiscard]] inline Wide operator+(const Wide& a, const Wide& b) {
  Wide s = detail::sum_of(a.hi, b.hi);
  const Wide t = detail::sum_of(a.lo, b.lo);
  s = detail::sum_of_ordered(s.hi, s.lo + t.hi);
  return detail::sum_of_ordered(s.hi, s.lo + t.lo);
}

[[nodiscard]] inline Wide operator-(const Wide& a, const Wide& b) { return a + -b; }

[[nodiscard]] inline Wide operator*(const Wide& a, const Wide& b) {
  const Wide p = detail::product_of(a.hi, b.hi);
  return detail::sum_of_ordered(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}

[[nodiscard]] inline Wide operator/(const Wide& a, const Wide& b) {
  const double first = a.hi / b.hi;
  Wide rest = a - Wide(first) * b;
  const double second = rest.hi / b.hi;
  rest = rest - Wide(second) * b;
  return detail::sum_of_ordered(first, second) + Wide(rest.hi / b.hi);
}

/// One Newton step from the root of the leading part; 0 for numbers that are not positive.
[[nodiscard]] inline Wide sqrt(const Wide& a) {
  if (!(a.hi > 0)) return 0;
  const double root = std::sqrt(a.hi);
  const Wide rest = a - detail::product_of(root, root);
  return detail::sum_of_ordered(root, rest.hi / (2 * root));
}

namespace gjk {

/// The number in type N, rounded when N is double.
template <class N>
[[nodiscard]] N narrowed(const Wide& a) {
  if constexpr (std::is_same_v<N, double>) {
    return a.hi;
  } else {
    return a;
  }
}

template <class N>
[[nodiscard]] Vector3<N> narrowed(const Vector3<Wide>& v) {
  return {narrowed<N>(v.x), narrowed<N>(v.y), narrowed<N>(v.z)};
}

template <class N>
[[nodiscard]] Vec3 rounded(const Vector3<N>& v) {
  return {double(v.x), double(v.y), double(v.z)};
}

template <class N>
[[nodiscard]] N length(const Vector3<N>& v) {
  using std::sqrt;
  return sqrt(dot(v, v));
}

}  // namespace gjk

}  // namespace graze::distance
