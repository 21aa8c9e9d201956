/// Whether one body contains another: chooses between closed meshes and convex containers.

#include <graze/contains.h>

#include <graze/generate.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "contains/convex.h"
#include "geometry/interrupted.h"
#include "geometry/shape_kinds.h"
#include "mesh/solid.h"
#include "questions/ring.h"
#include "questions/same_mesh.h"
#include "views/bound.h"

namespace graze {
namespace {

using namespace query;

/// The vertices that triangles use: meshes may have others. Kept with the thread until it asks again.
const std::vector<Vec3>& used_vertices(const MeshView& mesh) {
  thread_local std::vector<char> used;
  thread_local std::vector<Vec3> vertices;
  used.assign(mesh.vertices.size(), 0);
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) used[v] = 1;
  }
  vertices.clear();
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] != 0) vertices.push_back(mesh.vertices[i]);
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
    if (*inner_solid && are_same_mesh(outer, inner)) return true;  // a set is in itself
    return *inner_solid ? contains(**solid, **inner_solid) : contains(**solid, *mesh);
  }
  if (const auto convex = sat::as_convex(shape, inner.pose)) return contains(**solid, *convex);
  return is_bounded(shape) && contains(**solid, shape, inner.pose);
}

/// A disc is stored as a ball, a capsule of the plane as one of space, which no flat shape contains. Raising a flat container to a
/// prism at least as high as they are makes the answer that for what lies in the plane.
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
             ManyPieces<Other> || RingShape<Other>
  Shape operator()(const Other& other) const {
    return {other};
  }
};

/// The shape of the outer body, or what stands for it, in `own`.
const Shape& container(const Body& outer, const Body& inner, Shape& own) {
  const auto& shape = inner.geometry.shape().value;
  const auto* ball = std::get_if<Sphere>(&shape);
  const auto* capsule = std::get_if<Capsule>(&shape);
  const double height = ball != nullptr ? ball->radius : capsule != nullptr ? capsule->radius : 0;
  if (!outer.geometry.is_planar() || !(height > 0)) return outer.geometry.shape();
  own = std::visit(RaisedToPrism{height}, outer.geometry.shape().value);
  return own;
}

/// An ellipse is stored as an ellipsoid; without its thickness it is what lies in the plane.
const Shape& contained(const Body& inner, Shape& own) {
  const Shape& shape = inner.geometry.shape();
  if (!inner.geometry.is_planar() || !std::holds_alternative<Ellipsoid>(shape.value)) return shape;
  own = shape;
  std::get<Ellipsoid>(own.value).half_extents.z() = 0;
  return own;
}

}  // namespace

Result<bool> contains(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (any_is_ring(a, b)) return ring_contains(a, b);
  if (as_mesh(a)) return unless_interrupted(mesh_contains(a, b));
  if (b.geometry.is_mesh()) return *distance::contains(a.geometry.shape(), a.pose, used_vertices(view_of(b.geometry)), b.pose);
  Shape raised, flat;
  return *distance::contains(container(a, b, raised), a.pose, contained(b, flat), b.pose);
}

}  // namespace graze
