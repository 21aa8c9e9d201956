#pragma once
/// What the searches over curved bodies, in double and then in twice its digits, need of either number.

#include <cmath>
#include <type_traits>

#include "numbers/double_double.h"
#include "numbers/vector.h"

namespace graze::distance::gjk {

/// The number in type N, rounded when N is double.
template <class N>
[[nodiscard]] N narrowed(const DoubleDouble& a) {
  if constexpr (std::is_same_v<N, double>) {
    return a.hi;
  } else {
    return a;
  }
}

template <class N>
[[nodiscard]] Vector3<N> narrowed(const Vector3<DoubleDouble>& v) {
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

}  // namespace graze::distance::gjk
