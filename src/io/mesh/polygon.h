#pragma once
/// Polygons into triangles.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/vec.h>

namespace graze::io {

/// Appends corners.size() - 2 triangles that use the corners in the polygon's own sense of rotation. They cover the polygon exactly
/// when it is simple after projection along its mean normal; one that crosses itself still gives as many triangles, over its hull.
void append_triangulation(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                          std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace graze::io
