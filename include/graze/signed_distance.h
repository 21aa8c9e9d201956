#pragma once
/// How far is a body from the boundary of a solid, and on which side of it?

#include <array>
#include <optional>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/vec.h>

namespace graze {

struct SignedDistance {
  /// Positive apart, negative where a is in b: minus the length of the least translation that brings a out of b, minus infinity
  /// where none does. Of a ball that of its centre less its radius, whatever b is.
  double distance = 0;
  /// The point of a and the point of b's boundary that are so far apart; from inside too, then the nearest of the boundary. Of
  /// points, of balls and of what is apart; of planes, always.
  std::optional<std::array<Vec3, 2>> points{};
  std::optional<Vec3> normal{};  ///< unit: the way out of b, along which the distance grows; absent where they just touch
};

/// At time 0, to any convex body, plane or closed mesh b, and the other way round. A plane counts as the half-space behind it, of
/// which the normal points out: in front of it distances are positive; a line of the plane likewise, its front being to the left. A
/// mesh counts as the solid it bounds; one with open edges is an error, and so is a body that is neither point nor ball and meets a
/// mesh.
///
/// To planes the distance is the exact number within a unit in the last place; apart it is as right as closest_points(), inside
/// convex bodies as penetration(); inside meshes as the distance from the surface, and which side it is on is exact.
[[nodiscard]] GRAZE_API Result<SignedDistance> signed_distance(const Body& a, const Body& b);

}  // namespace graze
