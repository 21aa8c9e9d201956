/// Fits bounding volumes to bodies: their corners or triangles in world coordinates.

#include <utility>
#include <vector>

#include <graze/fit.h>

#include "geometry/interrupted.h"
#include "views/corner_points.h"

namespace graze {
namespace {

using Points = std::vector<Vec3>;

void move_to_world(Points& points, const Pose& pose) {
  if (pose.is_identity()) return;
  for (Vec3& p : points) p = pose.to_world(p);
}

Result<Points> corners_of(const Body& body) {
  const auto stored = corner_points(body.geometry.shape());
  Points corners(stored.begin(), stored.end());
  if (corners.empty()) return fail(ErrorCode::unsupported_pair, "a: only shapes with corners can be fitted");
  move_to_world(corners, body.pose);
  return corners;
}

bool is_triangle_mesh(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }

/// What use(points or mesh) -> Result<BoundingVolume> answers about the corners, or the triangles, in the world.
template <class Use>
Result<BoundingVolume> fit_by(const Body& body, const Use& use) {
  if (!is_triangle_mesh(body)) return corners_of(body).and_then(use);
  TriangleMesh mesh = *body.geometry.mesh();
  if (mesh.triangles.empty()) return fail(ErrorCode::unsupported_pair, "a: a mesh without triangles cannot be fitted");
  move_to_world(mesh.vertices, body.pose);
  return use(mesh);
}

}  // namespace

Result<BoundingVolume> fit(const Body& body, FitMethod method) {
  return unless_interrupted(fit_by(body, [&](const auto& points) -> Result<BoundingVolume> { return fit(points, method); }));
}

Result<BoundingVolume> fit(const Body& body, const Frame& axes) {
  return fit_by(body,
                [&](const auto& points) { return fit(points, axes).map([](const Obb& box) { return BoundingVolume(box); }); });
}

Result<BoundingArea> fit(const Body& body, PlaneFitMethod method) {
  return corners_of(body).map([&](const Points& corners) {
    std::vector<Vec2> in_plane;
    for (const Vec3& p : corners) in_plane.emplace_back(p.head<2>());
    return fit(in_plane, method);
  });
}

}  // namespace graze
