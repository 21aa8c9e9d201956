/// Scales every number of a shape that is a length.

#include "scene/scaled.h"

#include <graze/shapes.h>

#include "geometry/shape_kinds.h"

namespace graze::scenes {
namespace {

struct Scaled {
  double s;

  template <OneOf<Segment, Triangle, Tetrahedron> Corners>
  Corners operator()(Corners shape) const {
    for (Vec3& v : shape.v) v *= s;
    return shape;
  }
  template <OneOf<Capsule, Cylinder> Round>
  Round operator()(Round shape) const {
    for (Vec3& v : shape.v) v *= s;
    shape.radius *= s;
    return shape;
  }
  template <OneOf<Line, Ray> Straight>
  Straight operator()(Straight shape) const {
    shape.origin *= s;
    return shape;
  }
  template <OneOf<Plane, HalfSpace> Flat>
  Flat operator()(Flat shape) const {
    shape.offset *= s;
    return shape;
  }
  template <OneOf<Obb, Ellipsoid> Oriented>
  Oriented operator()(Oriented shape) const {
    shape.center *= s;
    shape.half_extents *= s;
    return shape;
  }
  template <OneOf<ConvexPolygon, ConvexPolyhedron, TriangleMesh> WithVertices>
  WithVertices operator()(WithVertices shape) const {
    for (Vec3& v : shape.vertices) v *= s;
    return shape;
  }
  Torus operator()(const Torus& shape) const { return {shape.center * s, shape.axis, shape.major * s, shape.minor * s}; }
  Point operator()(const Point& shape) const { return {shape.p * s}; }
  Sphere operator()(const Sphere& shape) const { return {shape.center * s, shape.radius * s}; }
  Cone operator()(const Cone& shape) const { return {shape.base * s, shape.apex * s, shape.radius * s}; }
  Aabb operator()(const Aabb& shape) const { return {shape.min * s, shape.max * s}; }
  PointCloud operator()(PointCloud shape) const {
    for (Vec3& p : shape.points) p *= s;
    return shape;
  }
};

}  // namespace

Result<Geometry> scaled(const Geometry& geometry, double scale) {
  if (!geometry.is_mesh()) {
    if (geometry.is_planar()) return fail(ErrorCode::bad_option, "scale: 2D shapes keep their size");
    return Geometry::make(std::visit([&](const auto& shape) { return Shape{Scaled{scale}(shape)}; }, geometry.shape().value));
  }
  std::vector<Vec3> vertices(geometry.vertices().begin(), geometry.vertices().end());
  for (Vec3& v : vertices) v *= scale;
  return geometry.refitted(vertices);
}

}  // namespace graze::scenes
