/// Finds a point of one body inside another where their surfaces do not meet.

#include "mesh/solid.h"

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/connected_parts.h"
#include "geometry/interrupted.h"
#include "mesh/inside.h"
#include "mesh/overlap.h"
#include "triangle/closest_exact.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// One point of each connected part is looked at; none of unbounded shapes, which no mesh can contain.
std::optional<Vec3> contained_point(const SolidMesh& solid, const Body& other) {
  const auto is_inside = [&](const Vec3& p) { return contains(solid, p, other.pose); };
  const MeshView mesh = view_of(other.geometry);
  if (!other.geometry.is_mesh()) {
    const Shape& shape = other.geometry.shape();
    if (!is_bounded(shape) || !is_inside(some_point(shape))) return std::nullopt;
    return other.pose.to_world(some_point(shape));
  }
  thread_local PartsScratch parts;
  find_parts(mesh, {}, parts);
  for (const std::uint32_t i : parts.first) {
    const Vec3 p = mesh.triangle(i).v[0];
    if (is_inside(p)) return other.pose.to_world(p);
  }
  return std::nullopt;
}

Result<std::optional<SolidMesh>> solid_if_marked(const Body& body) {
  return body.solid ? as_solid(body) : std::optional<SolidMesh>();
}

}  // namespace

Result<std::optional<SolidMesh>> as_solid(const Body& body) {
  if (!std::holds_alternative<TriangleMesh>(body.geometry.shape().value)) return std::optional<SolidMesh>();
  return as_solid(*as_mesh(body), body.geometry.topology()).map([](const SolidMesh& solid) { return std::optional(solid); });
}

Result<std::optional<Vec3>> point_inside_other(const Body& a, const Body& b) {
  const auto solid_a = solid_if_marked(a);
  if (!solid_a) return tl::make_unexpected(at("a", solid_a.error()));
  const auto solid_b = solid_if_marked(b);
  if (!solid_b) return tl::make_unexpected(at("b", solid_b.error()));
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (mesh_a && mesh_b && are_far_apart(*mesh_a, *mesh_b)) return std::optional<Vec3>();
  std::optional<Vec3> common;
  if (*solid_a) common = contained_point(**solid_a, b);
  if (!common && *solid_b) common = contained_point(**solid_b, a);
  return common;
}

bool has_corner_inside(const SolidMesh& solid, const PlacedMesh& other) {
  const MeshView& mesh = other.tree->view();
  std::vector<bool> is_known(mesh.vertices.size(), false);
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) {
      if (is_known[v]) continue;
      is_known[v] = true;
      if (Interrupt::is_asked_for()) return false;
      if (location_of(solid, distance::exact_world(mesh.vertices[v], other.pose)) == PointLocation::inside) return true;
    }
  }
  return false;
}

}  // namespace graze::query
