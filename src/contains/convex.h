#pragma once
/// Is one closed convex shape wholly inside another?
///
/// Exact on the stored numbers when the outer shape is linear, whatever the inner one is; when the inner one is a hull of points;
/// and for balls and capsules in balls, capsules and cylinders. Touching from inside is inside. [Park], with the sphere, the signs
/// and the closed ends corrected.
///
/// The remaining pairs of curved shapes are decided up to tolerance: an inner shape that sticks out by less than about 2^-40 of the
/// size of the two counts as inside (of a capsule: 2^-30, see contains/curved.h).

#include <optional>
#include <span>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::distance {

/// Nothing when the outer shape is a point cloud or a mesh. Inner ones are the points they list, and with them their convex hull; a
/// mesh without triangles is inside everything.
[[nodiscard]] std::optional<bool> contains(const Shape& outer, const Pose& outer_pose, const Shape& inner, const Pose& inner_pose);

/// The same for the convex hull of points.
[[nodiscard]] std::optional<bool> contains(const Shape& outer, const Pose& outer_pose, std::span<const Vec3> points,
                                           const Pose& points_pose);

}  // namespace graze::distance
