#pragma once
/// Every linear or rounded shape is one thing: the hull of a few points, plus a cone of directions, plus a ball.
/// A line is a point and two directions, a capsule two points and a radius. Only planes are something of their own, because a point
/// of a plane n.x = d is in general no double.

#include <optional>
#include <vector>

#include "polytope/convex.h"

namespace graze::distance {

/// normal.x = offset in body coordinates or, when solid, all that lies below it.
struct BoundaryPlane {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;
  bool solid = false;
};

/// The image of the core's points and of the rays under the stored pose in real arithmetic, and everything within `radius` of it.
struct Rounded {
  sat::Convex core;                       ///< of a plane only the pose counts
  std::vector<Vec3> rays;                 ///< directions in which the body never ends: body frame, nonzero, of any length
  double radius = 0;                      ///< length, >= 0
  std::optional<BoundaryPlane> boundary;  ///< of planes and half-spaces
};

/// Of a plane or a half-space.
[[nodiscard]] std::optional<BoundaryPlane> boundary_plane_of(const Shape& shape);

/// All but cylinders, cones, ellipsoids, tori, point clouds and meshes.
[[nodiscard]] bool is_rounded(const Shape& shape);

/// Nothing for a shape that is not is_rounded().
[[nodiscard]] std::optional<Rounded> as_rounded(const Shape& shape, const Pose& pose);

}  // namespace graze::distance
