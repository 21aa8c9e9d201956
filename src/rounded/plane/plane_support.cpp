/// Points, discs, balls and directions that span each kind of shape, and how far they reach along a direction.

#include "rounded/plane/plane_support.h"

#include <algorithm>
#include <cassert>
#include <variant>

#include "polytope/axes.h"
#include "views/implicit_form.h"

namespace graze::distance {
namespace {

template <class N>
class SpanShape {
 public:
  SpanShape(const Pose& pose, const Vec3& from) : pose_(pose), from_(from) {}

  using Spanned = SpanningPoints<N>;

  Spanned operator()(const Point& s) const { return hull(std::array{s.p}); }
  Spanned operator()(const Segment& s) const { return hull(s.v); }
  Spanned operator()(const Triangle& s) const { return hull(s.v); }
  Spanned operator()(const Tetrahedron& s) const { return hull(s.v); }
  Spanned operator()(const ConvexPolygon& s) const { return hull(s.vertices); }
  Spanned operator()(const ConvexPolyhedron& s) const { return hull(s.vertices); }
  Spanned operator()(const Aabb& s) const {
    std::array<Vec3, 8> corners;
    for (int k = 0; k < 8; ++k) {
      for (int i = 0; i < 3; ++i) corners[k][i] = (k >> i & 1) != 0 ? s.max[i] : s.min[i];
    }
    return hull(corners);
  }
  Spanned operator()(const Obb& s) const {
    Spanned out;
    for (int k = 0; k < 8; ++k) {
      Vector3<N> corner = at(s.center);
      for (int i = 0; i < 3; ++i) {
        const Vector3<N> half = half_axis(s, i);
        corner = (k >> i & 1) != 0 ? corner + half : corner - half;
      }
      out.points.push_back(corner);
    }
    return out;
  }

  Spanned operator()(const Line& s) const {
    Spanned out = (*this)(Ray{s.origin, s.direction});
    if (!out.recession.empty()) out.recession.push_back(-out.recession[0]);
    return out;
  }
  Spanned operator()(const Ray& s) const {
    Spanned out = hull(std::array{s.origin});
    if (s.direction != Vec3::Zero()) out.recession.push_back(rotated(s.direction));
    return out;
  }
  /// The foot of the perpendicular is a quotient of stored numbers, hence the weight.
  Spanned operator()(const Plane& s) const {
    const PlacedPlane<N> plane = placed_plane<N>(pose_, s.normal, s.offset, from_);
    Spanned out;
    out.points.push_back(plane.offset * plane.normal);
    out.weight = dot(plane.normal, plane.normal);
    for (int k = 0; k < 3; ++k) {
      const Vector3<N> within = cross(plane.normal, sat::coordinate_axis<N>(k));
      out.recession.push_back(within);
      out.recession.push_back(-within);
    }
    return out;
  }
  Spanned operator()(const HalfSpace& s) const {
    Spanned out = (*this)(Plane{s.normal, s.offset});
    out.recession.push_back(-placed_plane<N>(pose_, s.normal, s.offset, from_).normal);
    return out;
  }

  Spanned operator()(const Sphere& s) const { return rounded(std::array{s.center}, {RoundKind::ball, N(s.radius)}, s.radius); }
  Spanned operator()(const Capsule& s) const { return rounded(s.v, {RoundKind::ball, N(s.radius)}, s.radius); }
  Spanned operator()(const Cylinder& s) const {
    if (s.v[0] == s.v[1]) return hull(std::array{s.v[0]});
    return rounded(s.v, disc(s.radius, s.v[0], s.v[1]), s.radius);
  }
  Spanned operator()(const Cone& s) const {
    if (s.base == s.apex) return hull(std::array{s.base});
    Spanned out = rounded(std::array{s.base}, disc(s.radius, s.base, s.apex), s.radius);
    out.points.push_back(at(s.apex));
    return out;
  }
  Spanned operator()(const Ellipsoid& s) const {
    const Round<N> round{RoundKind::ellipsoid, N(0.0), {}, {half_axis(s, 0), half_axis(s, 1), half_axis(s, 2)}};
    return rounded(std::array{s.center}, round, s.half_extents.maxCoeff());
  }

  Spanned operator()(const PointCloud&) const { return none(); }
  Spanned operator()(const TriangleMesh&) const { return none(); }
  Spanned operator()(const Torus&) const { return none(); }

 private:
  [[nodiscard]] Vector3<N> at(const Vec3& in_body) const { return placed<N>(pose_, in_body, from_); }
  [[nodiscard]] Vector3<N> rotated(const Vec3& in_body) const { return sat::rotated<N>(pose_, lifted<N>(in_body)); }

  template <class Oriented>
  [[nodiscard]] Vector3<N> half_axis(const Oriented& s, int i) const {
    return sat::rotated<N>(pose_, N(s.half_extents[i]) * lifted<N>(s.axes[i]));
  }
  [[nodiscard]] Round<N> disc(double radius, const Vec3& start, const Vec3& end) const {
    return {RoundKind::disc, N(radius), placed_difference<N>(pose_, start, end)};
  }

  template <class Range>
  [[nodiscard]] Spanned hull(const Range& points) const {
    Spanned out;
    for (const Vec3& p : points) out.points.push_back(at(p));
    return out;
  }
  /// Without extent the round is nothing, and its points are plain ones.
  template <class Range>
  [[nodiscard]] Spanned rounded(const Range& points, const Round<N>& round, double extent) const {
    Spanned out = hull(points);
    if (extent == 0) return out;
    out.rounded.swap(out.points);
    out.round = round;
    return out;
  }

  static Spanned none() {
    assert(false && "point clouds and meshes are visited point by point, tori not at all");
    return {};
  }

  const Pose& pose_;
  const Vec3& from_;
};

}  // namespace

template <class N>
SquaredReach<N> squared_reach(const Round<N>& round, const Vector3<N>& direction) {
  const N squared = round.radius * round.radius;
  switch (round.kind) {
    case RoundKind::none: break;
    case RoundKind::ball: return {squared * dot(direction, direction), N(1.0)};
    case RoundKind::disc: {
      const Vector3<N> across = cross(direction, round.axis);
      return {squared * dot(across, across), dot(round.axis, round.axis)};
    }
    case RoundKind::ellipsoid: {
      N sum(0.0);
      for (const auto& half : round.half_axes) sum += dot(direction, half) * dot(direction, half);
      return {sum, N(1.0)};
    }
  }
  return {N(0.0), N(1.0)};
}

namespace {

/// Sign of height + sqrt(reach).
template <class N>
Sign sign_with_reach(const N& height, const SquaredReach<N>& reach) {
  const Sign middle = sign_of(height);
  if (middle == Sign::positive || middle == Sign::unknown) return middle;
  return sign_of(reach.numerator - height * height * reach.denominator);
}

/// The sign of the greatest of several numbers.
class GreatestSign {
 public:
  void add(Sign sign) {
    if (rank(sign) > rank(greatest_)) greatest_ = sign;
  }
  [[nodiscard]] Sign get() const { return greatest_; }

 private:
  static int rank(Sign s) { return s == Sign::positive ? 3 : s == Sign::unknown ? 2 : s == Sign::zero ? 1 : 0; }
  Sign greatest_ = Sign::negative;
};

}  // namespace

template <class N>
SpanningPoints<N> generators(const Shape& shape, const Pose& pose, const Vec3& from) {
  return std::visit(SpanShape<N>(pose, from), shape.value);
}

template <class N>
Sign reach_beyond(const SpanningPoints<N>& shape, const Vector3<N>& direction, const N& offset) {
  GreatestSign greatest;
  for (const auto& r : shape.recession) {
    const Sign grows = sign_of(dot(direction, r));
    if (grows == Sign::positive || grows == Sign::unknown) greatest.add(grows);
  }
  for (const auto& p : shape.points) greatest.add(sign_of(dot(direction, p) - offset * shape.weight));
  if (shape.rounded.empty()) return greatest.get();
  const auto reach = squared_reach(shape.round, direction);
  for (const auto& p : shape.rounded) greatest.add(sign_with_reach(dot(direction, p) - offset, reach));
  return greatest.get();
}

std::optional<std::vector<Vec3>> listed_points(const Shape& shape) {
  if (const auto* cloud = std::get_if<PointCloud>(&shape.value)) return cloud->points;
  const auto* mesh = std::get_if<TriangleMesh>(&shape.value);
  if (mesh == nullptr) return std::nullopt;
  std::vector<bool> used(mesh->vertices.size(), false);
  for (const auto& triangle : mesh->triangles) {
    for (const auto v : triangle) used[v] = true;
  }
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i]) points.push_back(mesh->vertices[i]);
  }
  return points;
}

template SpanningPoints<Bounded> generators<Bounded>(const Shape&, const Pose&, const Vec3&);
template SpanningPoints<Dyadic> generators<Dyadic>(const Shape&, const Pose&, const Vec3&);
template SquaredReach<Bounded> squared_reach<Bounded>(const Round<Bounded>&, const Vector3<Bounded>&);
template SquaredReach<Dyadic> squared_reach<Dyadic>(const Round<Dyadic>&, const Vector3<Dyadic>&);
template Sign reach_beyond<Bounded>(const SpanningPoints<Bounded>&, const Vector3<Bounded>&, const Bounded&);
template Sign reach_beyond<Dyadic>(const SpanningPoints<Dyadic>&, const Vector3<Dyadic>&, const Dyadic&);

}  // namespace graze::distance
