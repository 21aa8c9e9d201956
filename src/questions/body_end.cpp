/// The far end of shapes, and of meshes and clouds by the points that they use.

#include "questions/body_end.h"

#include "body/pair.h"
#include "views/rounded_body.h"

namespace graze::query {

bool has_no_points(const Body& body) { return is_mesh(body) && body.geometry.tree()->view().triangles.empty(); }

std::optional<distance::FarEnd> far_end(const Body& body, const Vector3<Dyadic>& direction) {
  const MeshTree* tree = body.geometry.tree();
  if (tree == nullptr) return distance::far_end(body.geometry.shape(), body.pose, direction);
  const MeshView& mesh = tree->view();
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const auto& triangle : mesh.triangles) {
    for (const auto v : triangle) used[v] = true;
  }
  return distance::far_end(mesh.vertices, used, body.pose, direction);
}

std::optional<WorldBoundary> boundary_of(const Body& body) {
  const Shape& shape = body.geometry.shape();
  if (const auto plane = distance::boundary_plane_of(shape))
    return distance::placed_plane<Dyadic>(body.pose, plane->normal, plane->offset, Vec3::Zero());
  const auto* line = std::get_if<Line>(&shape.value);
  if (line == nullptr || !body.geometry.is_planar() || line->direction == Vec3::Zero()) return std::nullopt;
  const Vector3<Dyadic> along = sat::rotated<Dyadic>(body.pose, lifted<Dyadic>(line->direction));
  const Vector3<Dyadic> left{-along.y, along.x, 0};
  return WorldBoundary{left, dot(left, distance::placed<Dyadic>(body.pose, line->origin, Vec3::Zero()))};
}

Result<void> check_direction(const Vec3& direction, bool is_planar) {
  if (!direction.allFinite()) return fail(ErrorCode::not_finite, "direction: not finite");
  if (direction == Vec3::Zero()) return fail(ErrorCode::bad_option, "direction: zero");
  if (is_planar && direction.z() != 0) return fail(ErrorCode::bad_option, "direction: out of the plane of the bodies");
  return {};
}

}  // namespace graze::query
