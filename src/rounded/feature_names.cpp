/// Names of the features that the generators of a nearest point span.

#include "rounded/feature_names.h"

#include <algorithm>

#include "geometry/shape_kinds.h"

namespace graze::distance {
namespace {

Feature feature_of(const CoreSeparation& s, const Naming& body, bool of_b) {
  boost::container::static_vector<std::int32_t, 4> corners;
  bool on_ray = body.ray_count > 1;  // a line has no end
  for (const Generator& id : s.generators) {
    if (id.is_ray()) {
      on_ray = on_ray || s.ray_of_b[id.a] == of_b;
      continue;
    }
    const std::int32_t corner = of_b ? id.b : id.a;
    if (std::find(corners.begin(), corners.end(), corner) == corners.end()) corners.push_back(corner);
  }
  if (on_ray) return {FeatureKind::edge, 0};
  if (corners.size() == 1) return {FeatureKind::vertex, corners[0]};
  return sat::feature_of(*body.core, {corners.data(), corners.size()});
}

/// Shapes with a fixed number of corners are all named alike.
struct ToNaming {
  const Shape& shape;
  sat::Convex& storage;

  [[nodiscard]] static Naming point(std::size_t ray_count) {
    static const sat::Convex example = *sat::as_convex(Shape{Point{}}, {});
    return {&example, ray_count};
  }
  [[nodiscard]] static Naming segment() {
    static const sat::Convex example = *sat::as_convex(Shape{Segment{}}, {});
    return {&example, 0};
  }
  [[nodiscard]] static Naming box() {
    static const sat::Convex example = *sat::as_convex(Shape{Obb{}}, {});
    return {&example, 0};
  }

  Naming operator()(const Point&) const { return point(0); }
  Naming operator()(const Sphere&) const { return point(0); }
  Naming operator()(const Line& s) const { return point(s.direction == Vec3::Zero() ? 0 : 2); }
  Naming operator()(const Ray& s) const { return point(s.direction == Vec3::Zero() ? 0 : 1); }
  Naming operator()(const Segment&) const { return segment(); }
  Naming operator()(const Capsule&) const { return segment(); }
  Naming operator()(const Aabb&) const { return box(); }
  Naming operator()(const Obb&) const { return box(); }
  Naming operator()(const Triangle&) const {
    static const sat::Convex example = sat::as_convex(Triangle{}, {});
    return {&example, 0};
  }
  Naming operator()(const Tetrahedron&) const {
    static const sat::Convex example = *sat::as_convex(Shape{Tetrahedron{}}, {});
    return {&example, 0};
  }
  Naming operator()(const ConvexPolyhedron& s) const {
    storage.edges.assign(s.edges.begin(), s.edges.end());
    storage.faces.clear();
    for (const auto& face : s.faces) storage.faces.emplace_back(face.begin(), face.end());
    return {&storage, 0};
  }
  Naming operator()(const ConvexPolygon&) const {
    storage = *sat::as_convex(shape, {});
    return {&storage, 0};
  }
  template <class Other>
    requires OneOf<Other, Plane, HalfSpace, Cylinder, Cone, Ellipsoid> || ManyPieces<Other> || RingShape<Other>
  Naming operator()(const Other&) const {
    return {&storage, 0};
  }
};

}  // namespace

std::array<Feature, 2> features_of(const CoreSeparation& separation, const Naming& a, const Naming& b) {
  return {feature_of(separation, a, false), feature_of(separation, b, true)};
}

Naming naming_of(const Shape& shape, sat::Convex& storage) { return std::visit(ToNaming{shape, storage}, shape.value); }

Feature feature_at(const Shape& shape, std::span<const std::int32_t> corners) {
  if (corners.empty()) return {FeatureKind::edge, 0};
  if (corners.size() == 1) return {FeatureKind::vertex, corners[0]};
  sat::Convex storage;
  return sat::feature_of(*naming_of(shape, storage).core, corners);
}

}  // namespace graze::distance
