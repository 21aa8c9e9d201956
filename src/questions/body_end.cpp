/// The far end of shapes, and of meshes and clouds by the points that they use.

#include "questions/body_end.h"

#include "body/pair.h"

namespace graze::query {

bool has_no_points(const Body& body) { return is_mesh(body) && body.geometry.tree()->mesh().triangles.empty(); }

std::optional<distance::FarEnd> far_end(const Body& body, const Vector3<Dyadic>& direction) {
  const MeshTree* tree = body.geometry.tree();
  if (tree == nullptr) return distance::far_end(body.geometry.shape(), body.pose, direction);
  const TriangleMesh& mesh = tree->mesh();
  std::vector<bool> used(mesh.vertices.size(), false);
  for (const auto& triangle : mesh.triangles) {
    for (const auto v : triangle) used[v] = true;
  }
  return distance::far_end(mesh.vertices, used, body.pose, direction);
}

Result<void> check_direction(const Vec3& direction, bool is_planar) {
  if (!direction.allFinite()) return fail(ErrorCode::not_finite, "direction: not finite");
  if (direction == Vec3::Zero()) return fail(ErrorCode::bad_option, "direction: zero");
  if (is_planar && direction.z() != 0) return fail(ErrorCode::bad_option, "direction: out of the plane of the bodies");
  return {};
}

}  // namespace graze::query
