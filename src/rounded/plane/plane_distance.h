#pragma once
/// Planes and half-spaces against everything: how far the other body reaches above and below, in exact arithmetic.
/// The other one may be a wall too: then it is one point and directions, only that the point is a fraction.

#include <optional>
#include <vector>

#include "rounded/core_separation.h"

namespace graze::distance {

/// normal.x = offset in the world, in number type N.
template <class N>
struct WallIn {
  Vector3<N> normal;
  N offset{};
};

/// Rx + t with n.x = d satisfies (cof R) n . (y - t) = det R * d.
template <class N>
[[nodiscard]] WallIn<N> placed_wall(const Wall& wall, const Pose& pose) {
  const Vector3<N> normal = lifted<N>(wall.normal);
  const Vector3<N> shift = lifted<N>(pose.translation);
  if (pose.rotation == Mat3::Identity()) return {normal, N(wall.offset) + dot(normal, shift)};
  const Vector3<N> x = lifted<N>(pose.rotation.col(0));
  const Vector3<N> y = lifted<N>(pose.rotation.col(1));
  const Vector3<N> z = lifted<N>(pose.rotation.col(2));
  const Vector3<N> yz = cross(y, z);
  const Vector3<N> turned = normal.x * yz + normal.y * cross(z, x) + normal.z * cross(x, y);
  return {turned, dot(x, yz) * N(wall.offset) + dot(turned, shift)};
}

/// normal.x = offset in the world, exact: the image of the stored plane under the stored pose, be it a perfect rotation or not.
struct ExactWall {
  Vector3<Dyadic> normal;
  Dyadic offset;
  bool solid = false;
};

[[nodiscard]] ExactWall exact_wall(const Wall& wall, const Pose& pose);

/// The far end of a body in one direction across a wall.
struct Reach {
  std::optional<Vector3<Dyadic>> ray;  ///< along which it never ends
  std::vector<std::int32_t> corners;   ///< extreme ones; of a body without end its first
  Vector3<Dyadic> at;                  ///< the first of them, times w
  Dyadic height;                       ///< of that corner: normal.x - offset, times w
};

/// A body seen from a wall. The body's radius is not yet counted.
struct AcrossWall {
  ExactWall wall;
  Dyadic squared_normal;
  Reach low;
  Reach high;  ///< its height counts downward: positive when all of the body is below
  Dyadic w = 1;
  double radius = 0;

  [[nodiscard]] bool ends_above() const { return !low.ray; }
  /// Bodies may leave a plane on both sides, a half-space only upward.
  [[nodiscard]] bool ends_below() const { return !wall.solid && !high.ray; }

  /// Sign of height / (w |normal|) - radius.
  [[nodiscard]] int compare_with_radius(const Dyadic& height) const;
  /// height / (w |normal|) - radius, relative error a few roundings.
  [[nodiscard]] double beyond_radius(const Dyadic& height) const;
};

[[nodiscard]] AcrossWall across(const Rounded& wall, const Rounded& other);

/// With the wall as the first body.
struct WallSeparation {
  Separation separation;  ///< without its corral
  Feature of_other;
};

[[nodiscard]] WallSeparation separation_from_wall(const AcrossWall& pair, const Rounded& other);

/// The same in filtered numbers where those do.
[[nodiscard]] WallSeparation separation_from_wall(const Rounded& wall, const Rounded& other, Wanted wanted);

/// The name of a body's far end.
[[nodiscard]] Feature feature_across(const Rounded& body, const Reach& reach);

/// The corners of a body's far end in the world, rounded, in order; none when it has no end.
[[nodiscard]] std::vector<Vec3> corners_at(const AcrossWall& pair, const Rounded& body, const Reach& reach);

/// Does the body go on without end at the height of its far end?
[[nodiscard]] bool runs_along(const AcrossWall& pair, const Rounded& body);

/// The wall's normal, unit.
[[nodiscard]] Vec3 unit_normal(const AcrossWall& pair);

}  // namespace graze::distance
