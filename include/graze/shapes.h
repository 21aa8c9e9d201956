#pragma once
/// The shapes of space and of the plane: plain data, closed sets, degenerate cases allowed and meaning what they are.
/// Bad numbers (NaN, negative radii, indices out of range) are found by validate() in validate.h, not here.

#include <array>
#include <concepts>
#include <cstdint>
#include <variant>
#include <vector>

#include <graze/vec.h>

namespace graze {

struct Point {
  Vec3 p = Vec3::Zero();
};

/// All o + t*d. The direction need not be unit; zero makes it a point.
struct Line {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
};

/// All o + t*d with t >= 0.
struct Ray {
  Vec3 origin = Vec3::Zero();
  Vec3 direction = Vec3::UnitX();
};

struct Segment {
  std::array<Vec3, 2> v{Vec3::Zero(), Vec3::Zero()};
};

/// normal.x = offset. The normal need not be unit.
struct Plane {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;
};

/// normal.x <= offset.
struct HalfSpace {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0;
};

/// The ball. Its surface is face 0.
struct Sphere {
  Vec3 center = Vec3::Zero();
  double radius = 0;
};

/// All points within `radius` of the segment. Faces 0 and 1 are the half balls at v[0] and v[1], face 2 is the side between them.
struct Capsule {
  std::array<Vec3, 2> v{Vec3::Zero(), Vec3::Zero()};
  double radius = 0;
};

/// Solid, with flat caps at both ends of the axis, which must differ unless the radius is 0. Faces 0 and 1 are the caps at v[0] and
/// v[1], face 2 is the side, edges 0 and 1 are the rims of the caps.
struct Cylinder {
  std::array<Vec3, 2> v{Vec3::Zero(), Vec3::UnitZ()};
  double radius = 0;
};

/// Solid, with a flat cap at the base; base and apex must differ unless the radius is 0. Face 0 is the base, face 1 the side, edge
/// 0 the rim of the base, vertex 0 the apex.
struct Cone {
  Vec3 base = Vec3::Zero();
  Vec3 apex = Vec3::UnitZ();
  double radius = 0;
};

using Frame = std::array<Vec3, 3>;

/// Three unit vectors along x, y and z.
[[nodiscard]] inline Frame world_frame() { return {Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()}; }

/// Solid. Its surface is face 0.
struct Ellipsoid {
  Vec3 center = Vec3::Zero();
  Frame axes = world_frame();
  Vec3 half_extents = Vec3::Zero();
};

/// The solid ring: all points within `minor` of the circle of radius `major` about the centre, across the axis, which need not be
/// unit and is zero only where `major` is 0. A tube thicker than its circle is legal, the hole is then closed. The surface is face
/// 0. The one shape that is neither convex nor made of convex pieces.
struct Torus {
  Vec3 center = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();
  double major = 1;
  double minor = 0;
};

struct Aabb {
  Vec3 min = Vec3::Zero();
  Vec3 max = Vec3::Zero();
};

/// The set {center + sum x_i axes[i] : |x_i| <= half_extents[i]} of the stored numbers, even when the axes are orthonormal only up
/// to rounding. Vertex k has sign +1 along axis i when bit i of k is set; face 2i is at -half_extents[i], face 2i+1 at +.
struct Obb {
  Vec3 center = Vec3::Zero();
  Frame axes = world_frame();
  Vec3 half_extents = Vec3::Zero();
};

/// Edge i runs from v[i] to v[(i+1)%3].
struct Triangle {
  std::array<Vec3, 3> v{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
};

struct Tetrahedron {
  std::array<Vec3, 4> v{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
};

/// Convex and planar, vertices in order, either way round. It means the convex hull of its stored vertices, so corners that
/// rounding has lifted off the plane are legal.
struct ConvexPolygon {
  std::vector<Vec3> vertices;
};

/// The convex hull of its vertices. Faces are loops of vertex indices, counter-clockwise seen from outside; edges are the sides of
/// the faces, each once, smaller index first, sorted. Made by convex_hull() in generate.h.
struct ConvexPolyhedron {
  std::vector<Vec3> vertices;
  std::vector<std::vector<std::int32_t>> faces;
  std::vector<std::array<std::int32_t, 2>> edges;
};

struct PointCloud {
  std::vector<Vec3> points;
};

/// A surface, or the solid it bounds where a query says so. Repeated vertices, repeated and zero-area triangles are legal.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  std::vector<std::array<std::uint32_t, 3>> triangles;

  [[nodiscard]] Triangle triangle(std::size_t i) const {
    const auto& t = triangles[i];
    return {{vertices[t[0]], vertices[t[1]], vertices[t[2]]}};
  }
};

/// Any shape of three dimensions. A struct around the variant, not an alias: a plain variant converts silently from its members,
/// and an overload set over both would call itself until the stack ends.
struct Shape {
  using Variant = std::variant<Point, Line, Ray, Segment, Plane, HalfSpace, Sphere, Capsule, Cylinder, Cone, Ellipsoid, Aabb, Obb,
                               Triangle, Tetrahedron, ConvexPolygon, ConvexPolyhedron, PointCloud, TriangleMesh, Torus>;
  Variant value;
};

/// Sums of a point, a segment or a box, and a ball: the shapes of known_shapes.h.
template <class Shape>
concept SimpleShape = std::same_as<Shape, Point> || std::same_as<Shape, Segment> || std::same_as<Shape, Sphere> ||
                      std::same_as<Shape, Capsule> || std::same_as<Shape, Aabb> || std::same_as<Shape, Obb>;

// The shapes of the plane.

struct Point2 {
  Vec2 p = Vec2::Zero();
};

struct Line2 {
  Vec2 origin = Vec2::Zero();
  Vec2 direction = Vec2::UnitX();
};

/// normal.x = offset: a line without a beginning or a direction. The normal need not be unit.
struct ImplicitLine2 {
  Vec2 normal = Vec2::UnitY();
  double offset = 0;
};

/// normal.x <= offset.
struct HalfPlane {
  Vec2 normal = Vec2::UnitY();
  double offset = 0;
};

struct Ray2 {
  Vec2 origin = Vec2::Zero();
  Vec2 direction = Vec2::UnitX();
};

struct Segment2 {
  std::array<Vec2, 2> v{Vec2::Zero(), Vec2::Zero()};
};

/// The disc.
struct Circle {
  Vec2 center = Vec2::Zero();
  double radius = 0;
};

/// All points of the plane within `radius` of the segment.
struct Capsule2 {
  std::array<Vec2, 2> v{Vec2::Zero(), Vec2::Zero()};
  double radius = 0;
};

/// Solid: {center + sum x_i half_extents[i] axes[i] : |x| <= 1}.
struct Ellipse {
  Vec2 center = Vec2::Zero();
  std::array<Vec2, 2> axes{Vec2::UnitX(), Vec2::UnitY()};
  Vec2 half_extents = Vec2::Zero();
};

struct Aabb2 {
  Vec2 min = Vec2::Zero();
  Vec2 max = Vec2::Zero();
};

/// The set {center + sum x_i axes[i] : |x_i| <= half_extents[i]} of the stored numbers.
struct Obb2 {
  Vec2 center = Vec2::Zero();
  std::array<Vec2, 2> axes{Vec2::UnitX(), Vec2::UnitY()};
  Vec2 half_extents = Vec2::Zero();
};

/// Convex, vertices in order, either way round; triangles included.
struct ConvexPolygon2 {
  std::vector<Vec2> vertices;
};

struct PointCloud2 {
  std::vector<Vec2> points;
};

/// Any shape of two dimensions.
struct Shape2 {
  using Variant = std::variant<Point2, Line2, ImplicitLine2, HalfPlane, Ray2, Segment2, Circle, Capsule2, Ellipse, Aabb2, Obb2,
                               ConvexPolygon2, PointCloud2>;
  Variant value;
};

}  // namespace graze
