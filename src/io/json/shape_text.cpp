/// One function a shape: a new one does not compile until it is written here.

#include "io/json/shape_text.h"

#include <variant>

namespace graze::io {

namespace {

template <class Points>
OrderedJson points_in(const Points& points) {
  OrderedJson list = OrderedJson::array();
  for (const Vec3& p : points) list.push_back(json_of(p));
  return list;
}

OrderedJson of(const Point& s) { return {{"type", "point"}, {"p", json_of(s.p)}}; }
OrderedJson of(const Line& s) { return {{"type", "line"}, {"o", json_of(s.origin)}, {"d", json_of(s.direction)}}; }
OrderedJson of(const Ray& s) { return {{"type", "ray"}, {"o", json_of(s.origin)}, {"d", json_of(s.direction)}}; }
OrderedJson of(const Segment& s) { return {{"type", "segment"}, {"v", points_in(s.v)}}; }
OrderedJson of(const Plane& s) { return {{"type", "plane"}, {"n", json_of(s.normal)}, {"d", s.offset}}; }
OrderedJson of(const HalfSpace& s) { return {{"type", "halfspace"}, {"n", json_of(s.normal)}, {"d", s.offset}}; }
OrderedJson of(const Sphere& s) { return {{"type", "sphere"}, {"c", json_of(s.center)}, {"r", s.radius}}; }
OrderedJson of(const Capsule& s) { return {{"type", "capsule"}, {"v", points_in(s.v)}, {"r", s.radius}}; }
OrderedJson of(const Cylinder& s) { return {{"type", "cylinder"}, {"v", points_in(s.v)}, {"r", s.radius}}; }
OrderedJson of(const Cone& s) { return {{"type", "cone"}, {"v", {json_of(s.base), json_of(s.apex)}}, {"r", s.radius}}; }
OrderedJson of(const Ellipsoid& s) {
  return {{"type", "ellipsoid"}, {"c", json_of(s.center)}, {"axes", points_in(s.axes)}, {"h", json_of(s.half_extents)}};
}
OrderedJson of(const Torus& s) {
  return {{"type", "torus"}, {"c", json_of(s.center)}, {"n", json_of(s.axis)}, {"major", s.major}, {"minor", s.minor}};
}
OrderedJson of(const Aabb& s) { return {{"type", "aabb"}, {"min", json_of(s.min)}, {"max", json_of(s.max)}}; }
OrderedJson of(const Obb& s) {
  return {{"type", "obb"}, {"c", json_of(s.center)}, {"axes", points_in(s.axes)}, {"h", json_of(s.half_extents)}};
}
OrderedJson of(const Triangle& s) { return {{"type", "triangle"}, {"v", points_in(s.v)}}; }
OrderedJson of(const Tetrahedron& s) { return {{"type", "tetrahedron"}, {"v", points_in(s.v)}}; }
OrderedJson of(const ConvexPolygon& s) { return {{"type", "polygon"}, {"v", points_in(s.vertices)}}; }
OrderedJson of(const ConvexPolyhedron& s) { return {{"type", "convex"}, {"v", points_in(s.vertices)}, {"f", s.faces}}; }
OrderedJson of(const PointCloud& s) { return {{"type", "points"}, {"p", points_in(s.points)}}; }
OrderedJson of(const TriangleMesh& s) { return {{"type", "mesh"}, {"v", points_in(s.vertices)}, {"f", s.triangles}}; }

/// Points of a cloud are triangles with three equal corners in its tree, each once.
PointCloud cloud_of(const TriangleMesh& mesh) {
  PointCloud cloud;
  for (const auto& t : mesh.triangles) cloud.points.push_back(mesh.vertices[t[0]]);
  return cloud;
}

}  // namespace

OrderedJson json_of(const Vec3& v) { return OrderedJson::array({v[0], v[1], v[2]}); }

OrderedJson rows_of(const Mat3& matrix) {
  OrderedJson rows = OrderedJson::array();
  for (int i = 0; i < 3; ++i) rows.push_back(OrderedJson::array({matrix(i, 0), matrix(i, 1), matrix(i, 2)}));
  return rows;
}

OrderedJson json_of(const Geometry& geometry) {
  if (std::holds_alternative<PointCloud>(geometry.shape().value) && geometry.is_mesh()) return of(cloud_of(*geometry.mesh()));
  if (geometry.is_mesh()) return of(*geometry.mesh());
  return std::visit([](const auto& shape) { return of(shape); }, geometry.shape().value);
}

}  // namespace graze::io
