/// Bodies inside a torus, a torus inside bodies.
///
/// In a half plane that ends at its axis a torus is a disc, so the distance of a point from its circle is convex there, and along
/// the axis. Across these planes it is not, but on a flat face it bends up in some direction: the greatest distance that points of
/// a body have is found on its edges, on its round sides or where the axis passes through it.

#include <algorithm>
#include <cmath>
#include <optional>

#include <graze/contains.h>
#include <graze/raycast.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/interrupted.h"
#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"
#include "questions/ring.h"
#include "questions/ring_partner.h"
#include "ring/exact_point.h"
#include "ring/nearest.h"
#include "ring/sheet.h"
#include "views/bound.h"
#include "views/corner_points.h"
#include "views/implicit_form.h"

namespace graze::query {
namespace {

using ring::Outline;
using ring::PlacedRing;
using ring::Sheet;
using ring::SticksOut;

constexpr double half_turn = std::numbers::pi;

Outline straight(const Vec2& from, const Vec2& to) { return {from, to, Vec2::Zero(), 0, 0, 0}; }
Outline arc(const Vec2& center, double radius, double from, double to) {
  return {Vec2::Zero(), Vec2::Zero(), center, radius, from, to};
}

/// A body in the world by what of it may be farthest from a circle.
struct Sides {
  std::vector<Sheet> core;     ///< all points within `radius` of its hull, or of itself if it is a circle, are the body
  double radius = 0;           ///< length
  std::vector<Sheet> surface;  ///< where the radius is not 0
  bool is_linear = false;
};

/// Edges, and what is round: one function a shape.
class ToSides {
 public:
  explicit ToSides(const Pose& pose) : pose_(pose) {}

  Sides operator()(const Point& s) const { return edges({s.p}, {{0, 0}}); }
  /// Without a direction.
  Sides operator()(const Line& s) const { return edges({s.origin}, {{0, 0}}); }
  Sides operator()(const Ray& s) const { return edges({s.origin}, {{0, 0}}); }
  Sides operator()(const Segment& s) const { return edges(s.v, {{0, 1}}); }
  Sides operator()(const Triangle& s) const { return edges(s.v, {{0, 1}, {1, 2}, {2, 0}}); }
  Sides operator()(const Tetrahedron& s) const { return edges(s.v, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}); }
  Sides operator()(const ConvexPolyhedron& s) const { return edges(s.vertices, s.edges); }
  Sides operator()(const ConvexPolygon& s) const {
    std::vector<Edge> sides;
    const auto count = static_cast<std::int32_t>(s.vertices.size());
    for (std::int32_t i = 0; i < count; ++i) sides.push_back({i, (i + 1) % count});
    return edges(s.vertices, sides);
  }
  template <class Box>
    requires OneOf<Box, Aabb, Obb>
  Sides operator()(const Box& s) const {
    std::vector<Edge> sides;
    for (std::int32_t k = 0; k < 8; ++k) {
      for (const std::int32_t bit : {1, 2, 4}) {
        if ((k & bit) == 0) sides.push_back({k, k | bit});
      }
    }
    return edges(corner_points(Shape{s}), sides);
  }
  Sides operator()(const Sphere& s) const {
    Sides sides = edges({s.center}, {{0, 0}});
    sides.radius = s.radius;
    sides.surface = {{arc(Vec2::Zero(), s.radius, -half_turn / 2, half_turn / 2), pose_.to_world(s.center), world_frame()}};
    return sides;
  }
  Sides operator()(const Capsule& s) const {
    Sides sides = edges(s.v, {{0, 1}});
    sides.radius = s.radius;
    const Vec3 axis = s.v[1] - s.v[0];
    const double length = axis.stableNorm();
    const auto side = [&](const Outline& outline) { return Sheet{outline, pose_.to_world(s.v[0]), unit_frame(axis)}; };
    sides.surface = {side(arc(Vec2::Zero(), s.radius, -half_turn / 2, 0)), side(straight({s.radius, 0}, {s.radius, length})),
                     side(arc(Vec2(0, length), s.radius, 0, half_turn / 2))};
    return sides;
  }
  Sides operator()(const Cylinder& s) const { return tapered(s.v[0], s.v[1], s.radius, s.radius); }
  Sides operator()(const Cone& s) const { return tapered(s.base, s.apex, s.radius, 0); }
  Sides operator()(const Ellipsoid& s) const {
    Sides sides;
    std::array<Vec3, 3> half_axes;
    for (std::size_t i = 0; i < 3; ++i) half_axes[i] = pose_.rotation * (s.half_extents[static_cast<Eigen::Index>(i)] * s.axes[i]);
    sides.core = {{arc(Vec2::Zero(), 1, -half_turn / 2, half_turn / 2), pose_.to_world(s.center), half_axes}};
    return sides;
  }
  Sides operator()(const Torus& s) const {
    const PlacedRing ring = ring::placed(s, pose_);
    const Vec2 on_circle(s.major, 0);
    return {{{straight(on_circle, on_circle), ring.center, ring.frame}},
            s.minor,
            {{arc(on_circle, s.minor, -half_turn, half_turn), ring.center, ring.frame}},
            false};
  }
  /// Bodies without end are in no torus, the pieces of others are asked about one by one.
  template <class Other>
    requires OneOf<Other, Plane, HalfSpace> || ManyPieces<Other>
  Sides operator()(const Other& /*shape*/) const {
    return {};
  }

 private:
  using Edge = std::array<std::int32_t, 2>;

  template <class Corners, class Edges = std::initializer_list<Edge>>
  [[nodiscard]] Sides edges(const Corners& corners, const Edges& edges) const {
    Sides sides;
    sides.is_linear = true;
    for (const Edge& edge : edges) {
      sides.core.push_back(ring::segment(pose_.to_world(std::data(corners)[static_cast<std::size_t>(edge[0])]),
                                         pose_.to_world(std::data(corners)[static_cast<std::size_t>(edge[1])])));
    }
    return sides;
  }
  [[nodiscard]] Sides edges(std::initializer_list<Vec3> corners, std::initializer_list<Edge> edges) const {
    return this->edges(std::vector<Vec3>(corners), edges);
  }
  [[nodiscard]] Frame unit_frame(const Vec3& axis) const {
    const Vec3 posed = pose_.rotation * axis;
    return orthonormal_frame(posed, any_perpendicular(posed)).value_or(world_frame());
  }
  /// The mantle of a cylinder or cone, with the rims at its ends.
  [[nodiscard]] Sides tapered(const Vec3& from, const Vec3& to, double radius_from, double radius_to) const {
    const Vec3 axis = to - from;
    Sides sides;
    sides.core = {{straight({radius_from, 0}, {radius_to, axis.stableNorm()}), pose_.to_world(from), unit_frame(axis)}};
    return sides;
  }

  const Pose& pose_;
};

Sides sides_of(const Body& body) { return std::visit(ToSides(body.pose), body.geometry.shape().value); }

/// A length that is no more than the roundings of coordinates.
double rounding_of(const PlacedRing& ring) { return ring::touching_gap * (ring.reach() + ring.center.stableNorm()); }

/// A torus without a hole or a tube is a ball.
std::optional<Body> without_hole(const Body& torus) {
  if (!is_ring(torus) || torus_of(torus).major > 0) return std::nullopt;
  return Body{*Geometry::make(Shape{Sphere{torus_of(torus).center, torus_of(torus).minor}}), torus.pose, {}};
}

// ---- in a torus

class InRing {
 public:
  explicit InRing(const Body& torus)
      : ring_(placed_ring(torus)),
        // The nearest point of the circle to one point is no nearer to another than its own.
        sticks_out_([this](const Vec3& point, const Vec3& near) {
          return (point - ring_.nearest_on_circle(near)).stableNorm() - ring_.minor;
        }),
        rounding_(rounding_of(ring_)) {}
  InRing(const InRing&) = delete;
  InRing& operator=(const InRing&) = delete;

  [[nodiscard]] Result<bool> holds(const Body& body) const {
    const Sides sides = sides_of(body);
    const double limit = sides.is_linear ? rounding_ : round_limit();
    if (ring::are_inside(sides.core, sticks_out_, limit - sides.radius))
      return sides.radius > 0 ? Result<bool>(true) : holds_on_axis(body, limit);
    return sides.radius > 0 ? holds_surface(body, sides) : Result<bool>(false);
  }

  /// Of a body that is all near a core, which is not so far inside. Away from the circle, that is out of it, if the tube has a
  /// hole; else the way may lead past the axis, nearer to the circle again.
  [[nodiscard]] Result<bool> holds_surface(const Body& body, const Sides& sides) const {
    if (ring_.minor < ring_.major || !ring::are_inside(sides.surface, sticks_out_, round_limit())) return false;
    return holds_on_axis(body, round_limit());
  }

  /// A surface or solid of triangles.
  [[nodiscard]] Result<bool> holds_mesh(const Body& mesh) const {
    const MeshView view = view_of(mesh.geometry);
    for (std::size_t i = 0; i < view.triangles.size() && !Interrupt::is_asked_for(); ++i) {
      if (!holds_edges(view.triangle(static_cast<std::uint32_t>(i)), mesh.pose)) return false;
    }
    return holds_on_axis(mesh, rounding_);
  }

 private:
  [[nodiscard]] bool holds_edges(const Triangle& triangle, const Pose& pose) const {
    std::array<Vec3, 3> corners;
    for (std::size_t k = 0; k < 3; ++k) corners[k] = pose.to_world(triangle.v[k]);
    const Vec3 middle = (corners[0] + corners[1] + corners[2]) / 3;
    if (std::ranges::all_of(corners, [&](const Vec3& p) { return sticks_out_(p, middle) <= rounding_; })) return true;
    return ring::are_inside(ToSides(pose)(triangle).core, sticks_out_, rounding_);
  }

  [[nodiscard]] Result<bool> holds_on_axis(const Body& body, double limit) const {
    const auto found = raycast(Line{ring_.center, ring_.frame[0]}, body);
    if (!found) return tl::make_unexpected(found.error());
    return std::ranges::all_of(found->crossings,
                               [&](const Crossing& crossing) { return sticks_out_(crossing.point, crossing.point) <= limit; });
  }

  [[nodiscard]] double round_limit() const { return rounding_ + ring::sheet_slack * ring_.reach(); }

  PlacedRing ring_;
  SticksOut sticks_out_;
  double rounding_;
};

Result<bool> is_in_ring(const Body& torus, const Body& inner) {
  const auto holds = [&](const Vec3& point, double radius) {
    return ring::is_within({torus_of(torus), torus.pose}, point, inner.pose, -radius);
  };
  if (const auto ball = ball_of(inner)) {
    if (holds(ball->center, ball->radius)) return true;
    return ball->radius > 0 ? InRing(torus).holds_surface(inner, sides_of(inner)) : Result<bool>(false);
  }
  const Shape& shape = inner.geometry.shape();
  if (const auto* cloud = std::get_if<PointCloud>(&shape.value))
    return std::ranges::all_of(cloud->points, [&](const Vec3& p) { return holds(p, 0); });
  if (is_mesh(inner)) return unless_interrupted(InRing(torus).holds_mesh(inner));
  if (!is_bounded(shape) && !is_ring(inner)) return false;
  return InRing(torus).holds(inner);
}

// ---- a torus in other bodies

/// In a half-space n.x <= d, up to touching_gap.
bool is_below(const PlacedRing& ring, const Vec3& normal, double offset) {
  const double length = normal.stableNorm();
  const Vec3 unit = normal / length;
  const double over = unit.dot(ring.center) + reach_along(ring, unit) - offset / length;
  return over <= ring::touching_gap * (ring.reach() + std::abs(offset / length));
}

/// In all slabs of a body without a curved side; nothing of other bodies.
std::optional<bool> is_between_planes(const PlacedRing& ring, const Body& outer) {
  const Shape& shape = outer.geometry.shape();
  if (!distance::has_conditions(shape)) return std::nullopt;
  const auto body = distance::conditions<Dyadic>(distance::PlacedShape(shape, outer.pose), Vec3::Zero());
  if (!body || body->pieces.size() != 1 || body->pieces[0].quadric) return std::nullopt;
  for (const auto& slab : body->pieces[0].slabs) {
    const Vec3 axis(slab.axis.x.to_double(), slab.axis.y.to_double(), slab.axis.z.to_double());
    if (slab.upper && !is_below(ring, axis, slab.upper->to_double())) return false;
    if (slab.lower && !is_below(ring, -axis, -slab.lower->to_double())) return false;
  }
  return true;
}

/// The surface of a mesh that counts as a solid stays outside of the tube, whose circle is inside.
Result<bool> is_in_mesh(const Body& torus, const Body& mesh) {
  const PlacedRing ring = placed_ring(torus);
  const auto circle = contains(mesh, point_body(ring.at(0)));
  if (!circle || !*circle) return circle;
  Body as_surface = mesh;
  as_surface.solid = false;
  const ring::CircleGap gap = ring::nearest_to_circle({ring.center, ring.frame, ring.major, 0}, partner_of(as_surface));
  return gap.upper >= ring.minor - ring::touching_gap * ring.reach();
}

/// A straight axis in the world: how far along it and how far from it points are.
struct Axis {
  Vec3 from;
  double length;
  Vec3 unit;  ///< zero where it has no length

  Axis(const Pose& pose, const Vec3& start, const Vec3& end) : from(pose.to_world(start)) {
    const Vec3 way = pose.rotation * (end - start);
    length = way.stableNorm();
    unit = length > 0 ? Vec3(way / length) : Vec3(Vec3::Zero());
  }
  [[nodiscard]] double along(const Vec3& point) const { return unit.dot(point - from); }
  [[nodiscard]] double off(const Vec3& point) const { return (point - from - along(point) * unit).stableNorm(); }
  [[nodiscard]] double from_segment(const Vec3& point) const {
    return (point - from - std::clamp(along(point), 0.0, length) * unit).stableNorm();
  }
  /// Between the planes through the ends.
  [[nodiscard]] bool spans(const PlacedRing& ring) const {
    const double start = unit.dot(from);
    return length == 0 || (is_below(ring, unit, start + length) && is_below(ring, -unit, -start));
  }
};

/// Whether a torus is inside a convex body with a round side: one function a shape.
class HoldsRing {
 public:
  HoldsRing(const Body& outer, const Body& torus)
      : pose_(outer.pose),
        ring_(placed_ring(torus)),
        sides_(sides_of(torus)),
        limit_(rounding_of(ring_) + ring::sheet_slack * ring_.reach()) {}

  std::optional<bool> operator()(const Capsule& s) const {
    const Axis axis(pose_, s.v[0], s.v[1]);
    return holds_tube([&](const Vec3& p) { return axis.from_segment(p) - s.radius; });
  }
  std::optional<bool> operator()(const Cylinder& s) const {
    const Axis axis(pose_, s.v[0], s.v[1]);
    return axis.spans(ring_) && holds_tube([&](const Vec3& p) { return axis.off(p) - s.radius; });
  }
  std::optional<bool> operator()(const Cone& s) const {
    const Axis axis(pose_, s.base, s.apex);
    const double slant = std::hypot(axis.length, s.radius);
    const double outward = slant > 0 ? axis.length / slant : 1, upward = slant > 0 ? s.radius / slant : 0;
    return axis.spans(ring_) &&
           holds_tube([&](const Vec3& p) { return outward * axis.off(p) + upward * (axis.along(p) - axis.length); });
  }
  std::optional<bool> operator()(const Ellipsoid& s) const {
    const Vec3 center = pose_.to_world(s.center);
    const auto sticks_out = [&](const Vec3& p, const Vec3& /*near*/) {
      const Vec3 from_center = pose_.rotation.transpose() * (p - center);
      Vec3 parts;
      for (Eigen::Index i = 0; i < 3; ++i) {
        const double along = s.axes[static_cast<std::size_t>(i)].dot(from_center);
        parts[i] = s.half_extents[i] > 0       ? along / s.half_extents[i]
                   : std::abs(along) <= limit_ ? 0
                                               : std::numeric_limits<double>::infinity();
      }
      return (parts.stableNorm() - 1) * s.half_extents.maxCoeff();
    };
    return ring::are_inside(sides_.surface, sticks_out, limit_);
  }
  template <class Other>
    requires PolytopeShape<Other> || UnboundedShape<Other> || ManyPieces<Other> || OneOf<Other, Sphere, Torus>
  std::optional<bool> operator()(const Other& /*shape*/) const {
    return std::nullopt;
  }

 private:
  /// Of a distance that grows by one where a point goes away: then all of the tube is in if its circle is so far inside.
  template <class Out>
  [[nodiscard]] bool holds_tube(const Out& out) const {
    return ring::are_inside(sides_.core, [&](const Vec3& p, const Vec3& /*near*/) { return out(p); }, limit_ - sides_.radius);
  }

  const Pose& pose_;
  PlacedRing ring_;
  Sides sides_;
  double limit_;
};

Result<bool> holds_ring(const Body& outer, const Body& torus) {
  const Shape& shape = outer.geometry.shape();
  if (std::holds_alternative<TriangleMesh>(shape.value)) return is_in_mesh(torus, outer);
  if (std::holds_alternative<PointCloud>(shape.value)) return false;  // finitely many points
  if (const auto ball = ball_of(outer))
    return ring::is_in_ball({torus_of(torus), torus.pose}, ball->center, outer.pose, ball->radius);
  if (const auto answer = std::visit(HoldsRing(outer, torus), shape.value)) return *answer;
  if (const auto answer = is_between_planes(placed_ring(torus), outer)) return *answer;
  return unsupported("contains", outer, torus);
}

}  // namespace

Result<bool> ring_contains(const Body& outer, const Body& inner) {
  if (const auto ball = without_hole(outer)) return contains(*ball, inner);
  if (const auto ball = without_hole(inner)) return contains(outer, *ball);
  return is_ring(outer) ? is_in_ring(outer, inner) : holds_ring(outer, inner);
}

}  // namespace graze::query
