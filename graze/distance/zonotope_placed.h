#pragma once
/// Zonotopes placed in the world, in doubles, with what roundings can have done to them.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include <graze/distance/zonotope.h>
#include <graze/exact/vector.h>
#include <graze/simd/force_inline.h>

namespace graze::distance {

using V = Vector3<double>;

template <std::size_t n>
using Places = std::array<double, n>;

/// How many generators.
template <std::size_t n>
using Count = std::integral_constant<std::size_t, n>;

[[nodiscard]] GRAZE_FORCE_INLINE V vector(const Vec3& v) { return {v[0], v[1], v[2]}; }
[[nodiscard]] GRAZE_FORCE_INLINE V sum(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE V less(const V& a, const V& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE V times(double s, const V& a) { return {s * a.x, s * a.y, s * a.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE double product(const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// |x| + |y| + |z|, which is no less than the length.
[[nodiscard]] GRAZE_FORCE_INLINE double size_of(const V& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Whether the pose is the identity, bit by bit. A pose that turns is found out at once; the other numbers are compared as integers
/// because twelve branches take as long as a distance.
[[nodiscard]] GRAZE_FORCE_INLINE bool is_unmoved(const Pose& pose) {
  const double* r = pose.rotation.data();
  const double* t = pose.translation.data();
  if (r[0] != 1) return false;
  std::uint64_t differs = 0;
  for (int k = 0; k < 3; ++k) differs |= std::bit_cast<std::uint64_t>(t[k]);
  for (int k = 1; k < 9; ++k) differs |= std::bit_cast<std::uint64_t>(r[k]) ^ std::bit_cast<std::uint64_t>(k % 4 == 0 ? 1.0 : 0.0);
  return differs == 0;
}

[[nodiscard]] GRAZE_FORCE_INLINE V turned(const Mat3& rotation, const V& v) {
  const double* r = rotation.data();
  return {r[0] * v.x + r[3] * v.y + r[6] * v.z, r[1] * v.x + r[4] * v.y + r[7] * v.z, r[2] * v.x + r[5] * v.y + r[8] * v.z};
}

/// A body around `anchor + offset`. Every coordinate of the offset and of a generator is the sum of at most three terms, rounded at
/// most four times on their way; `size` bounds the length of the vector of these terms' sizes, summed over all vectors.
template <std::size_t n>
struct Placed {
  V anchor;  ///< world, a stored number
  V offset;
  std::array<V, n> half;
  double size = 0;
};

namespace detail {

[[nodiscard]] GRAZE_FORCE_INLINE Placed<0> unmoved(const Zonotope& body, Count<0>) { return {vector(*body.first), {}, {}, 0}; }

[[nodiscard]] GRAZE_FORCE_INLINE Placed<0> moved(const Zonotope& body, Count<0>) {
  const V center = vector(*body.first);
  const double size = size_of(center);
  if (size == 0) return {vector(body.pose->translation), {}, {}, 0};  // as most are
  return {vector(body.pose->translation), turned(body.pose->rotation, center), {}, size};
}

[[nodiscard]] GRAZE_FORCE_INLINE Placed<1> unmoved(const Zonotope& body, Count<1>) {
  const V half = times(0.5, less(vector(*body.last), vector(*body.first)));
  return {vector(*body.first), half, {half}, 2 * size_of(half)};
}

[[nodiscard]] GRAZE_FORCE_INLINE Placed<1> moved(const Zonotope& body, Count<1>) {
  const V first = vector(*body.first);
  const V last = vector(*body.last);
  const Mat3& r = body.pose->rotation;
  return {vector(body.pose->translation),
          turned(r, times(0.5, sum(first, last))),
          {turned(r, times(0.5, less(last, first)))},
          size_of(first) + size_of(last)};
}

[[nodiscard]] GRAZE_FORCE_INLINE Placed<3> unmoved(const Zonotope& body, Count<3>) {
  if (body.kind == Zonotope::Kind::aligned_box) {
    const V half = times(0.5, less(vector(*body.last), vector(*body.first)));
    return {vector(*body.first), half, {V{half.x, 0, 0}, V{0, half.y, 0}, V{0, 0, half.z}}, 2 * size_of(half)};
  }
  const Vec3& h = *body.half_extents;
  const Frame& axes = *body.axes;
  return {vector(*body.first),
          {},
          {times(h[0], vector(axes[0])), times(h[1], vector(axes[1])), times(h[2], vector(axes[2]))},
          h[0] + h[1] + h[2]};
}

[[nodiscard]] GRAZE_FORCE_INLINE Placed<3> moved(const Zonotope& body, Count<3>) {
  const Mat3& r = body.pose->rotation;
  const V anchor = vector(body.pose->translation);
  const V first = vector(*body.first);
  if (body.kind == Zonotope::Kind::aligned_box) {
    const V last = vector(*body.last);
    const V half = times(0.5, less(last, first));
    return {anchor,
            turned(r, times(0.5, sum(first, last))),
            {times(half.x, vector(r.col(0))), times(half.y, vector(r.col(1))), times(half.z, vector(r.col(2)))},
            size_of(first) + size_of(last)};
  }
  const Vec3& h = *body.half_extents;
  const Frame& axes = *body.axes;
  const auto generator = [&](std::size_t k) { return turned(r, times(h[static_cast<Eigen::Index>(k)], vector(axes[k]))); };
  // a row of terms is longer than the vector by sqrt(3) at most
  return {anchor, turned(r, first), {generator(0), generator(1), generator(2)}, size_of(first) + 1.75 * (h[0] + h[1] + h[2])};
}

}  // namespace detail

template <std::size_t n>
[[nodiscard]] GRAZE_FORCE_INLINE Placed<n> placed(const Zonotope& body) {
  return is_unmoved(*body.pose) ? detail::unmoved(body, Count<n>{}) : detail::moved(body, Count<n>{});
}

/// The difference of two bodies, itself a zonotope: centre, generators of b, then those of a turned around.
template <std::size_t na, std::size_t nb>
struct Between {
  static constexpr std::size_t n = na + nb;

  V center;
  std::array<V, n> g;
  double size = 0;  ///< sum of the sizes of all vectors and of the terms that they are rounded from
  double radii = 0;

  GRAZE_FORCE_INLINE Between(const Placed<na>& a, const Placed<nb>& b, double radius_a, double radius_b)
      : radii(radius_a + radius_b) {
    const V way = less(b.anchor, a.anchor);
    center = sum(way, less(b.offset, a.offset));
    for (std::size_t k = 0; k < nb; ++k) g[k] = b.half[k];
    for (std::size_t k = 0; k < na; ++k) g[nb + k] = {-a.half[k].x, -a.half[k].y, -a.half[k].z};
    size = size_of(way) + a.size + b.size;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE V at(const Places<n>& p) const {
    V x = center;
    for (std::size_t k = 0; k < n; ++k) x = sum(x, times(p[k], g[k]));
    return x;
  }

  void scale(double factor) {
    center = times(factor, center);
    for (V& v : g) v = times(factor, v);
    size *= factor;
    radii *= factor;
  }
};

}  // namespace graze::distance
