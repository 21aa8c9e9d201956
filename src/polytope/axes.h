#pragma once
/// Which axes can separate two convex polytopes: the one list that overlap, sweep and penetration fold over.
///
/// Two convex sets are apart iff zero is outside their Minkowski difference, and a polytope is bounded by its facets. With D the
/// edge directions of both bodies, the facet normals are [Eberly01 §3–5, completed for flat and degenerate bodies]
///   D spans space:    face normals of either body and cross products of an edge of each;
///   D spans a plane:  its normal N and N x d for every d in D (coplanar polygons, parallel segments apart, a point and a
///   triangle); D spans a line e: e and two directions across it; D is empty:       the coordinate axes (two points).
/// The same lists are complete for bodies in relative translation, because only the gap of each axis then depends on time.

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "polytope/convex.h"

namespace graze::sat {

enum class AxisKind : std::uint8_t {
  face_of_a,       ///< normal of a's plane i
  face_of_b,       ///< normal of b's plane i
  edge_edge,       ///< a's direction i times b's direction j
  common_plane,    ///< normal of the plane all edges are parallel to
  side_of_a,       ///< in that plane, across a's direction i
  side_of_b,       ///< in that plane, across b's direction i
  along_line,      ///< the direction all edges are parallel to
  across_line,     ///< across it, times coordinate axis i
  coordinate_axis  ///< coordinate axis i
};

/// An axis by name, to be evaluated in any number type.
struct AxisId {
  AxisKind kind = AxisKind::coordinate_axis;
  std::int32_t i = 0;
  std::int32_t j = 0;

  friend bool operator==(const AxisId&, const AxisId&) = default;
};

/// A direction of a (from 0) or, counted on from a's last, of b.
using DirectionIndex = std::int32_t;

/// What the edge directions of both bodies span, with directions that show it.
struct Span {
  int rank = 0;
  DirectionIndex first = -1;   ///< nonzero, from rank 1 on
  DirectionIndex second = -1;  ///< independent of the first, from rank 2 on
};

/// The numbers of two bodies, seen from one origin.
template <class N>
struct CornersPair {
  Corners<N> a;
  Corners<N> b;

  [[nodiscard]] std::int32_t direction_count() const {
    return static_cast<std::int32_t>(a.directions.size() + b.directions.size());
  }
  [[nodiscard]] const Vector3<N>& direction(DirectionIndex k) const {
    const auto n = static_cast<DirectionIndex>(a.directions.size());
    return k < n ? a.directions[k] : b.directions[k - n];
  }
};

template <class N>
[[nodiscard]] Sign zeroness(const Vector3<N>& v) {
  const Sign signs[] = {sign_of(v.x), sign_of(v.y), sign_of(v.z)};
  bool known_zero = true;
  for (const Sign s : signs) {
    if (s == Sign::positive || s == Sign::negative) return Sign::positive;
    known_zero = known_zero && s == Sign::zero;
  }
  return known_zero ? Sign::zero : Sign::unknown;
}

/// The rank of the directions, or nothing when number type N cannot tell.
template <class N>
[[nodiscard]] std::optional<Span> span_of(const CornersPair<N>& pair) {
  Span span;
  bool doubtful = false;
  const DirectionIndex n = pair.direction_count();
  Vector3<N> normal{};
  for (DirectionIndex k = 0; k < n; ++k) {
    const Vector3<N>& d = pair.direction(k);
    if (span.rank == 0) {
      const Sign s = zeroness(d);
      if (s == Sign::positive) span = {1, k, -1};
      doubtful = doubtful || s == Sign::unknown;
    } else if (span.rank == 1) {
      normal = cross(pair.direction(span.first), d);
      const Sign s = zeroness(normal);
      if (s == Sign::positive) span = {2, span.first, k};
      doubtful = doubtful || s == Sign::unknown;
    } else {
      const Sign s = sign_of(dot(normal, d));
      if (s == Sign::positive || s == Sign::negative) return Span{3, span.first, span.second};
      doubtful = doubtful || s == Sign::unknown;
    }
  }
  if (doubtful) return std::nullopt;
  return span;
}

template <class N>
[[nodiscard]] Vector3<N> coordinate_axis(std::int32_t i) {
  return {N(i == 0 ? 1.0 : 0.0), N(i == 1 ? 1.0 : 0.0), N(i == 2 ? 1.0 : 0.0)};
}

/// The axis as a vector of number type N, neither unit nor necessarily nonzero.
template <class N>
[[nodiscard]] Vector3<N> axis_vector(const AxisId& id, const CornersPair<N>& pair, const Span& span) {
  const auto common_normal = [&] { return cross(pair.direction(span.first), pair.direction(span.second)); };
  switch (id.kind) {
    case AxisKind::face_of_a: return pair.a.normals[id.i];
    case AxisKind::face_of_b: return pair.b.normals[id.i];
    case AxisKind::edge_edge: return cross(pair.a.directions[id.i], pair.b.directions[id.j]);
    case AxisKind::common_plane: return common_normal();
    case AxisKind::side_of_a: return cross(common_normal(), pair.a.directions[id.i]);
    case AxisKind::side_of_b: return cross(common_normal(), pair.b.directions[id.i]);
    case AxisKind::along_line: return pair.direction(span.first);
    case AxisKind::across_line: return cross(pair.direction(span.first), coordinate_axis<N>(id.i));
    case AxisKind::coordinate_axis: break;
  }
  return coordinate_axis<N>(id.i);
}

/// Calls visit(AxisId) for every axis of the list until it answers false; says whether it never did. Pairs of edges that
/// can_be_facet(i, j) refuses are left out.
template <class N, class Visit, class CanBeFacet>
bool for_each_axis(const CornersPair<N>& pair, const Span& span, CanBeFacet&& can_be_facet, Visit&& visit) {
  const auto each = [&](AxisKind kind, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!visit(AxisId{kind, static_cast<std::int32_t>(i), 0})) return false;
    }
    return true;
  };
  const auto edges_a = static_cast<std::int32_t>(pair.a.directions.size());
  const auto edges_b = static_cast<std::int32_t>(pair.b.directions.size());
  if (span.rank == 0) return each(AxisKind::coordinate_axis, 3);
  if (span.rank == 1) return each(AxisKind::along_line, 1) && each(AxisKind::across_line, 3);
  if (span.rank == 2) {
    return each(AxisKind::common_plane, 1) && each(AxisKind::side_of_a, edges_a) && each(AxisKind::side_of_b, edges_b);
  }
  if (!each(AxisKind::face_of_a, pair.a.normals.size()) || !each(AxisKind::face_of_b, pair.b.normals.size())) return false;
  for (std::int32_t i = 0; i < edges_a; ++i) {
    for (std::int32_t j = 0; j < edges_b; ++j) {
      if (can_be_facet(i, j) && !visit(AxisId{AxisKind::edge_edge, i, j})) return false;
    }
  }
  return true;
}

/// All of them.
template <class N, class Visit>
bool for_each_axis(const CornersPair<N>& pair, const Span& span, Visit&& visit) {
  return for_each_axis(pair, span, [](std::int32_t, std::int32_t) { return true; }, visit);
}

/// A body's projection on an axis.
template <class N>
struct Projection {
  N min{};
  N max{};
};

/// Minima and maxima differ by no more than their arguments do. What overflowed is not a number, which a plain maximum would lose.
[[nodiscard]] inline double greater_error(const Bounded& a, const Bounded& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return a.error + b.error < infinity ? std::max(a.error, b.error) : infinity;
}
[[nodiscard]] inline Bounded lesser(const Bounded& a, const Bounded& b) {
  return {std::min(a.value, b.value), greater_error(a, b)};
}
[[nodiscard]] inline Bounded greater(const Bounded& a, const Bounded& b) {
  return {std::max(a.value, b.value), greater_error(a, b)};
}
[[nodiscard]] inline const Dyadic& lesser(const Dyadic& a, const Dyadic& b) { return b < a ? b : a; }
[[nodiscard]] inline const Dyadic& greater(const Dyadic& a, const Dyadic& b) { return a < b ? b : a; }

template <class N>
[[nodiscard]] Projection<N> projection(const Corners<N>& body, const Vector3<N>& axis) {
  const N first = dot(body.vertices[0], axis);
  if (body.is_box()) {
    const N radius = abs(dot(body.halves[0], axis)) + abs(dot(body.halves[1], axis)) + abs(dot(body.halves[2], axis));
    return {first - radius, first + radius};
  }
  Projection<N> s{first, first};
  for (std::size_t i = 1; i < body.vertices.size(); ++i) {
    const N at = dot(body.vertices[i], axis);
    s = {lesser(s.min, at), greater(s.max, at)};
  }
  return s;
}

/// How the projections of the two bodies lie on an axis. Both numbers are >= 0 when they meet.
template <class N>
struct Meeting {
  N below{};  ///< max of a minus min of b: how far b can go up before it leaves
  N above{};  ///< max of b minus min of a: how far b can go down
};

template <class N>
[[nodiscard]] Meeting<N> meeting(const CornersPair<N>& pair, const Vector3<N>& axis) {
  const Projection<N> a = projection(pair.a, axis);
  const Projection<N> b = projection(pair.b, axis);
  return {a.max - b.min, b.max - a.min};
}

}  // namespace graze::sat
