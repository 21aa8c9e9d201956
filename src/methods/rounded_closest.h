#pragma once
/// Closest points of linear and rounded shapes. Whether they meet is decided exactly on the stored numbers; however small the gap
/// is, distances are within 1e-12 relative, those of bodies with radii within 1e-9, witnesses within 2^-45 of the bodies' size.

#include <optional>

#include <graze/answers.h>

#include "views/rounded_body.h"

namespace graze::distance {

/// Features are those of the cores: the nearest part of a sphere is vertex 0, of a line edge 0, of a plane or half-space face 0.
[[nodiscard]] Closest closest_points(const Rounded& a, const Rounded& b);

/// Do the closed sets meet?
[[nodiscard]] bool overlap(const Rounded& a, const Rounded& b);

/// The same for shapes as they are stored, without allocating while doubles suffice; nothing for a shape that as_rounded() does not
/// know.
[[nodiscard]] std::optional<Closest> closest_points(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
[[nodiscard]] std::optional<bool> overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// All that a ball has in common with a body that it only touches, which is decided exactly. Nothing where none is a ball with a
/// radius, where they are apart or overlap, and for shapes that as_rounded() does not know.
[[nodiscard]] std::optional<Vec3> touching_point_of_ball(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

}  // namespace graze::distance
