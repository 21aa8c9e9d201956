/// One function a shape: a new one does not compile until it says which points, directions and radius it is made of.

#include "views/body_view.h"

#include "geometry/shape_kinds.h"

namespace graze::distance {
namespace {

struct ToCore {
  const Pose& pose;
  BodyViewStorage& storage;

  [[nodiscard]] BodyView of(std::span<const Vec3> vertices, double radius = 0) const {
    BodyView core;
    core.vertices = vertices;
    core.radius = radius;
    core.pose = &pose;
    return core;
  }
  [[nodiscard]] BodyView endless(const Vec3& origin, const Vec3& direction, std::size_t ways) const {
    BodyView core = of({&origin, 1});
    if (direction == Vec3::Zero()) return core;
    storage.rays = {direction, -direction};
    core.rays = {storage.rays.data(), ways};
    return core;
  }

  std::optional<BodyView> operator()(const Point& s) const { return of({&s.p, 1}); }
  std::optional<BodyView> operator()(const Segment& s) const { return of(s.v); }
  std::optional<BodyView> operator()(const Line& s) const { return endless(s.origin, s.direction, 2); }
  std::optional<BodyView> operator()(const Ray& s) const { return endless(s.origin, s.direction, 1); }
  std::optional<BodyView> operator()(const Sphere& s) const { return of({&s.center, 1}, s.radius); }
  std::optional<BodyView> operator()(const Capsule& s) const { return of(s.v, s.radius); }
  std::optional<BodyView> operator()(const Triangle& s) const { return of(s.v); }
  std::optional<BodyView> operator()(const Tetrahedron& s) const { return of(s.v); }
  std::optional<BodyView> operator()(const ConvexPolygon& s) const { return of(s.vertices); }
  std::optional<BodyView> operator()(const ConvexPolyhedron& s) const { return of(s.vertices); }
  std::optional<BodyView> operator()(const Obb& s) const {
    BodyView core = of({&s.center, 1});
    core.box_axes = &s.axes;
    core.half_extents = s.half_extents;
    return core;
  }
  std::optional<BodyView> operator()(const Aabb& s) const {
    for (int k = 0; k < 8; ++k) {
      storage.corners[k] = {(k & 1) != 0 ? s.max.x() : s.min.x(), (k & 2) != 0 ? s.max.y() : s.min.y(),
                            (k & 4) != 0 ? s.max.z() : s.min.z()};
    }
    BodyView core = of(storage.corners);
    core.is_aligned_box = true;
    return core;
  }
  template <class Other>
    requires OneOf<Other, Plane, HalfSpace, Cylinder, Cone, Ellipsoid> || ManyPieces<Other> || RingShape<Other>
  std::optional<BodyView> operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

BodyView body_view(const sat::Convex& body) {
  BodyView core;
  core.vertices = {body.vertices.data(), body.vertices.size()};
  core.box_axes = body.is_box() ? &*body.box_axes : nullptr;
  core.half_extents = body.half_extents;
  core.is_aligned_box = !body.is_box() && sat::has_box_corners(body);
  core.pose = &body.pose;
  return core;
}

BodyView body_view(const Rounded& body) {
  BodyView core = body_view(body.core);
  core.rays = body.rays;
  core.radius = body.radius;
  return core;
}

std::optional<BodyView> body_view(const Shape& shape, const Pose& pose, BodyViewStorage& storage) {
  return std::visit(ToCore{pose, storage}, shape.value);
}

}  // namespace graze::distance
