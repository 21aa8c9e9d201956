/// The ball around the middle of a shape's corners, or around its centre.

#include "views/ball_around.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <variant>

#include "geometry/shape_kinds.h"

namespace graze::distance {
namespace {

struct ToBall {
  using Answer = std::optional<Sphere>;

  [[nodiscard]] static Sphere around(std::span<const Vec3> points, double more = 0) {
    Vec3 sum = Vec3::Zero();
    for (const Vec3& p : points) sum += p;
    const Vec3 center = sum / static_cast<double>(points.size());
    double squared = 0;
    for (const Vec3& p : points) squared = std::max(squared, (p - center).squaredNorm());
    return {center, std::sqrt(squared) + more};
  }

  Answer operator()(const Point& s) const { return Sphere{s.p, 0}; }
  Answer operator()(const Sphere& s) const { return Sphere{s.center, s.radius}; }
  Answer operator()(const Capsule& s) const { return around(s.v, s.radius); }
  Answer operator()(const Cylinder& s) const { return around(s.v, s.radius); }
  Answer operator()(const Cone& s) const { return around(std::array{s.base, s.apex}, s.radius); }
  Answer operator()(const Ellipsoid& s) const { return Sphere{s.center, s.half_extents.maxCoeff()}; }
  Answer operator()(const Torus& s) const { return Sphere{s.center, s.major + s.minor}; }
  Answer operator()(const Aabb& s) const { return around(std::array{s.min, s.max}); }
  Answer operator()(const Obb& s) const { return Sphere{s.center, s.half_extents.norm()}; }
  Answer operator()(const Segment& s) const { return around(s.v); }
  Answer operator()(const Triangle& s) const { return around(s.v); }
  Answer operator()(const Tetrahedron& s) const { return around(s.v); }
  Answer operator()(const ConvexPolygon& s) const { return around(s.vertices); }
  Answer operator()(const ConvexPolyhedron& s) const { return around(s.vertices); }
  template <class Other>
    requires UnboundedShape<Other> || ManyPieces<Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

std::optional<Sphere> ball_around(const Shape& shape) { return std::visit(ToBall{}, shape.value); }

}  // namespace graze::distance
