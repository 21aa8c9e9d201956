/// Outward normals and features where a line crosses the planes and quadrics of a body.

#include "ray/crossing.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <variant>

#include "geometry/shape_kinds.h"
#include "numbers/kept_blocks.h"
#include "numbers/roots.h"
#include "polytope/axes.h"
#include "polytope/contact/contact_set.h"
#include "ray/probe.h"

namespace graze::distance {
namespace {

/// The direction as a unit vector, zero for the zero vector.
std::optional<Vec3> unit(const Vector3<Bounded>& v) {
  const Vec3 value(v.x.value, v.y.value, v.z.value);
  const double largest = value.cwiseAbs().maxCoeff();
  const double error = std::max({v.x.error, v.y.error, v.z.error});
  if (largest == 0 && error == 0) return Vec3::Zero();
  if (!std::isnormal(largest) || !(error <= trusted_relative_error * largest)) return std::nullopt;
  return (value / largest).normalized();
}

std::optional<Vec3> unit(const Vector3<Dyadic>& v) {
  if (sat::zeroness(v) == Sign::zero) return Vec3::Zero();
  return sat::length_along(v, 0).direction;
}

/// The part of the line's direction that crosses a body along `direction`; zero when the two are parallel.
template <class N>
Vector3<N> across(const Vector3<N>& line, const Vector3<N>& direction) {
  return dot(direction, direction) * line - dot(line, direction) * direction;
}

/// Zero where the line comes to the tip of a cone: it meets the mantle nowhere else, and the upper plane only there.
template <class N>
Sign distance_from_tip(const ProbeLine<N>& line, const Piece<N>& piece, const LineEnd& end) {
  if (!piece.quadric || !piece.quadric->has_tip) return Sign::positive;
  if (end.kind == EndKind::slab) return end.upper ? Sign::zero : Sign::positive;
  return sat::zeroness(cross(piece.quadric->center - line.origin, line.direction));
}

/// The axis where the line goes on inside the cone; where it only touches the tip, the normal of a plane that holds the line.
/// Nothing when N cannot tell.
template <class N>
std::optional<Vector3<N>> outward_at_tip(const ProbeLine<N>& line, const Piece<N>& piece) {
  const Sign side = sign_of(piece.quadric->form(line.direction, line.direction));
  if (side == Sign::unknown) return std::nullopt;
  const Vector3<N>& axis = piece.slabs[0].axis;
  return side == Sign::positive ? across(axis, line.direction) : axis;
}

/// Along the outward normal where the line passes the quadric: the rounded parameter would give the point only to a rounding of
/// its distance along the line, which may exceed the body. With a t^2 + 2 b t + c the form along the line, a t = -b -+ root(b^2 - a
/// c).
Vector3<Dyadic> outward_of_quadric(const ProbeLine<Dyadic>& line, const Quadric<Dyadic>& quadric, const LineEnd& end,
                                   bool entering) {
  const Vector3<Dyadic> start = line.origin - quadric.center;
  const Dyadic a = quadric.form(line.direction, line.direction), b = quadric.form(start, line.direction);
  const Dyadic c = quadric.form(start, start) - quadric.level;
  const bool is_root = end.kind == EndKind::quadric && !a.is_zero();          // a capsule may end where two of its pieces meet
  const double half = is_root ? *root_of_ratio(b * b - a * c, a * a, 0) : 0;  // half the distance between the roots, in units of t
  const bool is_lost = half == 0 && !(b * b - a * c).is_zero();
  if (!is_root || is_lost || !std::isfinite(half)) return quadric.outward(start + Dyadic(end.t) * line.direction);
  const Dyadic aside = abs(a) * Dyadic(entering ? -half : half);
  const Vector3<Dyadic> outward = quadric.outward(a * start + (aside - b) * line.direction);
  return a.sign() < 0 ? -outward : outward;
}

Vector3<Bounded> outward_of_quadric(const ProbeLine<Bounded>& line, const Quadric<Bounded>& quadric, const LineEnd& end, bool) {
  return quadric.outward(line.origin + Bounded(end.t) * line.direction - quadric.center);
}

/// Nothing when N cannot tell.
template <class N>
std::optional<Vector3<N>> outward(const ProbeLine<N>& line, const Conditions<N>& body, const LineEnd& end, bool entering) {
  if (body.dimension == 0) return Vector3<N>{};
  if (body.dimension == 1) return -across(line.direction, body.direction);
  const Piece<N>& piece = body.pieces[end.piece];
  const Sign off_tip = distance_from_tip(line, piece, end);
  if (off_tip == Sign::unknown) return std::nullopt;
  if (off_tip == Sign::zero) return outward_at_tip(line, piece);
  const bool is_flat_end = end.kind == EndKind::slab && body.pieces.size() == 1;  // the planes within a capsule bound nothing
  if (is_flat_end) return end.upper ? piece.slabs[end.slab].axis : -piece.slabs[end.slab].axis;
  return outward_of_quadric(line, *piece.quadric, end, entering);
}

/// All corners one by one. (Copying the small vector of sat::all_corners trips g++'s overread warning for trivial numbers.)
template <class N>
KeptList<Vector3<N>> corners_of(const sat::Corners<N>& body) {
  if (!body.is_box()) return {body.vertices.begin(), body.vertices.end()};
  KeptList<Vector3<N>> corners;
  for (int k = 0; k < 8; ++k) {
    Vector3<N> corner = body.vertices[0];
    for (int i = 0; i < 3; ++i) corner = (k >> i & 1) != 0 ? corner + body.halves[i] : corner - body.halves[i];
    corners.push_back(corner);
  }
  return corners;
}

template <class N>
bool may_be_zero(const N& x) {
  const Sign sign = sign_of(x);
  return sign == Sign::zero || sign == Sign::unknown;
}

/// A plane of the body, axis.x = height.
template <class N>
struct BodyPlane {
  const Vector3<N>* axis;
  const N* height;
};

/// The planes that the line passes at this end of its interval, at the parameter height / speed.
template <class N>
KeptList<BodyPlane<N>> passed_planes(const ProbeLine<N>& line, const Piece<N>& piece, const LineEnd& end) {
  const Slab<N>& first = piece.slabs[end.slab];
  const N speed = dot(first.axis, line.direction);
  const N height = (end.upper ? *first.upper : *first.lower) - dot(first.axis, line.origin);
  KeptList<BodyPlane<N>> passed;
  for (const Slab<N>& slab : piece.slabs) {
    const N at_end = speed * dot(slab.axis, line.origin) + height * dot(slab.axis, line.direction);
    if (slab.lower && may_be_zero(at_end - speed * *slab.lower)) passed.push_back({&slab.axis, &*slab.lower});
    if (slab.upper && may_be_zero(at_end - speed * *slab.upper)) passed.push_back({&slab.axis, &*slab.upper});
  }
  return passed;
}

/// The corners that lie in all of the planes.
template <class N>
KeptList<std::int32_t> common_corners(const KeptList<BodyPlane<N>>& planes, const KeptList<Vector3<N>>& corners) {
  KeptList<std::int32_t> kept(corners.size());
  std::iota(kept.begin(), kept.end(), 0);
  for (const BodyPlane<N>& plane : planes) {
    KeptList<std::int32_t> fewer;
    std::copy_if(kept.begin(), kept.end(), std::back_inserter(fewer),
                 [&](std::int32_t i) { return may_be_zero(dot(*plane.axis, corners[i]) - *plane.height); });
    if (!fewer.empty()) kept = std::move(fewer);
  }
  return kept;
}

/// The face of a solid whose plane ends the interval, where planes are faces one by one.
template <class N>
std::optional<Feature> passed_face(const Shape& shape, const Conditions<N>& body, const LineEnd& end) {
  if (body.dimension < 3) return std::nullopt;
  if (std::holds_alternative<Tetrahedron>(shape.value)) return Feature{FeatureKind::face, end.slab};
  if (std::holds_alternative<Aabb>(shape.value) || std::holds_alternative<Obb>(shape.value)) {
    return Feature{FeatureKind::face, 2 * end.slab + (end.upper ? 1 : 0)};
  }
  const auto* polyhedron = std::get_if<ConvexPolyhedron>(&shape.value);
  if (polyhedron == nullptr || polyhedron->faces.size() != body.pieces[0].slabs.size() || !end.upper) return std::nullopt;
  return Feature{FeatureKind::face, end.slab};
}

/// Of the sides of a polygon that lie on one line, the one at a parameter of a line in its plane.
template <class N>
std::optional<Feature> side_at(const ProbeLine<N>& line, double t, const sat::Convex& polygon, const KeptList<Vector3<N>>& corners,
                               const KeptList<std::int32_t>& on_line) {
  const auto is_on_line = [&](std::int32_t i) { return std::find(on_line.begin(), on_line.end(), i) != on_line.end(); };
  const Vec3 point = to_double(line.origin) + t * to_double(line.direction);
  for (std::size_t e = 0; e < polygon.edges.size(); ++e) {
    const auto [i, j] = polygon.edges[e];
    if (!is_on_line(i) || !is_on_line(j)) continue;
    const Vec3 start = to_double(corners[i]), side = to_double(corners[j]) - start;
    const double along = (point - start).dot(side);
    if (along >= 0 && along <= side.squaredNorm()) return Feature{FeatureKind::edge, static_cast<std::int32_t>(e)};
  }
  return std::nullopt;
}

/// What feature_of() asks of a polyhedron, without the chords that separating axes would need.
sat::Convex named_parts(const ConvexPolyhedron& s, const Pose& pose) {
  sat::Convex body;
  body.vertices.assign(s.vertices.begin(), s.vertices.end());
  body.edges.assign(s.edges.begin(), s.edges.end());
  for (const auto& face : s.faces) body.faces.emplace_back(face.begin(), face.end());
  body.pose = pose;
  return body;
}

/// The number of a curved shape's face, as raycast.h lists them.
struct CurvedFeature {
  const LineEnd& end;
  bool at_tip;  ///< of a cone

  Feature operator()(const Capsule&) const { return {FeatureKind::face, end.piece}; }
  Feature operator()(const Cylinder&) const {
    return {FeatureKind::face, end.kind == EndKind::quadric ? 2 : static_cast<std::int32_t>(end.upper)};
  }
  Feature operator()(const Cone&) const {
    if (at_tip) return {FeatureKind::vertex, 0};
    return {FeatureKind::face, end.kind == EndKind::quadric ? 1 : 0};
  }
  Feature operator()(const Line&) const { return {FeatureKind::edge, 0}; }
  Feature operator()(const Ray&) const { return {FeatureKind::edge, 0}; }
  template <class Other>
    requires OneOf<Other, Sphere, Ellipsoid, Plane, HalfSpace> || PolytopeShape<Other> || ManyPieces<Other> || RingShape<Other>
  Feature operator()(const Other&) const {
    return {FeatureKind::face, 0};
  }
};

}  // namespace

template <class N>
std::optional<Vec3> outward_normal(const ProbeLine<N>& line, const Conditions<N>& body, const LineEnd& end, bool entering) {
  const auto outwards = outward(line, body, end, entering);
  if (!outwards) return std::nullopt;
  const auto normal = unit(*outwards);
  if (!normal || *normal != Vec3::Zero()) return normal;
  return unit(entering ? -line.direction : line.direction);
}

template <class N>
Feature crossed_feature(const ProbeLine<N>& line, const Conditions<N>& body, const LineEnd& end, const PlacedShape& shape,
                        const Vec3& from) {
  if (!shape.is_polytope()) {
    const bool at_tip = distance_from_tip(line, body.pieces[end.piece], end) == Sign::zero;
    return std::visit(CurvedFeature{end, at_tip}, shape.shape().value);
  }
  const KeptList<BodyPlane<N>> passed = passed_planes(line, body.pieces[0], end);
  if (const auto face = passed_face(shape.shape(), body, end); face && passed.size() == 1) return *face;
  const auto* polyhedron = std::get_if<ConvexPolyhedron>(&shape.shape().value);
  const sat::Convex convex = polyhedron != nullptr ? named_parts(*polyhedron, shape.pose()) : shape.polytope();
  const auto corners = corners_of(sat::corners_in<N>(convex, from));
  const KeptList<std::int32_t> common = common_corners(passed, corners);
  const Feature feature = sat::feature_of(convex, common);
  const bool is_by_side = body.dimension == 2 && !sat::has_box_corners(convex) && !body.pieces[0].slabs[end.slab].is_plane;
  if (!is_by_side || feature.kind != FeatureKind::face) return feature;
  return side_at(line, end.t, convex, corners, common).value_or(feature);
}

template std::optional<Vec3> outward_normal<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, const LineEnd&, bool);
template std::optional<Vec3> outward_normal<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, const LineEnd&, bool);
template Feature crossed_feature<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, const LineEnd&, const PlacedShape&,
                                          const Vec3&);
template Feature crossed_feature<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, const LineEnd&, const PlacedShape&,
                                         const Vec3&);

}  // namespace graze::distance
