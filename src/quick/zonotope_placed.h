#pragma once
/// Zonotopes placed in the world, in doubles, with what roundings can have done to them.

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <utility>

#include "numbers/tolerance.h"
#include "numbers/vector.h"
#include "quick/zonotope.h"
#include "simd/force_inline.h"

namespace graze::distance {

using V = Vector3<double>;

template <std::size_t n>
using Parameters = std::array<double, n>;

/// How many generators.
template <std::size_t n>
using Count = std::integral_constant<std::size_t, n>;

/// Calls with every index below n, each a constant: what is kept in arrays then stays in registers, which a loop does not promise.
template <std::size_t n, class Do>
GRAZE_FORCE_INLINE void for_each_index(const Do& call) {
  [&]<std::size_t... k>(std::index_sequence<k...>)
      __attribute__((always_inline)) { (call(Count<k>{}), ...); }(std::make_index_sequence<n>{});
}

[[nodiscard]] GRAZE_FORCE_INLINE V vector(const Vec3& v) { return {v[0], v[1], v[2]}; }
[[nodiscard]] GRAZE_FORCE_INLINE V sum(const V& a, const V& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE V difference(const V& a, const V& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE V times(double s, const V& a) { return {s * a.x, s * a.y, s * a.z}; }
[[nodiscard]] GRAZE_FORCE_INLINE double product(const V& a, const V& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// |x| + |y| + |z|, which is no less than the length.
[[nodiscard]] GRAZE_FORCE_INLINE double size_of(const V& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

/// Whether the pose is the identity, bit by bit. A pose that turns is found out at once; the other numbers are compared as integers
/// and in pairs because twelve branches take as long as a distance.
[[nodiscard]] GRAZE_FORCE_INLINE bool is_unmoved(const Pose& pose) {
  using TwoWords [[gnu::vector_size(16)]] = std::uint64_t;
  const double* r = pose.rotation.data();
  const double* t = pose.translation.data();
  if (r[0] != 1) return false;
  const auto two = [](const double* from) __attribute__((always_inline)) {
    TwoWords words;
    std::memcpy(&words, from, sizeof words);
    return words;
  };
  const TwoWords one{std::bit_cast<std::uint64_t>(1.0), 0};
  const TwoWords last{std::bit_cast<std::uint64_t>(r[8]), std::bit_cast<std::uint64_t>(t[0])};
  const TwoWords differs = (two(r) ^ one) | two(r + 2) | (two(r + 4) ^ one) | two(r + 6) | (last ^ one) | two(t + 1);
  return (differs[0] | differs[1]) == 0;
}

[[nodiscard]] GRAZE_FORCE_INLINE V rotated(const Mat3& rotation, const V& v) {
  const double* r = rotation.data();
  return {r[0] * v.x + r[3] * v.y + r[6] * v.z, r[1] * v.x + r[4] * v.y + r[7] * v.z, r[2] * v.x + r[5] * v.y + r[8] * v.z};
}

/// How many generators a simple shape has.
template <class Shape>
inline constexpr std::size_t generator_count = 3;
template <>
inline constexpr std::size_t generator_count<Point> = 0;
template <>
inline constexpr std::size_t generator_count<Sphere> = 0;
template <>
inline constexpr std::size_t generator_count<Segment> = 1;
template <>
inline constexpr std::size_t generator_count<Capsule> = 1;

template <class Shape>
[[nodiscard]] GRAZE_FORCE_INLINE double radius_of(const Shape& shape) {
  if constexpr (requires { shape.radius; }) {
    return shape.radius;
  } else {
    return 0;
  }
}

/// A body around `anchor + offset`.
template <std::size_t n>
struct PlacedZonotope {
  V anchor;  ///< world, a stored number
  V offset;
  std::array<V, n> half;
  double size = 0;   ///< bounds the sum of the lengths of the offset and of the generators, and of the terms they are rounded from
  double error = 0;  ///< how far any point of the body can be from where these numbers put it, length
};

namespace detail {

constexpr double u = tolerance::rounding;

/// Of a body in its own frame. A difference of coordinates is rounded once and counts in the offset and in a generator.
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> unmoved(const Vec3& point) { return {vector(point), {}, {}, 0, 0}; }

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> unmoved_segment(const Vec3& first, const Vec3& last) {
  const V half = times(0.5, difference(vector(last), vector(first)));
  const double size = 2 * size_of(half);
  return {vector(first), half, {half}, size, 2 * u * size};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> unmoved_aligned(const Vec3& least, const Vec3& greatest) {
  const V half = times(0.5, difference(vector(greatest), vector(least)));
  const double size = 2 * size_of(half);
  return {vector(least), half, {V{half.x, 0, 0}, V{0, half.y, 0}, V{0, 0, half.z}}, size, 2 * u * size};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> unmoved_oriented(const Vec3& center, const Frame& axes, const Vec3& h) {
  const double size = h[0] + h[1] + h[2];
  return {vector(center),
          {},
          {times(h[0], vector(axes[0])), times(h[1], vector(axes[1])), times(h[2], vector(axes[2]))},
          size,
          2 * u * size};
}

/// Of a body in the world: every coordinate of the offset and of a generator is the sum of at most three terms, rounded at most
/// four times in between.
constexpr double moved_error = 5 * u;

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> moved(const Vec3& point, const Pose& pose) {
  const V center = vector(point);
  const double size = size_of(center);
  if (size == 0) return {vector(pose.translation), {}, {}, 0, 0};  // as most are
  return {vector(pose.translation), rotated(pose.rotation, center), {}, size, moved_error * size};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> moved_segment(const Vec3& start, const Vec3& end, const Pose& pose) {
  const V first = vector(start);
  const V last = vector(end);
  const double size = size_of(first) + size_of(last);
  return {vector(pose.translation),
          rotated(pose.rotation, times(0.5, sum(first, last))),
          {rotated(pose.rotation, times(0.5, difference(last, first)))},
          size,
          moved_error * size};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> moved_aligned(const Vec3& least, const Vec3& greatest, const Pose& pose) {
  const Mat3& r = pose.rotation;
  const V first = vector(least);
  const V last = vector(greatest);
  const V half = times(0.5, difference(last, first));
  const double size = size_of(first) + size_of(last);
  return {vector(pose.translation),
          rotated(r, times(0.5, sum(first, last))),
          {times(half.x, vector(r.col(0))), times(half.y, vector(r.col(1))), times(half.z, vector(r.col(2)))},
          size,
          moved_error * size};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> moved_oriented(const Vec3& center, const Frame& axes, const Vec3& h,
                                                                  const Pose& pose) {
  const Mat3& r = pose.rotation;
  const V first = vector(center);
  const auto generator = [&](std::size_t k) { return rotated(r, times(h[static_cast<Eigen::Index>(k)], vector(axes[k]))); };
  const double size = size_of(first) + 1.75 * (h[0] + h[1] + h[2]);  // a row of terms is longer than the vector by sqrt(3) at most
  return {vector(pose.translation), rotated(r, first), {generator(0), generator(1), generator(2)}, size, moved_error * size};
}

}  // namespace detail

/// Shapes given in world coordinates.
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> placed(const Point& s) { return detail::unmoved(s.p); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> placed(const Sphere& s) { return detail::unmoved(s.center); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> placed(const Segment& s) { return detail::unmoved_segment(s.v[0], s.v[1]); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> placed(const Capsule& s) { return detail::unmoved_segment(s.v[0], s.v[1]); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> placed(const Aabb& s) { return detail::unmoved_aligned(s.min, s.max); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> placed(const Obb& s) {
  return detail::unmoved_oriented(s.center, s.axes, s.half_extents);
}

namespace detail {

[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> moved(const Point& s, const Pose& pose) { return moved(s.p, pose); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<0> moved(const Sphere& s, const Pose& pose) { return moved(s.center, pose); }
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> moved(const Segment& s, const Pose& pose) {
  return moved_segment(s.v[0], s.v[1], pose);
}
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<1> moved(const Capsule& s, const Pose& pose) {
  return moved_segment(s.v[0], s.v[1], pose);
}
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> moved(const Aabb& s, const Pose& pose) {
  return moved_aligned(s.min, s.max, pose);
}
[[nodiscard]] GRAZE_FORCE_INLINE PlacedZonotope<3> moved(const Obb& s, const Pose& pose) {
  return moved_oriented(s.center, s.axes, s.half_extents, pose);
}

}  // namespace detail

/// A pose that does nothing leaves the same numbers as none at all.
template <class Shape>
[[nodiscard]] GRAZE_FORCE_INLINE auto placed(const Shape& shape, const Pose& pose) {
  return is_unmoved(pose) ? placed(shape) : detail::moved(shape, pose);
}

/// Of a body whose kind is known only when it is asked about.
template <std::size_t n>
[[nodiscard]] PlacedZonotope<n> placed(const Zonotope& z) {
  const bool stays = is_unmoved(*z.pose);
  if constexpr (n == 0) {
    return stays ? detail::unmoved(*z.first) : detail::moved(*z.first, *z.pose);
  } else if constexpr (n == 1) {
    return stays ? detail::unmoved_segment(*z.first, *z.last) : detail::moved_segment(*z.first, *z.last, *z.pose);
  } else if (z.kind == Zonotope::Kind::aligned_box) {
    return stays ? detail::unmoved_aligned(*z.first, *z.last) : detail::moved_aligned(*z.first, *z.last, *z.pose);
  } else {
    return stays ? detail::unmoved_oriented(*z.first, *z.axes, *z.half_extents)
                 : detail::moved_oriented(*z.first, *z.axes, *z.half_extents, *z.pose);
  }
}

/// The difference of two bodies, itself a zonotope: centre, generators of b, then those of a turned around.
template <std::size_t na, std::size_t nb>
struct Between {
  static constexpr std::size_t n = na + nb;

  V center;
  std::array<V, n> g;
  double size = 0;             ///< sum of the sizes of all vectors and of the terms that they are rounded from
  double span = 0;             ///< the same without the offset between the anchors: bounds the lengths of the generators
  double placement_error = 0;  ///< of both bodies
  double radii = 0;

  GRAZE_FORCE_INLINE Between(const PlacedZonotope<na>& a, const PlacedZonotope<nb>& b, double radius_a, double radius_b)
      : radii(radius_a + radius_b) {
    const V offset = difference(b.anchor, a.anchor);
    center = sum(offset, difference(b.offset, a.offset));
    for_each_index<nb>([&](auto k) __attribute__((always_inline)) { g[k] = b.half[k]; });
    for_each_index<na>([&](auto k) __attribute__((always_inline)) { g[nb + k] = {-a.half[k].x, -a.half[k].y, -a.half[k].z}; });
    span = a.size + b.size;
    size = size_of(offset) + span;
    placement_error = a.error + b.error;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE V at(const Parameters<n>& p) const {
    V x = center;
    for_each_index<n>([&](auto k) __attribute__((always_inline)) { x = sum(x, times(p[k], g[k])); });
    return x;
  }

  void scale(double factor) {
    center = times(factor, center);
    for (V& v : g) v = times(factor, v);
    size *= factor;
    span *= factor;
    placement_error *= factor;
    radii *= factor;
  }
};

}  // namespace graze::distance
