#pragma once
/// Oriented boxes around points and around triangles of a mesh. All contain their input in exact arithmetic.

#include <cstdint>
#include <span>

#include <graze/shapes.h>

#include "geometry/mesh_view.h"

namespace graze {

/// The smaller, by surface, of the DiTO box and the box along the principal axes of the points. Any finite points, at least one.
[[nodiscard]] Obb fit_obb(std::span<const Vec3> points);

/// A box around the named triangles of a mesh, at least one. `points` are their corners, repeated or not.
/// One triangle: the least rectangle, along its longest edge. Up to few_triangles: DiTO. More: the smaller of DiTO and the
/// principal axes of the surface. (The second fit pays only in large nodes.) Coordinates must be within 2^-200 and
/// 2^200 (or zero): areas are squared.
[[nodiscard]] Obb fit_obb(const MeshView& mesh, std::span<const std::uint32_t> triangles, std::span<const Vec3> points);

/// The rectangle of least area around the triangle.
[[nodiscard]] Obb fit_obb(const Triangle& triangle);

}  // namespace graze
