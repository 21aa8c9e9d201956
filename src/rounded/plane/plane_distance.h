#pragma once
/// Planes and half-spaces against everything: how far the other body reaches above and below, in exact arithmetic.
/// Code says plane for both. The other body may be one too: then it is one point and directions, and the point is a fraction.

#include <optional>
#include <vector>

#include "rounded/core_separation.h"

namespace graze::distance {

/// normal.x = offset in the world, in number type N.
template <class N>
struct WorldPlane {
  Vector3<N> normal;
  N offset{};
};

/// Rx + t with n.x = d satisfies (cof R) n . (y - t) = det R * d.
template <class N>
[[nodiscard]] WorldPlane<N> world_plane(const BoundaryPlane& plane, const Pose& pose) {
  const Vector3<N> normal = lifted<N>(plane.normal);
  const Vector3<N> shift = lifted<N>(pose.translation);
  if (pose.rotation == Mat3::Identity()) return {normal, N(plane.offset) + dot(normal, shift)};
  const Vector3<N> x = lifted<N>(pose.rotation.col(0));
  const Vector3<N> y = lifted<N>(pose.rotation.col(1));
  const Vector3<N> z = lifted<N>(pose.rotation.col(2));
  const Vector3<N> yz = cross(y, z);
  const Vector3<N> rotated = normal.x * yz + normal.y * cross(z, x) + normal.z * cross(x, y);
  return {rotated, dot(x, yz) * N(plane.offset) + dot(rotated, shift)};
}

/// normal.x = offset in the world, exact: the image of the stored plane under the stored pose, be it a perfect rotation or not.
struct ExactWorldPlane {
  Vector3<Dyadic> normal;
  Dyadic offset;
  bool solid = false;
};

[[nodiscard]] ExactWorldPlane exact_world_plane(const BoundaryPlane& plane, const Pose& pose);

/// The far end of a body in one direction across a plane.
struct Reach {
  std::optional<Vector3<Dyadic>> ray;  ///< along which it is unbounded
  std::vector<std::int32_t> corners;   ///< extreme ones; of an unbounded body its first
  Vector3<Dyadic> at;                  ///< the first of them, times w
  Dyadic height;                       ///< of that corner: normal.x - offset, times w
};

/// Heights of a body over a plane. The body's radius is not yet counted.
struct PlanePair {
  ExactWorldPlane plane;
  Dyadic squared_normal;
  Reach low;
  Reach high;  ///< its height counts downward: positive when all of the body is below
  Dyadic w = 1;
  double radius = 0;

  [[nodiscard]] bool ends_above() const { return !low.ray; }
  /// Bodies may leave a plane on both sides, a half-space only upward.
  [[nodiscard]] bool ends_below() const { return !plane.solid && !high.ray; }

  /// Sign of height / (w |normal|) - radius.
  [[nodiscard]] int compare_with_radius(const Dyadic& height) const;
  /// height / (w |normal|) - radius, relative error a few roundings.
  [[nodiscard]] double beyond_radius(const Dyadic& height) const;
};

[[nodiscard]] PlanePair plane_pair(const Rounded& plane, const Rounded& other);

/// With the plane as the first body.
struct PlaneSeparation {
  CoreSeparation separation;  ///< without generators
  Feature of_other;
};

[[nodiscard]] PlaneSeparation separation_from_plane(const PlanePair& pair, const Rounded& other);

/// The same in filtered numbers where these decide.
[[nodiscard]] PlaneSeparation separation_from_plane(const Rounded& plane, const Rounded& other, Wanted wanted);

/// The name of a body's far end.
[[nodiscard]] Feature feature_across(const Rounded& body, const Reach& reach);

/// The corners of a body's far end in the world, rounded, in order; none when it is unbounded.
[[nodiscard]] std::vector<Vec3> corners_at(const PlanePair& pair, const Rounded& body, const Reach& reach);

/// Is the body unbounded at the height of its far end?
[[nodiscard]] bool runs_along(const PlanePair& pair, const Rounded& body);

/// The plane's normal, unit.
[[nodiscard]] Vec3 unit_normal(const PlanePair& pair);

}  // namespace graze::distance
