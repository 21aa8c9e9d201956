#pragma once
/// Support mappings of two bodies: the point of a core that is farthest along a direction, in any number type. For one shape in its
/// own coordinates there is views/support_sum.h.
///
/// Two bodies are placed in one frame before anything is asked: its origin is the anchor of the first, its unit of length a power
/// of two not below the extent of the pair. So nothing overflows, nothing depends on the distance from the world's origin, and
/// scaling the world by a power of two changes no bit of what follows.

#include "views/curved_body.h"

namespace graze::distance::gjk {

/// A core in the frame of the pair. Vectors are in the axes of the world, in the unit of the pair.
template <class N>
struct Placed {
  const Curved* body = nullptr;
  CurvedCore core = CurvedCore::segment;
  Vector3<N> center;               ///< where the anchor is
  std::array<Vector3<N>, 2> ends;  ///< from the anchor: of a segment, cylinder (cap centres) or cone (base, apex)
  std::array<Vector3<N>, 3>
      frame;  ///< half edges of a box or ellipsoid; unit axis and two unit normals to it of a cylinder or cone
  std::array<Vector3<N>, 3> rotation;  ///< its columns
  N cap_radius{};
  N radius{};
  N per_unit{};  ///< length in the frame of the pair by length in the world
};

template <class N>
struct Pair {
  Placed<N> a;
  Placed<N> b;
  Vector3<DoubleDouble> origin;  ///< of the frame, in the world
  double unit = 1;               ///< length in the world by length in the frame: a power of two
  double reach = 0;              ///< sum of the reaches of the bounded bodies, in the unit of the pair
};

/// Both bodies in one frame, b moved by `shift`. A line or ray is clipped to what the other body can be near to, so at most one of
/// the two may be unbounded; planes and half-spaces have no place here.
template <class N>
[[nodiscard]] Pair<N> placed(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift);

extern template Pair<double> placed<double>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);
extern template Pair<DoubleDouble> placed<DoubleDouble>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);

namespace detail {

template <class N>
[[nodiscard]] Vector3<N> in_world_axes(const Placed<N>& p, const Vector3<N>& v) {
  return v.x * p.rotation[0] + v.y * p.rotation[1] + v.z * p.rotation[2];
}

template <class N>
[[nodiscard]] Vector3<N> from_anchor(const Placed<N>& p, const Vec3& point) {
  return in_world_axes(p, p.per_unit * (lifted<N>(point) - lifted<N>(p.body->anchor)));
}

template <class N>
[[nodiscard]] Vector3<N> in_body_axes(const Placed<N>& p, const Vector3<N>& v) {
  return {dot(p.rotation[0], v), dot(p.rotation[1], v), dot(p.rotation[2], v)};
}

template <class N>
[[nodiscard]] Vector3<N> farthest_corner(const Placed<N>& p, const Vector3<N>& direction) {
  const Vector3<N> along = in_body_axes(p, direction);
  const Vector3<N> anchor = lifted<N>(p.body->anchor);
  const Vec3* best = &p.body->points.front();
  N height = dot(along, lifted<N>(*best) - anchor);
  for (const Vec3& corner : p.body->points) {
    const N h = dot(along, lifted<N>(corner) - anchor);
    if (height < h) {
      height = h;
      best = &corner;
    }
  }
  return from_anchor(p, *best);
}

template <class N>
[[nodiscard]] Vector3<N> farthest_of_aabb(const Placed<N>& p, const Vector3<N>& direction) {
  const Vector3<N> along = in_body_axes(p, direction);
  const Vec3& low = p.body->points[0];
  const Vec3& high = p.body->points[1];
  const N zero(0);
  return from_anchor(
      p, Vec3(zero < along.x ? high.x() : low.x(), zero < along.y ? high.y() : low.y(), zero < along.z ? high.z() : low.z()));
}

template <class N>
[[nodiscard]] Vector3<N> farthest_of_box(const Placed<N>& p, const Vector3<N>& direction) {
  Vector3<N> sum;
  for (const Vector3<N>& half : p.frame) sum = N(0) < dot(half, direction) ? sum + half : sum - half;
  return sum;
}

/// Of the ellipsoid {sum x_i frame_i : |x| <= 1} with the rolling ball peeled off; the direction is unit.
template <class N>
[[nodiscard]] Vector3<N> farthest_of_ellipsoid(const Placed<N>& p, const Vector3<N>& direction) {
  const Vector3<N> x{dot(p.frame[0], direction), dot(p.frame[1], direction), dot(p.frame[2], direction)};
  const N size = length(x);
  if (!(N(0) < size)) return {};
  return (x.x / size) * p.frame[0] + (x.y / size) * p.frame[1] + (x.z / size) * p.frame[2] - p.radius * direction;
}

/// Farthest point of the disc of cap_radius about the axis, from its centre: written in two normals of the axis, because the
/// direction minus its part along the axis would leave the plane of the disc by rounding when the two are nearly parallel.
template <class N>
[[nodiscard]] Vector3<N> rim(const Placed<N>& p, const Vector3<N>& direction) {
  using std::sqrt;
  const N x = dot(p.frame[1], direction);
  const N y = dot(p.frame[2], direction);
  const N size = sqrt(x * x + y * y);
  if (!(N(0) < size)) return {};
  return (p.cap_radius * x / size) * p.frame[1] + (p.cap_radius * y / size) * p.frame[2];
}

template <class N>
[[nodiscard]] Vector3<N> farthest_of_cone(const Placed<N>& p, const Vector3<N>& direction) {
  const Vector3<N> base = p.ends[0] + rim(p, direction);
  return dot(direction, p.ends[1] - base) < N(0) ? base : p.ends[1];
}

template <class N>
[[nodiscard]] const Vector3<N>& farthest_end(const Placed<N>& p, const Vector3<N>& direction) {
  return dot(direction, p.ends[1] - p.ends[0]) < N(0) ? p.ends[0] : p.ends[1];
}

}  // namespace detail

/// The point of the core that is farthest along a unit direction.
template <class N>
[[nodiscard]] Vector3<N> support(const Placed<N>& p, const Vector3<N>& direction) {
  switch (p.core) {
    case CurvedCore::hull: return p.center + detail::farthest_corner(p, direction);
    case CurvedCore::aabb: return p.center + detail::farthest_of_aabb(p, direction);
    case CurvedCore::box: return p.center + detail::farthest_of_box(p, direction);
    case CurvedCore::cylinder: return p.center + (detail::farthest_end(p, direction) + detail::rim(p, direction));
    case CurvedCore::cone: return p.center + detail::farthest_of_cone(p, direction);
    case CurvedCore::ellipsoid: return p.center + detail::farthest_of_ellipsoid(p, direction);
    default: return p.center + detail::farthest_end(p, direction);
  }
}

}  // namespace graze::distance::gjk
