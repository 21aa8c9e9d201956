/// Whether one body contains another: chooses between closed meshes and convex containers.

#include <graze/contains.h>

#include <graze/hull.h>

#include "body/pair.h"
#include "contains/convex.h"
#include "geometry/shape_kinds.h"
#include "mesh/solid.h"
#include "views/bound.h"

namespace graze {
namespace {

using namespace query;

/// The vertices that triangles use: meshes may have others.
std::vector<Vec3> used_vertices(const TriangleMesh& mesh) {
  std::vector<bool> used(mesh.vertices.size());
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) used[v] = true;
  }
  std::vector<Vec3> vertices;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) vertices.push_back(mesh.vertices[i]);
  }
  return vertices;
}

Result<bool> mesh_contains(const Body& outer, const Body& inner) {
  const auto solid = as_solid(outer);
  if (!solid) return tl::make_unexpected(at("a", solid.error()));
  if (!*solid) return unsupported("contains", outer, inner);
  const Shape& shape = inner.geometry.shape();
  if (const auto mesh = as_mesh(inner)) {
    if (!inner.solid) return contains(**solid, *mesh);
    const auto inner_solid = as_solid(inner);
    if (!inner_solid) return tl::make_unexpected(at("b", inner_solid.error()));
    return *inner_solid ? contains(**solid, **inner_solid) : contains(**solid, *mesh);
  }
  if (const auto convex = sat::as_convex(shape, inner.pose)) return contains(**solid, *convex);
  return is_bounded(shape) && contains(**solid, shape, inner.pose);
}

/// A disc is stored as a ball, which no flat shape contains. Raising a flat container to a prism at least as high as the ball makes
/// the answer that for discs.
struct RaisedToPrism {
  double height;

  Shape operator()(Aabb box) const {
    box.min.z() = -height;
    box.max.z() = height;
    return {box};
  }
  Shape operator()(Obb box) const {
    box.half_extents.z() = height;
    return {box};
  }
  Shape operator()(const ConvexPolygon& polygon) const {
    std::vector<Vec3> corners;
    for (const Vec3& v : polygon.vertices) {
      corners.emplace_back(v.x(), v.y(), -height);
      corners.emplace_back(v.x(), v.y(), height);
    }
    return {*convex_hull(corners)};
  }
  template <class Other>
    requires OneOf<Other, Point, Segment, Triangle, Tetrahedron, ConvexPolyhedron> || RoundShape<Other> || UnboundedShape<Other> ||
             ManyPieces<Other>
  Shape operator()(const Other& other) const {
    return {other};
  }
};

Shape container(const Body& outer, const Body& inner) {
  const auto* ball = std::get_if<Sphere>(&inner.geometry.shape().value);
  const bool raise = outer.geometry.is_planar() && ball != nullptr && ball->radius > 0;
  return raise ? std::visit(RaisedToPrism{ball->radius}, outer.geometry.shape().value) : outer.geometry.shape();
}

}  // namespace

Result<bool> contains(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (as_mesh(a)) return mesh_contains(a, b);
  if (const TriangleMesh* mesh = b.geometry.mesh())
    return *distance::contains(a.geometry.shape(), a.pose, used_vertices(*mesh), b.pose);
  return *distance::contains(container(a, b), a.pose, b.geometry.shape(), b.pose);
}

}  // namespace graze
