/// One list of corners a shape.

#include "views/corner_points.h"

#include <variant>

#include "geometry/shape_kinds.h"

namespace graze {
namespace {

using Points = KeptList<Vec3>;

struct ToCorners {
  Points operator()(const Point& s) const { return {s.p}; }
  Points operator()(const Segment& s) const { return {s.v[0], s.v[1]}; }
  Points operator()(const Triangle& s) const { return {s.v[0], s.v[1], s.v[2]}; }
  Points operator()(const Tetrahedron& s) const { return {s.v[0], s.v[1], s.v[2], s.v[3]}; }
  Points operator()(const ConvexPolygon& s) const { return {s.vertices.begin(), s.vertices.end()}; }
  Points operator()(const ConvexPolyhedron& s) const { return {s.vertices.begin(), s.vertices.end()}; }
  Points operator()(const PointCloud& s) const { return {s.points.begin(), s.points.end()}; }
  Points operator()(const Aabb& s) const {
    Points corners;
    for (int k = 0; k < 8; ++k)
      corners.emplace_back((k & 1 ? s.max : s.min).x(), (k & 2 ? s.max : s.min).y(), (k & 4 ? s.max : s.min).z());
    return corners;
  }
  Points operator()(const Obb& s) const {
    Points corners;
    for (std::size_t k = 0; k < 8; ++k) {
      Vec3 corner = s.center;
      for (std::size_t i = 0; i < 3; ++i)
        corner += (k >> i & 1 ? 1.0 : -1.0) * s.half_extents[static_cast<Eigen::Index>(i)] * s.axes[i];
      corners.push_back(corner);
    }
    return corners;
  }
  template <class Other>
    requires RoundShape<Other> || UnboundedShape<Other> || RingShape<Other> || OneOf<Other, TriangleMesh>
  Points operator()(const Other&) const {
    return {};
  }
};

}  // namespace

KeptList<Vec3> corner_points(const Shape& shape) { return std::visit(ToCorners{}, shape.value); }

}  // namespace graze
