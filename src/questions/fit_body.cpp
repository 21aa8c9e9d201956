/// Fits bounding volumes to bodies: their corners or triangles in world coordinates.

#include <utility>
#include <vector>

#include <graze/fit.h>

#include "geometry/shape_kinds.h"
#include "tree/nodes/mesh_tree.h"

namespace graze {
namespace {

using Points = std::vector<Vec3>;

/// Corners of shapes that are the hull of finitely many; nothing for others.
struct CornersOfShape {
  Points operator()(const Point& s) const { return {s.p}; }
  Points operator()(const Segment& s) const { return {s.v[0], s.v[1]}; }
  Points operator()(const Triangle& s) const { return {s.v[0], s.v[1], s.v[2]}; }
  Points operator()(const Tetrahedron& s) const { return {s.v[0], s.v[1], s.v[2], s.v[3]}; }
  Points operator()(const ConvexPolygon& s) const { return s.vertices; }
  Points operator()(const ConvexPolyhedron& s) const { return s.vertices; }
  Points operator()(const PointCloud& s) const { return s.points; }
  Points operator()(const Aabb& s) const {
    Points corners;
    for (int k = 0; k < 8; ++k)
      corners.emplace_back((k & 1 ? s.max : s.min).x(), (k & 2 ? s.max : s.min).y(), (k & 4 ? s.max : s.min).z());
    return corners;
  }
  Points operator()(const Obb& s) const {
    Points corners;
    for (std::size_t k = 0; k < 8; ++k) {
      Vec3 corner = s.center;
      for (std::size_t i = 0; i < 3; ++i)
        corner += (k >> i & 1 ? 1.0 : -1.0) * s.half_extents[static_cast<Eigen::Index>(i)] * s.axes[i];
      corners.push_back(corner);
    }
    return corners;
  }
  template <class Other>
    requires RoundShape<Other> || UnboundedShape<Other> || OneOf<Other, TriangleMesh>
  Points operator()(const Other&) const {
    return {};
  }
};

void move_to_world(Points& points, const Pose& pose) {
  if (pose.is_identity()) return;
  for (Vec3& p : points) p = pose.to_world(p);
}

Result<Points> corners_of(const Body& body) {
  Points corners = std::visit(CornersOfShape{}, body.geometry.shape().value);
  if (corners.empty()) return fail(ErrorCode::unsupported_pair, "a: only shapes with corners can be fitted");
  move_to_world(corners, body.pose);
  return corners;
}

bool is_triangle_mesh(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }

}  // namespace

Result<BoundingVolume> fit(const Body& body, FitMethod method) {
  if (!is_triangle_mesh(body)) return corners_of(body).map([&](const Points& corners) { return fit(corners, method); });
  TriangleMesh mesh = body.geometry.tree()->mesh();
  if (mesh.triangles.empty()) return fail(ErrorCode::unsupported_pair, "a: a mesh without triangles cannot be fitted");
  move_to_world(mesh.vertices, body.pose);
  return fit(mesh, method);
}

Result<BoundingArea> fit(const Body& body, PlaneFitMethod method) {
  return corners_of(body).map([&](const Points& corners) {
    std::vector<Vec2> in_plane;
    for (const Vec3& p : corners) in_plane.emplace_back(p.head<2>());
    return fit(in_plane, method);
  });
}

}  // namespace graze
