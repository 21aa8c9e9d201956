/// A grid of heights as a mesh.

#include <cmath>

#include <fmt/format.h>

#include <graze/scene.h>

namespace graze {

Result<TriangleMesh> height_field(std::size_t columns, std::span<const double> heights, const Vec2& spacing) {
  if (columns < 2) return fail(ErrorCode::bad_shape, fmt::format("columns: {} are less than two", columns));
  if (heights.size() % columns != 0)
    return fail(ErrorCode::bad_shape, fmt::format("heights: {} do not make whole rows of {}", heights.size(), columns));
  const std::size_t rows = heights.size() / columns;
  if (rows < 2) return fail(ErrorCode::bad_shape, fmt::format("heights: {} rows are less than two", rows));
  if (heights.size() > std::numeric_limits<std::uint32_t>::max()) return fail(ErrorCode::limit, "heights: too many");
  if (!(spacing.minCoeff() > 0 && spacing.allFinite())) return fail(ErrorCode::bad_shape, "spacing: must be finite and > 0");
  TriangleMesh mesh;
  mesh.vertices.reserve(heights.size());
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!std::isfinite(heights[i])) return fail(ErrorCode::not_finite, fmt::format("heights[{}]: not finite", i));
    mesh.vertices.emplace_back(static_cast<double>(i % columns) * spacing.x(), static_cast<double>(i / columns) * spacing.y(),
                               heights[i]);
  }
  mesh.triangles.reserve(2 * (rows - 1) * (columns - 1));
  for (std::size_t row = 0; row + 1 < rows; ++row) {
    for (std::size_t column = 0; column + 1 < columns; ++column) {
      const auto corner = static_cast<std::uint32_t>(row * columns + column);
      const auto above = static_cast<std::uint32_t>(corner + columns);
      mesh.triangles.push_back({corner, corner + 1, above + 1});
      mesh.triangles.push_back({corner, above + 1, above});
    }
  }
  return mesh;
}

}  // namespace graze
