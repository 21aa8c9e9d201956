#pragma once
/// Bodies of every kind of shape, made at random.

#include <concepts>

#include <oracle/random.h>

#include <graze/generate.h>
#include <graze/geometry.h>
#include <graze/overlap.h>
#include <graze/path.h>

namespace graze::testing {

class AnyBody : public Random {
 public:
  using Random::Random;

  Vec2 vector2(double reach) { return {real(reach), real(reach)}; }

  /// In the order of Shape::Variant, whose last is the torus: it has tests of its own.
  static constexpr int kinds = static_cast<int>(std::variant_size_v<Shape::Variant>) - 1;
  Shape shape(int kind) {
    const double r = real(0.1, 0.6);
    switch (kind) {
      case 0: return {Point{vector(1)}};
      case 1: return {Line{vector(1), vector(1)}};
      case 2: return {Ray{vector(1), vector(1)}};
      case 3: return {Segment{{vector(1), vector(1)}}};
      case 4: return {Plane{vector(1), real(-1, 1)}};
      case 5: return {HalfSpace{vector(1), real(-1, 1)}};
      case 6: return {Sphere{vector(1), r}};
      case 7: return {Capsule{{vector(1), vector(1)}, r}};
      case 8: return {Cylinder{{vector(1), vector(1)}, r}};
      case 9: return {Cone{vector(1), vector(1), r}};
      case 10: return {Ellipsoid{vector(1), world_frame(), Vec3(real(0.1, 1), real(0.1, 1), real(0.1, 1))}};
      case 11: return {box()};
      case 12: return {Obb{vector(1), world_frame(), Vec3(real(0, 1), real(0, 1), real(0, 1))}};
      case 13: return {Triangle{{vector(1), vector(1), vector(1)}}};
      case 14: return {Tetrahedron{{vector(1), vector(1), vector(1), vector(1)}}};
      case 15: return {parallelogram()};
      case 16: return {*convex_hull(points(8))};
      case 17: return {PointCloud{points(5)}};
      default: return {mesh_of(box())};
    }
  }

  static constexpr int kinds2 = static_cast<int>(std::variant_size_v<Shape2::Variant>);
  Shape2 shape2(int kind) {
    switch (kind) {
      case 0: return {Point2{vector2(1)}};
      case 1: return {Line2{vector2(1), vector2(1)}};
      case 2: return {ImplicitLine2{vector2(1), real(-1, 1)}};
      case 3: return {HalfPlane{vector2(1), real(-1, 1)}};
      case 4: return {Ray2{vector2(1), vector2(1)}};
      case 5: return {Segment2{{vector2(1), vector2(1)}}};
      case 6: return {Circle{vector2(1), real(0.1, 0.6)}};
      case 7: return {Capsule2{{vector2(1), vector2(1)}, real(0.1, 0.6)}};
      case 8: return {Ellipse{vector2(1), {Vec2(0.6, 0.8), Vec2(-0.8, 0.6)}, Vec2(real(0.1, 1), real(0.1, 1))}};
      case 9: {
        const Vec2 p = vector2(1), q = vector2(1);
        return {Aabb2{p.cwiseMin(q), p.cwiseMax(q)}};
      }
      case 10: return {Obb2{vector2(1), {Vec2(0.6, 0.8), Vec2(-0.8, 0.6)}, Vec2(real(0, 1), real(0, 1))}};
      case 12: return {PointCloud2{{vector2(1), vector2(1), vector2(1)}}};
      default: return {ConvexPolygon2{{vector2(1), vector2(1), vector2(1)}}};
    }
  }

  Body body(int kind, double apart) { return {*Geometry::make(shape(kind)), pose(apart), {}}; }
  Body body2(int kind, double apart) {
    const double angle = real(0, 6);
    Pose pose{Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(), vector(apart)};
    pose.translation.z() = 0;
    return {*Geometry::make(shape2(kind)), pose, {}};
  }

  Aabb box(double reach = 1) {
    const Vec3 p = vector(reach), q = vector(reach);
    return {p.cwiseMin(q), p.cwiseMax(q)};
  }

  /// The surface of a box: two triangles a side, seen counter-clockwise from outside.
  static TriangleMesh mesh_of(const Aabb& box) {
    TriangleMesh mesh;
    for (int k = 0; k < 8; ++k) {
      mesh.vertices.emplace_back((k & 1) != 0 ? box.max.x() : box.min.x(), (k & 2) != 0 ? box.max.y() : box.min.y(),
                                 (k & 4) != 0 ? box.max.z() : box.min.z());
    }
    for (const auto& q :
         {std::array<std::uint32_t, 4>{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}}) {
      mesh.triangles.push_back({q[0], q[1], q[2]});
      mesh.triangles.push_back({q[0], q[2], q[3]});
    }
    return mesh;
  }

 private:
  std::vector<Vec3> points(int count) {
    std::vector<Vec3> out;
    for (int i = 0; i < count; ++i) out.push_back(vector(1));
    return out;
  }
  ConvexPolygon parallelogram() {
    const Vec3 o = vector(1), u = vector(1), v = vector(1);
    return {{o, o + u, o + u + v, o + v}};
  }
};

/// At its pose, still unless a motion is given.
inline Body body(const Shape& shape, const Pose& pose = {}, const Motion& motion = {}) {
  return {*Geometry::make(shape), pose, motion};
}

/// A template, so that what stands in braces is a shape.
template <std::same_as<TriangleMesh> Mesh>
Body body(const Mesh& mesh, const Pose& pose = {}, const Motion& motion = {}) {
  return body(Shape{mesh}, pose, motion);
}

inline bool meet_at(const Body& a, const Body& b, double t) { return *overlap(at_time(a, t), at_time(b, t)); }

}  // namespace graze::testing
