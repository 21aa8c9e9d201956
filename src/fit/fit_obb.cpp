/// Chooses between the DiTO frame and the principal axes by the surface of the box.

#include "fit/fit_obb.h"

#include <cmath>
#include <vector>

#include <Eigen/Geometry>

#include "fit/covariance.h"
#include "fit/dito.h"
#include "fit/enclose.h"
#include "fit/scale.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

/// Where the principal axes of the surface begin to pay for themselves. Triangles. Measured.
constexpr std::size_t few_triangles = 8;

Obb smaller_box(const Frame& one, const std::optional<Frame>& other, std::span<const Vec3> points) {
  const Extent extent = extent_along(one, points);
  if (!other) return enclosing_box(one, extent);
  const Extent other_extent = extent_along(*other, points);
  return other_extent.quarter_area() < extent.quarter_area() ? enclosing_box(*other, other_extent) : enclosing_box(one, extent);
}

}  // namespace

Obb fit_obb(std::span<const Vec3> points) {
  const PowerOfTwo scale = scale_to_unit(points);
  if (!scale.is_one()) {
    std::vector<Vec3> scaled(points.begin(), points.end());
    for (Vec3& p : scaled) p = scale.times(p);
    return scale.undo(fit_obb(scaled));
  }
  return smaller_box(dito_frame(points), principal_frame(moments_of_points(points)), points);
}

Obb fit_obb(const Triangle& triangle) {
  std::size_t longest = 0;
  double length = -1;
  for (std::size_t i = 0; i < 3; ++i) {
    const double candidate = (triangle.v[(i + 1) % 3] - triangle.v[i]).squaredNorm();
    if (candidate > length) length = candidate, longest = i;
  }
  const Vec3 along = triangle.v[(longest + 1) % 3] - triangle.v[longest];
  const Vec3 other = triangle.v[(longest + 2) % 3] - triangle.v[longest];
  const Frame axes = orthonormal_frame(along, other).value_or(world_frame());
  return enclosing_box(axes, extent_along(axes, triangle.v));
}

Obb fit_obb(const MeshView& mesh, std::span<const std::uint32_t> triangles, std::span<const Vec3> points) {
  if (triangles.size() == 1) return fit_obb(mesh.triangle(triangles.front()));
  if (triangles.size() <= few_triangles) return smaller_box(dito_frame(points), std::nullopt, points);
  const std::optional<Moments> moments = moments_of_surface(mesh, triangles);
  return smaller_box(dito_frame(points), moments ? principal_frame(*moments) : std::nullopt, points);
}

}  // namespace graze
