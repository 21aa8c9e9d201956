/// Clips polygons, segments and points against each other and against solids, in exact arithmetic.

#include "polytope/flat_intersection.h"

#include <algorithm>
#include <array>

#include "polytope/plane_view.h"
#include "polytope/short_list.h"

namespace graze::sat {
namespace {

using ExactVector = Vector3<Dyadic>;

/// The point that divides pq in the ratio of the weights, both >= 0 and not both zero.
FlatPoint between(const FlatPoint& p, const Dyadic& weight_p, const FlatPoint& q, const Dyadic& weight_q) {
  return {weight_p * p.x + weight_q * q.x, weight_p * p.w + weight_q * q.w};
}

/// Andrew's monotone chain, strictly convex.
FlatPoints hull(const PlaneView& view, FlatPoints points) {
  std::sort(points.begin(), points.end(), [&](const FlatPoint& p, const FlatPoint& q) { return view.less(p, q); });
  points.erase(std::unique(points.begin(), points.end(), same), points.end());
  if (points.size() < 3) return points;
  FlatPoints chain;
  const auto extend = [&](const FlatPoint& p, std::size_t fixed) {
    while (chain.size() > fixed && view.turn(chain[chain.size() - 2], chain.back(), p) <= 0) chain.pop_back();
    chain.push_back(p);
  };
  for (const FlatPoint& p : points) extend(p, 1);
  const std::size_t lower = chain.size();
  for (auto p = points.rbegin() + 1; p != points.rend(); ++p) extend(*p, lower);
  chain.pop_back();
  return chain;
}

/// Whether the hull `loop` (corners counter-clockwise, or two ends, or one point) holds p.
bool holds(const PlaneView& view, const FlatPoints& loop, const FlatPoint& p) {
  if (loop.size() == 1) return same(loop[0], p);
  if (loop.size() == 2) {
    return view.turn(loop[0], loop[1], p) == 0 && !view.less(p, loop[0]) && !view.less(loop[1], p);  // the hull sorts its ends
  }
  for (std::size_t i = 0; i < loop.size(); ++i) {
    if (view.turn(loop[i], loop[(i + 1) % loop.size()], p) < 0) return false;
  }
  return true;
}

using HullSides = ShortList<std::array<const FlatPoint*, 2>, 8>;

/// The sides of a hull: none of a point, one of a segment.
HullSides sides(const FlatPoints& loop) {
  HullSides result;
  const std::size_t count = loop.size() < 3 ? loop.size() - 1 : loop.size();
  for (std::size_t i = 0; i < count; ++i) result.push_back({&loop[i], &loop[(i + 1) % loop.size()]});
  return result;
}

/// Where two sides cross in one inner point; ends that touch are found as corners of the other set.
void add_crossing(const PlaneView& view, const FlatPoint& p, const FlatPoint& q, const FlatPoint& r, const FlatPoint& s,
                  FlatPoints& out) {
  const Dyadic at_p = view.determinant(r, s, p);
  const Dyadic at_q = view.determinant(r, s, q);
  if (at_p.sign() * at_q.sign() >= 0 || view.turn(p, q, r) * view.turn(p, q, s) >= 0) return;
  out.push_back(between(p, abs(at_q), q, abs(at_p)));
}

using ExactHeights = ShortList<Dyadic, 8>;

/// Above the plane through `origin`, times denominators.
ExactHeights heights_above(const FlatPoints& points, const ExactVector& normal, const FlatPoint& origin) {
  ExactHeights heights;
  for (const FlatPoint& p : points) heights.push_back(dot(normal, difference(p, origin)));
  return heights;
}

/// Where the chord from i to j passes from one side to the other.
void add_passage(const FlatPoints& points, const ExactHeights& heights, std::size_t i, std::size_t j, FlatPoints& out) {
  if (heights[i].sign() * heights[j].sign() >= 0) return;
  out.push_back(between(points[i], abs(heights[j]), points[j], abs(heights[i])));
}

/// The part of the hull of `points` in the plane through `origin`: corners on it and crossings of chords.
FlatPoints section(const FlatPoints& points, const ExactVector& normal, const FlatPoint& origin) {
  const ExactHeights heights = heights_above(points, normal, origin);
  FlatPoints result;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (heights[i].is_zero()) result.push_back(points[i]);
    for (std::size_t j = i + 1; j < points.size(); ++j) add_passage(points, heights, i, j, result);
  }
  return result;
}

/// A direction of the points, zero when all are one.
ExactVector line_direction(const FlatPoints& points) {
  for (const FlatPoint& p : points) {
    const ExactVector d = difference(p, points[0]);
    if (!is_zero(d)) return d;
  }
  return {};
}

/// Any nonzero vector across a direction that is not zero.
ExactVector across(const ExactVector& d) {
  for (const ExactVector& axis : {ExactVector{1, 0, 0}, ExactVector{0, 1, 0}}) {
    const ExactVector n = cross(d, axis);
    if (!is_zero(n)) return n;
  }
  return cross(d, ExactVector{0, 0, 1});
}

/// The normal of a plane that holds the points, never zero.
ExactVector normal_through(const FlatPoints& points) {
  const ExactVector normal = plane_normal(points);
  if (!is_zero(normal)) return normal;
  const ExactVector along = line_direction(points);
  return is_zero(along) ? ExactVector{0, 0, 1} : across(along);
}

/// Segments and points: the normal of a plane that holds both, zero when there is none.
ExactVector common_normal(const FlatPoints& a, const FlatPoints& b) {
  const ExactVector along_a = line_direction(a);
  const ExactVector along_b = line_direction(b);
  const ExactVector offset = difference(b[0], a[0]);
  const ExactVector crossing = cross(along_a, along_b);
  if (!is_zero(crossing)) return dot(crossing, offset).is_zero() ? crossing : ExactVector{};
  const ExactVector along = is_zero(along_a) ? along_b : along_a;
  if (is_zero(along)) return is_zero(offset) ? ExactVector{0, 0, 1} : across(offset);
  const ExactVector apart = cross(along, offset);
  return is_zero(apart) ? across(along) : apart;
}

}  // namespace

Vector3<Dyadic> plane_normal(const FlatPoints& points) {
  const ExactVector along = line_direction(points);
  for (const FlatPoint& p : points) {
    const ExactVector n = cross(along, difference(p, points[0]));
    if (!is_zero(n)) return n;
  }
  return {};
}

bool is_flat(const FlatPoints& points) {
  const ExactVector normal = plane_normal(points);
  return std::all_of(points.begin(), points.end(),
                     [&](const FlatPoint& p) { return dot(normal, difference(p, points[0])).is_zero(); });
}

/// The largest triangle, because the plane of a thin one would tilt far from the rest.
FlatPoints flattened(FlatPoints points) {
  ExactVector normal;
  for (std::size_t i = 1; i < points.size(); ++i) {
    for (std::size_t j = i + 1; j < points.size(); ++j) {
      const ExactVector n = cross(difference(points[i], points[0]), difference(points[j], points[0]));
      if (dot(n, n) > dot(normal, normal)) normal = n;
    }
  }
  if (is_zero(normal)) return points;
  const FlatPoint origin = points[0];
  const Dyadic square = dot(normal, normal);
  for (FlatPoint& p : points) {
    const Dyadic height = dot(normal, difference(p, origin));  // times both denominators
    if (height.is_zero()) continue;
    p = {origin.w * square * p.x - height * normal, origin.w * square * p.w};
  }
  return points;
}

FlatPoints hull_in_plane(const Vector3<Dyadic>& normal, FlatPoints points) { return hull(PlaneView(normal), std::move(points)); }

/// A corner of the intersection is a corner of one set inside the other, or a crossing of two sides.
FlatPoints intersection_in_plane(const Vector3<Dyadic>& normal, const FlatPoints& a, const FlatPoints& b) {
  const PlaneView view(normal);
  const FlatPoints hull_a = hull(view, a);
  const FlatPoints hull_b = hull(view, b);
  FlatPoints corners;
  for (const FlatPoint& p : hull_a) {
    if (holds(view, hull_b, p)) corners.push_back(p);
  }
  for (const FlatPoint& p : hull_b) {
    if (holds(view, hull_a, p)) corners.push_back(p);
  }
  for (const auto& side_a : sides(hull_a)) {
    for (const auto& side_b : sides(hull_b)) add_crossing(view, *side_a[0], *side_a[1], *side_b[0], *side_b[1], corners);
  }
  return hull(view, std::move(corners));
}

FlatPoints flat_intersection(const FlatPoints& a, const FlatPoints& b) {
  const ExactVector normal_a = plane_normal(a);
  if (!is_zero(normal_a)) {
    const FlatPoints cut = section(b, normal_a, a[0]);
    return cut.empty() ? FlatPoints{} : intersection_in_plane(normal_a, a, cut);
  }
  const ExactVector normal_b = plane_normal(b);
  if (!is_zero(normal_b)) return flat_intersection(b, a);
  const ExactVector normal = common_normal(a, b);
  return is_zero(normal) ? FlatPoints{} : intersection_in_plane(normal, a, b);
}

KeptList<Chord> all_chords(std::int32_t count) {
  KeptList<Chord> chords;
  for (std::int32_t i = 0; i < count; ++i) {
    for (std::int32_t j = i + 1; j < count; ++j) chords.push_back({i, j});
  }
  return chords;
}

FlatPoints section(const FlatSolid& solid, const Vector3<Dyadic>& normal, const FlatPoint& origin) {
  const ExactHeights heights = heights_above(solid.corners, normal, origin);
  FlatPoints points;
  for (std::size_t i = 0; i < solid.corners.size(); ++i) {
    if (heights[i].is_zero()) points.push_back(solid.corners[i]);
  }
  for (const auto& [i, j] : solid.chords) add_passage(solid.corners, heights, i, j, points);
  return hull(PlaneView(normal), std::move(points));
}

FlatPoints flat_intersection(const FlatPoints& flat, const FlatSolid& solid) {
  const ExactVector normal = normal_through(flat);
  const FlatPoints cut = section(solid, normal, flat[0]);
  return cut.empty() ? FlatPoints{} : intersection_in_plane(normal, flat, cut);
}

FlatPoints part_below(const FlatPoints& flat, const Vector3<Dyadic>& normal, const FlatPoint& origin) {
  const ExactHeights heights = heights_above(flat, normal, origin);
  FlatPoints points;
  for (std::size_t i = 0; i < flat.size(); ++i) {
    if (heights[i].sign() <= 0) points.push_back(flat[i]);
    for (std::size_t j = i + 1; j < flat.size(); ++j) add_passage(flat, heights, i, j, points);
  }
  return hull(PlaneView(normal_through(flat)), std::move(points));
}

}  // namespace graze::sat
