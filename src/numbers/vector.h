#pragma once
/// Three numbers of any kind (double, Bounded, Dyadic) with the algebra of vectors; Eigen is too heavy for kinds that allocate.

#include <graze/vec.h>

namespace graze {

template <class N>
struct Vector3 {
  N x{}, y{}, z{};
};

/// The same vector, its coordinates as numbers without error.
template <class N>
[[nodiscard]] Vector3<N> lifted(const Vec3& v) {
  return {N(v.x()), N(v.y()), N(v.z())};
}

template <class N>
[[nodiscard]] Vector3<N> operator+(const Vector3<N>& a, const Vector3<N>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}

template <class N>
[[nodiscard]] Vector3<N> operator-(const Vector3<N>& a, const Vector3<N>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}

template <class N>
[[nodiscard]] Vector3<N> operator-(const Vector3<N>& a) {
  return {-a.x, -a.y, -a.z};
}

template <class N>
[[nodiscard]] Vector3<N> operator*(const N& scale, const Vector3<N>& a) {
  return {scale * a.x, scale * a.y, scale * a.z};
}

template <class N>
[[nodiscard]] N dot(const Vector3<N>& a, const Vector3<N>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

template <class N>
[[nodiscard]] Vector3<N> cross(const Vector3<N>& a, const Vector3<N>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace graze
