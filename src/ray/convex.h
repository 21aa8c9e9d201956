#pragma once
/// Where does a line, a ray or a segment meet a convex shape? Every convex body holds an interval of a line; all else follows.
///
/// Whether they meet is exact on the stored numbers for all shapes, curved ones included: a ray that grazes an edge, a vertex or a
/// sphere hits. Parameters are right to about twelve digits wherever the ray starts. [Park], with its ray tests completed:
/// directions of any length, rays that start inside, lines within a plane.
///
/// Faces of curved shapes are numbered: cylinder 0 and 1 the caps at v[0] and v[1], 2 the lateral surface; cone 0 the base, 1 the
/// mantle; capsule 0 and 1 the ends, 2 the lateral surface; all others 0.

#include <limits>
#include <optional>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::distance {

/// The points origin + t * direction with t_min <= t <= t_max, moved by `pose`. A zero direction makes it a point.
struct Probe {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
  std::optional<Vec3> end;  ///< when present the direction is end - origin, without the rounding of that difference
  double t_min = 0;
  double t_max = std::numeric_limits<double>::infinity();
  Pose pose;
};

[[nodiscard]] Probe as_probe(const Line& line, const Pose& pose = {});
[[nodiscard]] Probe as_probe(const Ray& ray, const Pose& pose = {});
/// t runs from 0 at the first to 1 at the second end.
[[nodiscard]] Probe as_probe(const Segment& segment, const Pose& pose = {});
/// Nothing for shapes that are none of these.
[[nodiscard]] std::optional<Probe> as_probe(const Shape& shape, const Pose& pose = {});

/// The probe against a convex shape; nothing for point clouds and meshes.
[[nodiscard]] std::optional<Raycast> raycast(const Probe& probe, const Shape& shape, const Pose& pose = {});

}  // namespace graze::distance
