/// One function a shape: a new one does not compile until it says which slabs and quadrics its points lie in.

#include "views/implicit_form.h"

#include <algorithm>
#include <type_traits>
#include <variant>

#include "geometry/shape_kinds.h"
#include "polytope/axes.h"
#include "views/implicit_polyhedron.h"

namespace graze::distance {
namespace {

template <class N>
Slab<N> between(const Vector3<N>& axis, const N& lower, const N& upper) {
  return {axis, lower, upper, false};
}

template <class N>
Slab<N> plane_at(const Vector3<N>& axis, const N& height) {
  return {axis, height, height, true};
}

/// The plane across the axis through a point.
template <class N>
Slab<N> plane_through(const Vector3<N>& axis, const Vector3<N>& point) {
  return plane_at(axis, dot(axis, point));
}

/// Axes along which a body of lower dimension has no extent.
bool is_across(sat::AxisKind kind) {
  return kind == sat::AxisKind::common_plane || kind == sat::AxisKind::across_line || kind == sat::AxisKind::coordinate_axis;
}

/// A triangle or a polygon that is flat exactly: the filter cannot see that, but as_convex() has.
bool is_flat(const sat::Convex& body) { return !body.is_box() && body.faces.size() == 1 && body.planes.size() == 1; }

template <class N>
Quadric<N> ball(const Vector3<N>& center, const N& radius) {
  return {center, N(1.0), {}, radius * radius};
}

/// The infinite cylinder about the axis through `end`.
template <class N>
Quadric<N> cylinder_side(const Vector3<N>& end, const Vector3<N>& axis, const N& radius) {
  const N squared = dot(axis, axis);
  return {end, squared, {{N(-1.0), axis}}, radius * radius * squared};
}

/// Both halves of the infinite cone with this apex and a rim of this radius one axis below it.
template <class N>
Quadric<N> mantle(const Vector3<N>& apex, const Vector3<N>& axis, const N& radius) {
  const N squared = dot(axis, axis);
  return {apex, squared * squared, {{-(squared + radius * radius), axis}}, N(0.0), true};
}

template <class N>
class DescribeImplicit {
 public:
  DescribeImplicit(const PlacedShape& body, const Vec3& from, double inset)
      : body_(body), pose_(body.pose()), from_(from), inset_(inset) {}

  using Answer = std::optional<Conditions<N>>;

  Answer operator()(const Point&) const { return polytope(); }
  Answer operator()(const Segment&) const { return polytope(); }
  Answer operator()(const Obb& s) const {
    if (!(s.half_extents.array() > 0).all()) return polytope();
    return solid_box(at(s.center), {turned(s.axes[0]), turned(s.axes[1]), turned(s.axes[2])}, -s.half_extents, s.half_extents);
  }
  Answer operator()(const Triangle&) const { return polytope(); }
  /// Slab i is the face across from corner i.
  Answer operator()(const Tetrahedron& s) const {
    const std::array<Vector3<N>, 3> edges{placed_difference<N>(pose_, s.v[0], s.v[1]), placed_difference<N>(pose_, s.v[0], s.v[2]),
                                          placed_difference<N>(pose_, s.v[0], s.v[3])};
    const Sign hand = sign_of(dot(edges[0], cross(edges[1], edges[2])));
    if (hand == Sign::zero || hand == Sign::unknown) return polytope();
    const N sign(hand == Sign::negative ? -1.0 : 1.0);
    const Vector3<N> first = at(s.v[0]);
    Piece<N> piece;
    const auto add = [&](const Vector3<N>& inward, const Vector3<N>& corner) {
      const Vector3<N> outward = -(sign * inward);
      piece.slabs.push_back({outward, std::nullopt, dot(outward, corner), false});
    };
    add(cross(edges[2] - edges[0], edges[1] - edges[0]), first + edges[0]);
    for (int i = 0; i < 3; ++i) add(cross(edges[(i + 1) % 3], edges[(i + 2) % 3]), first);
    Conditions<N> out;
    out.pieces.push_back(std::move(piece));
    return out;
  }
  Answer operator()(const ConvexPolygon&) const { return polytope(); }
  Answer operator()(const ConvexPolyhedron& s) const {
    auto faces = face_slabs<N>(s, pose_, from_);
    if constexpr (std::is_same_v<N, Bounded>) {
      if (!faces && has_points_beside_face(s)) return std::nullopt;  // only exact numbers tell that it is flat
    }
    if (!faces) return polytope();
    Conditions<N> out;
    out.pieces.push_back(std::move(*faces));
    return out;
  }

  /// Without a rotation its stored numbers are the conditions, and cheaper than those of a polytope.
  Answer operator()(const Aabb& s) const {
    if (pose_.rotation != Mat3::Identity()) {
      if (!(s.min.array() < s.max.array()).all()) return polytope();
      return solid_box(at(Vec3::Zero()), {turned(Vec3::UnitX()), turned(Vec3::UnitY()), turned(Vec3::UnitZ())}, s.min, s.max);
    }
    Conditions<N> out;
    out.dimension = 0;
    Piece<N> piece;
    for (int i = 0; i < 3; ++i) {
      const Vector3<N> axis = sat::coordinate_axis<N>(i);
      const N shift = N(pose_.translation[i]) - N(from_[i]);
      piece.slabs.push_back({axis, N(s.min[i]) + shift, N(s.max[i]) + shift, s.min[i] == s.max[i]});
      if (s.min[i] == s.max[i]) continue;
      ++out.dimension;
      out.direction = axis;
    }
    out.pieces.push_back(std::move(piece));
    return out;
  }

  Answer operator()(const Line& s) const {
    if (s.direction == Vec3::Zero()) return point(s.origin);
    return straight(s.origin, s.direction);
  }
  Answer operator()(const Ray& s) const {
    if (s.direction == Vec3::Zero()) return point(s.origin);
    Conditions<N> out = straight(s.origin, s.direction);
    out.pieces[0].slabs.push_back({out.direction, dot(out.direction, at(s.origin)), std::nullopt, false});
    return out;
  }
  Answer operator()(const Plane& s) const {
    const PlacedPlane<N> plane = placed_plane<N>(pose_, s.normal, s.offset, from_);
    return unbounded(plane_at(plane.normal, plane.offset), 2);
  }
  Answer operator()(const HalfSpace& s) const {
    const PlacedPlane<N> plane = placed_plane<N>(pose_, s.normal, s.offset, from_);
    return unbounded({plane.normal, std::nullopt, plane.offset, false}, 3);
  }

  Answer operator()(const Sphere& s) const {
    Conditions<N> out;
    out.pieces.push_back({{}, ball(at(s.center), reduced(s.radius))});
    return out;
  }
  Answer operator()(const Capsule& s) const {
    const N radius = reduced(s.radius);
    Conditions<N> out;
    for (const Vec3& end : s.v) out.pieces.push_back({{}, ball(at(end), radius)});
    if (s.v[0] == s.v[1]) return out;
    const Vector3<N> axis = placed_difference<N>(pose_, s.v[0], s.v[1]);
    out.pieces.push_back({{along(axis, at(s.v[0]))}, cylinder_side(at(s.v[0]), axis, radius)});
    return out;
  }
  Answer operator()(const Cylinder& s) const {
    if (s.v[0] == s.v[1]) return point(s.v[0]);
    const Vector3<N> axis = placed_difference<N>(pose_, s.v[0], s.v[1]);
    Conditions<N> out;
    out.pieces.push_back({{along(axis, at(s.v[0]))}, cylinder_side(at(s.v[0]), axis, reduced(s.radius))});
    return out;
  }
  Answer operator()(const Cone& s) const {
    if (s.base == s.apex) return point(s.base);
    const Vector3<N> axis = placed_difference<N>(pose_, s.base, s.apex);
    Conditions<N> out;
    out.pieces.push_back({{along(axis, at(s.base))}, mantle(at(s.apex), axis, N(s.radius))});
    return out;
  }
  /// With x - c = sum y_i a_i, Cramer's rule gives y_i = (x - c).(a_j x a_k) / det; the condition sum (y_i / h_i)^2 <= 1 is
  /// multiplied by (det * h_0 * h_1 * h_2)^2, and a vanishing h_i asks for y_i = 0 instead.
  Answer operator()(const Ellipsoid& s) const {
    const Vector3<N> center = at(s.center);
    const std::array<Vector3<N>, 3> axes{turned(s.axes[0]), turned(s.axes[1]), turned(s.axes[2])};
    Conditions<N> out;
    Piece<N> piece;
    Quadric<N> quadric{center, N(0.0), {}, N(1.0)};
    for (int i = 0; i < 3; ++i) {
      const Vector3<N> normal = cross(axes[(i + 1) % 3], axes[(i + 2) % 3]);
      if (s.half_extents[i] == 0) {
        piece.slabs.push_back(plane_through(normal, center));
        continue;
      }
      const N squared = N(s.half_extents[i]) * N(s.half_extents[i]);
      for (auto& term : quadric.terms) term.weight *= squared;
      quadric.terms.push_back({quadric.level, normal});
      quadric.level *= squared;
    }
    const N determinant = dot(axes[0], cross(axes[1], axes[2]));
    quadric.level *= determinant * determinant;
    if (!quadric.terms.empty()) piece.quadric = quadric;
    out.pieces.push_back(piece);
    return out;
  }

  Answer operator()(const PointCloud&) const { return std::nullopt; }
  Answer operator()(const TriangleMesh&) const { return std::nullopt; }
  Answer operator()(const Torus&) const { return std::nullopt; }

 private:
  [[nodiscard]] Vector3<N> at(const Vec3& in_body) const { return placed<N>(pose_, in_body, from_); }
  [[nodiscard]] Vector3<N> turned(const Vec3& in_body) const { return sat::rotated<N>(pose_, lifted<N>(in_body)); }
  [[nodiscard]] N reduced(double radius) const { return N(radius) - N(inset_); }

  /// The points origin + sum y_i a_i with least_i <= y_i <= greatest_i. By Cramer's rule y_i * det = (x - origin).(a_j x a_k), also
  /// where the axes are not quite square to each other.
  [[nodiscard]] static Answer solid_box(const Vector3<N>& origin, const std::array<Vector3<N>, 3>& axes, const Vec3& least,
                                        const Vec3& greatest) {
    const N determinant = dot(axes[0], cross(axes[1], axes[2]));
    const Sign hand = sign_of(determinant);
    if (hand == Sign::unknown) return std::nullopt;
    const N sign(hand == Sign::negative ? -1.0 : 1.0);
    Piece<N> piece;
    for (int i = 0; i < 3; ++i) {
      const Vector3<N> normal = sign * cross(axes[(i + 1) % 3], axes[(i + 2) % 3]);
      const N at_origin = dot(normal, origin);
      const N scale = sign * determinant;
      piece.slabs.push_back(between(normal, at_origin + N(least[i]) * scale, at_origin + N(greatest[i]) * scale));
    }
    Conditions<N> out;
    out.pieces.push_back(std::move(piece));
    return out;
  }

  /// From the plane through the start of the axis to the one through its end.
  [[nodiscard]] static Slab<N> along(const Vector3<N>& axis, const Vector3<N>& start) {
    const N lower = dot(axis, start);
    return between(axis, lower, lower + dot(axis, axis));
  }

  [[nodiscard]] static Conditions<N> unbounded(const Slab<N>& slab, int dimension) {
    Conditions<N> out;
    out.pieces.push_back({{slab}, std::nullopt});
    out.dimension = dimension;
    out.is_unbounded = true;
    return out;
  }

  [[nodiscard]] Conditions<N> straight(const Vec3& origin, const Vec3& direction) const {
    Conditions<N> out;
    out.dimension = 1;
    out.direction = turned(direction);
    out.is_unbounded = true;
    Piece<N> piece;
    for (int k = 0; k < 3; ++k) piece.slabs.push_back(plane_through(cross(out.direction, sat::coordinate_axis<N>(k)), at(origin)));
    out.pieces.push_back(piece);
    return out;
  }

  [[nodiscard]] Conditions<N> point(const Vec3& p) const {
    Conditions<N> out;
    out.dimension = 0;
    Piece<N> piece;
    for (int i = 0; i < 3; ++i) piece.slabs.push_back(plane_through(sat::coordinate_axis<N>(i), at(p)));
    out.pieces.push_back(std::move(piece));
    return out;
  }

  [[nodiscard]] static Slab<N> shadow_of(const sat::Corners<N>& body, const Vector3<N>& axis) {
    const sat::Projection<N> projection = sat::projection(body, axis);
    return between(axis, projection.min, projection.max);
  }

  /// The plane of the polygon, and of every side the strip that it bounds.
  [[nodiscard]] static Conditions<N> polygon(const sat::Corners<N>& body) {
    Conditions<N> out;
    out.dimension = 2;
    Piece<N> piece;
    piece.slabs.push_back(plane_through(body.normals[0], body.vertices[0]));
    for (const auto& side : body.directions) piece.slabs.push_back(shadow_of(body, cross(body.normals[0], side)));
    out.pieces.push_back(std::move(piece));
    return out;
  }

  /// The axes that could part the polytope from a point are those of its own faces or, when it is flat, of its sides.
  [[nodiscard]] Answer polytope() const {
    const sat::Convex& convex = body_.polytope();
    const sat::CornersPair<N> alone{{}, sat::corners_in<N>(convex, from_)};
    if (is_flat(convex) && sat::zeroness(alone.b.normals[0]) == Sign::positive) return polygon(alone.b);
    const auto span = sat::span_of(alone);
    if (!span) return std::nullopt;
    Conditions<N> out;
    out.dimension = span->rank;
    if (span->rank == 1) out.direction = alone.direction(span->first);
    Piece<N> piece;
    sat::for_each_axis(alone, *span, [&](const sat::AxisId& id) {
      const Vector3<N> axis = sat::axis_vector(id, alone, *span);
      const bool across = is_across(id.kind);
      piece.slabs.push_back(across ? plane_through(axis, alone.b.vertices[0]) : shadow_of(alone.b, axis));
      return true;
    });
    out.pieces.push_back(std::move(piece));
    return out;
  }

  const PlacedShape& body_;
  const Pose& pose_;
  const Vec3& from_;
  double inset_;
};

struct IsPolytope {
  template <PolytopeShape S>
  bool operator()(const S&) const {
    return true;
  }
  template <class S>
    requires RoundShape<S> || UnboundedShape<S> || ManyPieces<S> || RingShape<S>
  bool operator()(const S&) const {
    return false;
  }
};

}  // namespace

bool has_conditions(const Shape& shape) {
  return !std::holds_alternative<PointCloud>(shape.value) && !std::holds_alternative<TriangleMesh>(shape.value) &&
         !std::holds_alternative<Torus>(shape.value);
}

bool PlacedShape::is_polytope() const { return std::visit(IsPolytope{}, shape_->value); }

const sat::Convex& PlacedShape::polytope() const {
  if (!polytope_) polytope_ = sat::as_convex(*shape_, *pose_);
  return *polytope_;
}

template <class N>
std::optional<Conditions<N>> conditions(const PlacedShape& body, const Vec3& from, double inset) {
  return std::visit(DescribeImplicit<N>(body, from, inset), body.shape().value);
}

template std::optional<Conditions<Bounded>> conditions<Bounded>(const PlacedShape&, const Vec3&, double);
template std::optional<Conditions<Dyadic>> conditions<Dyadic>(const PlacedShape&, const Vec3&, double);

}  // namespace graze::distance
