#pragma once
/// The nearest point of one mesh, without the bodies, poses and checks of the questions.

#include <optional>

#include <graze/answers.h>
#include <graze/export.h>
#include "tree/nodes/mesh_tree.h"

namespace graze {

/// The shortest distance of the point, given in the frame of the mesh, to the surface: what closest_points() answers about the two.
/// Index 0 of the answer is the point, and features[1] names the triangle, of several that are equally near the one with the
/// smallest number. Nothing is near a mesh without triangles. All coordinates must be finite.
[[nodiscard]] GRAZE_API std::optional<Closest> nearest_point(const MeshTree& mesh, const Vec3& point);

}  // namespace graze
