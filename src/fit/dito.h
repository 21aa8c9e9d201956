#pragma once
/// Axes of a small box from fourteen extremal points: the DiTO method. [LarssonKallberg11]

#include <span>

#include <graze/shapes.h>

namespace graze {

/// The best frame, by the surface of the box around the extremal points, among those along an edge and the normal of a large
/// triangle of extremal points, of the two tetrahedra on it, and the frame of the coordinates. Of at least one point.
[[nodiscard]] Frame dito_frame(std::span<const Vec3> points);

}  // namespace graze
