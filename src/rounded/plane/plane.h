#pragma once
/// Planes against points, shapes and each other. Normals need not be unit. [Park], with signs and parallel planes completed.

#include <cstdint>
#include <optional>
#include <span>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::distance {

/// (normal.p - offset) / |normal|: positive on the side the normal points to. The sign is exact.
[[nodiscard]] double signed_distance(const Plane& plane, const Vec3& point);

/// The same without its sign.
[[nodiscard]] double distance(const Plane& plane, const Vec3& point);

enum class PlaneSide : std::uint8_t {
  front,       ///< wholly on the side the normal points to, without touching
  back,        ///< wholly on the other side, without touching
  straddling,  ///< on both sides, or touching the plane
};

/// On which side of the plane is the shape? Exact for every shape, meshes and unbounded ones included; nothing for a set without
/// points.
[[nodiscard]] std::optional<PlaneSide> classify(const Plane& plane, const Shape& shape, const Pose& pose = {});
[[nodiscard]] std::optional<PlaneSide> classify(const Plane& plane, const Pose& plane_pose, const Shape& shape,
                                                const Pose& shape_pose);

/// The points that two planes share: a Line with unit direction through the common point nearest to the origin, the Plane when both
/// are the same, nothing when they are parallel and apart. Which of these is decided exactly.
[[nodiscard]] std::optional<Shape> intersection(const Plane& a, const Plane& b);

/// The points that three planes share: a Point, a Line, a Plane or nothing, decided exactly.
[[nodiscard]] std::optional<Shape> intersection(const Plane& a, const Plane& b, const Plane& c);

/// A plane of the world in exact numbers.
struct PosedPlane {
  const Plane& plane;
  const Pose& pose;
};

/// The points that any number of planes share, at least one: a Point, a Line, a Plane or nothing, decided exactly.
[[nodiscard]] std::optional<Shape> intersection(std::span<const PosedPlane> planes);

}  // namespace graze::distance
