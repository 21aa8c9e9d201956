/// Looks at one point of each connected part of a shape, with a box of the solid before its surface.

#include "robot/containment.h"

#include "body/view_of.h"
#include "geometry/connected_parts.h"
#include "geometry/weld.h"
#include "mesh/contains.h"
#include "views/bound.h"

namespace graze::robots {
namespace {

/// A rotation times its transpose is off from 1 by its shear; of that and of roundings boxes are enlarged by this much, over the
/// distance of a point from the origin of the solid. No unit.
constexpr double box_rounding = 0x1p-40;
constexpr double box_shear = 4;

/// Meshes are joined first: files that repeat every vertex would seem to have a part for each triangle.
std::vector<Vec3> probes_of(const Body& body) {
  if (!body.geometry.is_mesh()) return {query::some_point(body.geometry.shape())};
  const TriangleMesh mesh = welded(*body.geometry.mesh());
  std::vector<Vec3> probes;
  for (const std::uint32_t i : one_triangle_of_each_part(mesh)) probes.push_back(mesh.triangle(i).v[0]);
  return probes;
}

}  // namespace

ContainmentCheck::ContainmentCheck(const windows::WindowScene& scene) : shapes_(scene.shapes().size()) {
  for (std::size_t k = 0; k < shapes_.size(); ++k) {
    const Body& body = scene.shapes()[k].body;
    if (!body.solid || !std::holds_alternative<TriangleMesh>(body.geometry.shape().value)) continue;
    shapes_[k].is_solid = true;
    shapes_[k].is_oriented = body.geometry.topology().is_oriented();
    for (const Vec3& v : body.geometry.vertices()) shapes_[k].bound.extend(v);
  }
  for (std::uint32_t k = 0; k < scene.pairs().size(); ++k) {
    const windows::ShapePair& pair = scene.pairs()[k];
    if (!shapes_[pair.a].is_solid && !shapes_[pair.b].is_solid) continue;
    pairs_.push_back(k);
    for (const std::size_t of : {pair.a, pair.b})
      if (shapes_[of].probes.empty()) shapes_[of].probes = probes_of(scene.shapes()[of].body);
  }
}

/// In the world.
std::optional<Vec3> ContainmentCheck::point_inside(const windows::WindowScene& scene, std::size_t solid, const Pose& solid_pose,
                                                   std::size_t other, const Pose& other_pose) const {
  const Shape& shape = shapes_[solid];
  if (!shape.is_solid) return std::nullopt;
  const double relative = box_rounding + box_shear * scene.shapes()[solid].shear;
  for (const Vec3& probe : shapes_[other].probes) {
    const Vec3 way = other_pose.to_world(probe) - solid_pose.translation;
    const double slack = relative * (way.norm() + solid_pose.translation.norm());
    if (shape.bound.exteriorDistance(Vec3(solid_pose.rotation.transpose() * way)) > slack) continue;
    const query::SolidMesh placed{{scene.shapes()[solid].mesh, solid_pose}, shape.is_oriented};
    if (query::contains(placed, probe, other_pose)) return other_pose.to_world(probe);
  }
  return std::nullopt;
}

std::vector<windows::WindowContact> ContainmentCheck::contacts(const windows::WindowScene& scene, windows::Movement& movement,
                                                               const std::vector<windows::WindowContact>& known) const {
  std::vector<windows::WindowContact> found;
  if (pairs_.empty()) return found;
  std::vector<bool> has_met(scene.tag_count(), false);
  for (const windows::WindowContact& contact : known) has_met[scene.pairs()[contact.pair].tag] = true;
  std::vector<Pose> poses;
  movement.go_to(0);
  for (const windows::WindowShape& shape : scene.shapes()) poses.push_back(movement.state(shape.group).pose * shape.body.pose);
  for (const std::uint32_t k : pairs_) {
    const windows::ShapePair& pair = scene.pairs()[k];
    if (has_met[pair.tag]) continue;
    std::optional<Vec3> common = point_inside(scene, pair.a, poses[pair.a], pair.b, poses[pair.b]);
    if (!common) common = point_inside(scene, pair.b, poses[pair.b], pair.a, poses[pair.a]);
    if (!common) continue;
    has_met[pair.tag] = true;
    windows::WindowContact contact{k, 0, 0.0, {}};
    contact.closest.points = {*common, *common};
    found.push_back(contact);
  }
  return found;
}

}  // namespace graze::robots
