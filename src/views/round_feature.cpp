/// Compares points with the surfaces, rims and tips of round bodies.

#include "views/round_feature.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"

namespace graze {
namespace {

using detail::on_part;

constexpr Feature face(std::int32_t index) { return {FeatureKind::face, index}; }
constexpr Feature edge(std::int32_t index) { return {FeatureKind::edge, index}; }

/// Where a point lies beside an axis.
struct AlongAxis {
  double height = 0;  ///< from the first end
  double off = 0;     ///< from the axis
  double length = 0;  ///< of the axis
};

AlongAxis along_axis(const Vec3& from, const Vec3& to, const Vec3& point) {
  const Vec3 axis = to - from;
  const double length = axis.stableNorm();
  if (!(length > 0)) return {0, (point - from).stableNorm(), 0};
  const Vec3 unit = axis / length;
  const double height = unit.dot(point - from);
  return {height, (point - from - height * unit).stableNorm(), length};
}

struct FeatureAt {
  const Vec3& point;
  bool is_of_surface;

  [[nodiscard]] Feature surface_or_interior(double below, double slack) const {
    return is_of_surface || below <= slack ? face(0) : Feature{};
  }

  Feature operator()(const Sphere& s) const {
    if (s.radius == 0) return {FeatureKind::vertex, 0};
    return surface_or_interior(s.radius - (point - s.center).stableNorm(), on_part * (s.radius + s.center.stableNorm()));
  }
  Feature operator()(const Torus& s) const {
    const Frame frame = orthonormal_frame(s.axis, any_perpendicular(s.axis)).value_or(world_frame());
    const Vec3 from = point - s.center;
    const double off = std::hypot(frame[1].dot(from), frame[2].dot(from)) - s.major;
    return surface_or_interior(s.minor - std::hypot(off, frame[0].dot(from)),
                               on_part * (s.major + s.minor + s.center.stableNorm()));
  }
  Feature operator()(const Ellipsoid& s) const {
    double sum = 0;
    for (int i = 0; i < 3; ++i) {
      if (s.half_extents[i] > 0) sum += std::pow(s.axes[i].dot(point - s.center) / s.half_extents[i], 2);
    }
    const bool is_flat = s.half_extents.minCoeff() == 0;
    return is_of_surface || is_flat || sum >= 1 - 2 * on_part ? face(0) : Feature{};
  }
  Feature operator()(const Capsule& s) const {
    const AlongAxis p = along_axis(s.v[0], s.v[1], point);
    const double slack = on_part * (p.length + s.radius + s.v[0].stableNorm());
    if (s.radius == 0 && s.v[0] == s.v[1]) return {FeatureKind::vertex, 0};
    if (s.radius == 0) {
      if (p.height <= slack) return {FeatureKind::vertex, 0};
      return p.height >= p.length - slack ? Feature{FeatureKind::vertex, 1} : edge(0);
    }
    const double beyond = std::max({0.0, -p.height, p.height - p.length});
    if (!is_of_surface && s.radius - std::hypot(p.off, beyond) > slack) return {};
    if (p.height <= slack) return face(0);
    return p.height >= p.length - slack ? face(1) : face(2);
  }
  Feature operator()(const Cylinder& s) const {
    const AlongAxis p = along_axis(s.v[0], s.v[1], point);
    const double slack = on_part * (p.length + s.radius + s.v[0].stableNorm());
    const double below_side = s.radius - p.off, below_caps = std::min(p.height, p.length - p.height);
    const std::int32_t cap = p.height < p.length / 2 ? 0 : 1;
    if (below_side <= slack && below_caps <= slack) return edge(cap);
    if (below_side <= slack || below_caps <= slack) return below_caps <= slack ? face(cap) : face(2);
    if (!is_of_surface) return {};
    return below_caps < below_side ? face(cap) : face(2);
  }
  Feature operator()(const Cone& s) const {
    const AlongAxis p = along_axis(s.base, s.apex, point);
    const double slack = on_part * (p.length + s.radius + s.base.stableNorm());
    if (p.length - p.height <= slack && p.off <= slack) return {FeatureKind::vertex, 0};
    const double slant = std::hypot(p.length, s.radius);
    const double below_side = (s.radius * (p.length - p.height) - p.length * p.off) / slant;
    if (p.height <= slack && s.radius - p.off <= slack) return edge(0);
    if (p.height <= slack) return face(0);
    if (below_side <= slack) return face(1);
    if (!is_of_surface) return {};
    return p.height < below_side ? face(0) : face(1);
  }
  template <class Other>
    requires PolytopeShape<Other> || UnboundedShape<Other> || ManyPieces<Other>
  Feature operator()(const Other&) const {
    return {};
  }
};

struct FeatureAlong {
  Vec3 direction;  ///< unit
  using Answer = std::optional<Feature>;

  /// Of the direction along the axis from one end to the other.
  [[nodiscard]] double along(const Vec3& from, const Vec3& to) const {
    return to == from ? 0 : direction.dot((to - from).stableNormalized());
  }

  Answer operator()(const Sphere& s) const { return s.radius == 0 ? Feature{FeatureKind::vertex, 0} : face(0); }
  Answer operator()(const Ellipsoid&) const { return face(0); }
  Answer operator()(const Torus&) const { return std::nullopt; }
  Answer operator()(const Capsule& s) const {
    const double cosine = along(s.v[0], s.v[1]);
    const bool is_side = std::abs(cosine) <= on_part && s.v[0] != s.v[1];
    if (s.radius == 0) return is_side ? edge(0) : Feature{FeatureKind::vertex, cosine > 0 ? 1 : 0};
    return is_side ? face(2) : face(cosine > 0 ? 1 : 0);
  }
  Answer operator()(const Cylinder& s) const {
    const double cosine = along(s.v[0], s.v[1]);
    if (std::abs(cosine) <= on_part) return face(2);
    const double sine = (direction - cosine * (s.v[1] - s.v[0]).stableNormalized()).norm();
    const std::int32_t end = cosine > 0 ? 1 : 0;
    return sine <= on_part ? face(end) : edge(end);
  }
  Answer operator()(const Cone& s) const {
    const Vec3 axis = s.apex - s.base;
    const double length = axis.stableNorm();
    if (!(length > 0)) return Feature{FeatureKind::vertex, 0};
    const double cosine = direction.dot(axis / length);
    const double sine = (direction - cosine * (axis / length)).norm();
    const double apex = cosine * length, rim = sine * s.radius;  // how far they reach from the base's centre
    const double slack = on_part * (length + s.radius);
    if (cosine < 0 && sine <= on_part) return face(0);
    if (std::abs(apex - rim) <= slack) return face(1);
    return apex > rim ? Feature{FeatureKind::vertex, 0} : edge(0);
  }
  template <class Other>
    requires PolytopeShape<Other> || UnboundedShape<Other> || ManyPieces<Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }
};

}  // namespace

Feature round_feature_at(const Shape& shape, const Vec3& point, bool is_of_surface) {
  return std::visit(FeatureAt{point, is_of_surface}, shape.value);
}

std::optional<Feature> round_feature_along(const Shape& shape, const Vec3& direction) {
  return std::visit(FeatureAlong{direction.stableNormalized()}, shape.value);
}

}  // namespace graze
