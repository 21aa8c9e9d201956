/// Lists corners, edges and planes of every bounded linear shape, and names the features that sets of corners span.

#include "polytope/convex.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "geometry/drop_coordinate.h"
#include "geometry/rounded_face_hull.h"
#include "geometry/shape_kinds.h"
#include "numbers/orient.h"

namespace graze::sat {
namespace {

Loop counting_to(std::size_t n) {
  Loop loop(n);
  std::iota(loop.begin(), loop.end(), 0);
  return loop;
}

/// Where the triangle covers a positive area when one coordinate is dropped, that coordinate; nothing for collinear corners.
std::optional<int> projectable(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int k = 0; k < 3; ++k) {
    if (orient2d(drop_coordinate(a, k), drop_coordinate(b, k), drop_coordinate(c, k)) != 0) return k;
  }
  return std::nullopt;
}

/// Three corners of the loop that span its plane, with the coordinate to drop; nothing when all are collinear.
std::optional<std::pair<IndexTriple, int>> spanning_corners(const Vertices& v, const Loop& loop) {
  for (std::size_t i = 1; i + 1 < loop.size(); ++i) {
    for (std::size_t j = i + 1; j < loop.size(); ++j) {
      const IndexTriple corners{loop[0], loop[i], loop[j]};
      if (const auto k = projectable(v[corners[0]], v[corners[1]], v[corners[2]])) return std::pair{corners, *k};
    }
  }
  return std::nullopt;
}

using FlatPath = ShortList<Vec2, 8>;

/// The corners of the loop with one coordinate dropped, each once in a row.
FlatPath projected_loop(const Vertices& v, const Loop& loop, int dropped) {
  FlatPath seen;
  for (const std::int32_t i : loop) {
    if (seen.empty() || seen.back() != drop_coordinate(v[i], dropped)) seen.push_back(drop_coordinate(v[i], dropped));
  }
  while (seen.size() > 1 && seen.back() == seen.front()) seen.pop_back();
  return seen;
}

/// Whether a closed path turns in one direction only, once around: then it ascends once and descends once, in lexicographic order.
bool turns_once(const FlatPath& path) {
  const std::size_t n = path.size();
  const auto at = [&](std::size_t i) -> const Vec2& { return path[i % n]; };
  const auto goes_up = [&](std::size_t i) {
    return at(i).x() != at(i + 1).x() ? at(i).x() < at(i + 1).x() : at(i).y() < at(i + 1).y();
  };
  int turn = 0;
  int reversals = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const int side = orient2d(at(i), at(i + 1), at(i + 2));
    if (side * turn < 0) return false;
    if (side != 0) turn = side;
    reversals += goes_up(i) != goes_up(i + 1) ? 1 : 0;
  }
  return reversals == 2;
}

/// Whether the loop is, in exact arithmetic, planar and turns in one direction only, once around.
bool is_exactly_convex(const Vertices& v, const Loop& loop, const IndexTriple& plane, int dropped) {
  const auto planar = [&](std::int32_t i) { return orient3d(v[plane[0]], v[plane[1]], v[plane[2]], v[i]) == 0; };
  return std::all_of(loop.begin(), loop.end(), planar) && turns_once(projected_loop(v, loop, dropped));
}

void add_edge(Convex& body, std::int32_t i, std::int32_t j) {
  if (i != j) body.edges.push_back({std::min(i, j), std::max(i, j)});
}

/// Neighbouring faces share their edges: keeps the first of each, in the order of their coming.
void drop_repeated_edges(Convex& body) {
  ShortList<std::pair<IndexPair, std::size_t>, 16> order;
  for (const IndexPair& edge : body.edges) order.emplace_back(edge, order.size());
  std::sort(order.begin(), order.end());
  const auto repeated = std::unique(order.begin(), order.end(), [](const auto& x, const auto& y) { return x.first == y.first; });
  order.erase(repeated, order.end());
  std::sort(order.begin(), order.end(), [](const auto& x, const auto& y) { return x.second < y.second; });
  body.edges.clear();
  for (const auto& [edge, position] : order) body.edges.push_back(edge);
}

/// Every chord and every triple of the corners: a complete list whatever their hull looks like.
void add_all_chords(Convex& body, const Loop& corners) {
  for (std::size_t i = 0; i < corners.size(); ++i) {
    for (std::size_t j = i + 1; j < corners.size(); ++j) {
      add_edge(body, corners[i], corners[j]);
      for (std::size_t k = j + 1; k < corners.size(); ++k) body.planes.push_back({corners[i], corners[j], corners[k]});
    }
  }
}

/// Of so few corners all chords and triples are found sooner than those that count.
constexpr std::size_t few_corners = 8;

void add_sides(Convex& body, const Loop& loop) {
  for (std::size_t i = 0; i < loop.size(); ++i) add_edge(body, loop[i], loop[(i + 1) % loop.size()]);
}

/// Of corners in any order, in one plane up to rounding.
void add_rounded_corners(Convex& body, const Loop& corners) {
  if (corners.size() <= few_corners) {
    add_all_chords(body, corners);
    return;
  }
  const RoundedFaceHull face = rounded_face_hull({body.vertices.data(), body.vertices.size()}, {corners.data(), corners.size()});
  body.edges.insert(body.edges.end(), face.edges.begin(), face.edges.end());
  body.planes.insert(body.planes.end(), face.planes.begin(), face.planes.end());
}

/// The sides come first, because edges are named by their position in the list.
void add_rounded_face(Convex& body, const Loop& loop) {
  if (loop.size() > few_corners) add_sides(body, loop);
  add_rounded_corners(body, loop);
}

enum class Detail : bool { outline, all_axes };

void add_face(Convex& body, const Loop& loop, Detail detail = Detail::all_axes) {
  body.faces.push_back(loop);
  if (detail == Detail::outline && loop.size() > few_corners) {
    body.lacks_axes = true;
    add_sides(body, loop);
    return;
  }
  const auto plane = spanning_corners(body.vertices, loop);
  if (loop.size() > 3 && (!plane || !is_exactly_convex(body.vertices, loop, plane->first, plane->second))) {
    add_rounded_face(body, loop);
    return;
  }
  add_sides(body, loop);
  if (plane) body.planes.push_back(plane->first);
}

/// Of a hull. One that is flat or straight only up to rounding has points beside its face or edge, which are corners of it, too.
void add_faces(Convex& body, const auto& faces, Detail detail) {
  for (const auto& face : faces) add_face(body, Loop(face.begin(), face.end()), detail);
  const std::size_t listed = faces.empty() ? 2 : faces.size() == 1 ? faces[0].size() : body.vertices.size();
  if (body.vertices.size() <= listed) return;
  if (detail == Detail::outline && body.vertices.size() > few_corners) {
    body.lacks_axes = true;
    return;
  }
  add_rounded_corners(body, counting_to(body.vertices.size()));
}

template <class Range>
Convex with_vertices(const Range& vertices, const Pose& pose) {
  Convex body;
  body.vertices.assign(std::begin(vertices), std::end(vertices));
  body.pose = pose;
  return body;
}

Convex box(const Vec3& center, const Frame& axes, const Vec3& half_extents, const Pose& pose) {
  Convex body = with_vertices(std::array{center}, pose);
  body.box_axes = axes;
  body.half_extents = half_extents;
  return body;
}

struct ToConvex {
  const Pose& pose;
  Detail detail = Detail::all_axes;

  std::optional<Convex> operator()(const Point& s) const { return with_vertices(std::array{s.p}, pose); }
  std::optional<Convex> operator()(const Segment& s) const {
    Convex body = with_vertices(s.v, pose);
    add_edge(body, 0, 1);
    return body;
  }
  std::optional<Convex> operator()(const Triangle& s) const { return as_convex(s, pose); }
  std::optional<Convex> operator()(const Tetrahedron& s) const {
    Convex body = with_vertices(s.v, pose);
    for (const Loop& face : {Loop{1, 2, 3}, Loop{0, 2, 3}, Loop{0, 1, 3}, Loop{0, 1, 2}}) add_face(body, face);
    drop_repeated_edges(body);
    return body;
  }
  std::optional<Convex> operator()(const ConvexPolygon& s) const {
    Convex body = with_vertices(s.vertices, pose);
    add_face(body, counting_to(s.vertices.size()), detail);
    drop_repeated_edges(body);
    return body;
  }
  std::optional<Convex> operator()(const ConvexPolyhedron& s) const {
    Convex body = with_vertices(s.vertices, pose);
    for (const auto& edge : s.edges) body.edges.push_back(edge);
    add_faces(body, s.faces, detail);
    drop_repeated_edges(body);
    return body;
  }
  /// Corners of an AABB are stored numbers, so it is a box of eight corners rather than of a rounded centre.
  std::optional<Convex> operator()(const Aabb& s) const {
    Convex body;
    body.pose = pose;
    for (int k = 0; k < 8; ++k) {
      body.vertices.emplace_back((k & 1) != 0 ? s.max.x() : s.min.x(), (k & 2) != 0 ? s.max.y() : s.min.y(),
                                 (k & 4) != 0 ? s.max.z() : s.min.z());
    }
    for (const Loop& face :
         {Loop{0, 2, 6, 4}, Loop{1, 3, 7, 5}, Loop{0, 1, 5, 4}, Loop{2, 3, 7, 6}, Loop{0, 1, 3, 2}, Loop{4, 5, 7, 6}}) {
      body.faces.push_back(face);
    }
    body.edges = {{0, 1}, {0, 2}, {0, 4}};
    body.planes = {{0, 2, 4}, {0, 1, 4}, {0, 1, 2}};
    return body;
  }
  std::optional<Convex> operator()(const Obb& s) const { return box(s.center, s.axes, s.half_extents, pose); }
  template <class Other>
    requires RoundShape<Other> || UnboundedShape<Other> || ManyPieces<Other> || RingShape<Other>
  std::optional<Convex> operator()(const Other&) const {
    return std::nullopt;
  }
};

Feature box_feature(std::span<const std::int32_t> corners) {
  std::int32_t all_set = 7;
  std::int32_t any_set = 0;
  for (const std::int32_t k : corners) {
    all_set &= k;
    any_set |= k;
  }
  const std::int32_t varying = any_set & ~all_set;  // axes along which the corners differ
  if (varying == 0) return {FeatureKind::vertex, all_set};
  for (std::int32_t i = 0; i < 3; ++i) {
    const std::int32_t others = 7 & ~(1 << i);
    if (varying == (1 << i)) {  // an edge: four a direction, numbered by the signs along the other two axes
      const std::int32_t low = all_set >> ((i + 1) % 3) & 1;
      const std::int32_t high = all_set >> ((i + 2) % 3) & 1;
      return {FeatureKind::edge, 4 * i + low + 2 * high};
    }
    if (varying == others) return {FeatureKind::face, 2 * i + (all_set >> i & 1)};
  }
  return {};
}

}  // namespace

Convex as_convex(const Triangle& triangle, const Pose& pose) {
  Convex body = with_vertices(triangle.v, pose);
  body.edges = {{0, 1}, {1, 2}, {2, 0}};
  body.planes = {{0, 1, 2}};
  constexpr IndexTriple corners{0, 1, 2};
  body.faces.emplace_back(corners.begin(), corners.end());
  return body;
}

std::optional<Convex> as_convex(const Shape& shape, const Pose& pose) { return std::visit(ToConvex{pose}, shape.value); }

std::optional<Convex> as_outline(const Shape& shape, const Pose& pose) {
  return std::visit(ToConvex{pose, Detail::outline}, shape.value);
}

Convex completed(const Convex& outline) {
  if (!outline.lacks_axes) return outline;
  Convex body = with_vertices(outline.vertices, outline.pose);
  body.edges = outline.edges;
  add_faces(body, outline.faces, Detail::all_axes);
  drop_repeated_edges(body);
  return body;
}

bool has_box_corners(const Convex& body) { return body.is_box() || (body.vertices.size() == 8 && body.edges.size() == 3); }

IndexPair edge_ends(const Convex& body, std::int32_t edge) {
  if (!has_box_corners(body)) return body.edges[edge];
  const std::int32_t axis = edge / 4;
  const std::int32_t start = (edge & 1) << ((axis + 1) % 3) | (edge >> 1 & 1) << ((axis + 2) % 3);
  return {start, start | 1 << axis};
}

Feature feature_of(const Convex& body, std::span<const std::int32_t> corners) {
  if (has_box_corners(body)) return box_feature(corners);
  if (corners.size() == 1) return {FeatureKind::vertex, corners[0]};
  const auto holds_all = [&](const auto& part) {
    return std::all_of(corners.begin(), corners.end(),
                       [&](std::int32_t c) { return std::find(part.begin(), part.end(), c) != part.end(); });
  };
  const auto edge = std::find_if(body.edges.begin(), body.edges.end(), holds_all);
  if (edge != body.edges.end()) return {FeatureKind::edge, static_cast<std::int32_t>(edge - body.edges.begin())};
  const auto face = std::find_if(body.faces.begin(), body.faces.end(), holds_all);
  if (face != body.faces.end()) return {FeatureKind::face, static_cast<std::int32_t>(face - body.faces.begin())};
  return {};
}

}  // namespace graze::sat
