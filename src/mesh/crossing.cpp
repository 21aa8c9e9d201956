/// Compares, along the segments that two surfaces share, the directions in which each leaves them; in exact arithmetic.

#include "mesh/crossing.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include <graze/mesh.h>

#include "mesh/convex.h"
#include "mesh/meeting_triangles.h"
#include "methods/shape_sweep.h"
#include "numbers/kept_blocks.h"
#include "polytope/contact/contact_set.h"
#include "polytope/plane_view.h"
#include "polytope/rounded_bounds.h"
#include "tree/walk/traverse.h"
#include "views/bound.h"

namespace graze::query {
namespace {

using ExactDirection = Vector3<Dyadic>;
using Directions = boost::container::small_vector<ExactDirection, 4>;

/// Around an axis, counter-clockwise seen against it.
class AroundAxis {
 public:
  explicit AroundAxis(const ExactDirection& axis) : axis_(axis) {}

  [[nodiscard]] int turn(const ExactDirection& u, const ExactDirection& v) const { return dot(axis_, cross(u, v)).sign(); }
  /// Neither may be along the axis.
  [[nodiscard]] bool same(const ExactDirection& u, const ExactDirection& v) const {
    return turn(u, v) == 0 && dot(cross(axis_, u), cross(axis_, v)).sign() > 0;
  }
  /// Whether w is on the way round from u to v or is one of them; u and v differ.
  [[nodiscard]] bool is_between(const ExactDirection& u, const ExactDirection& v, const ExactDirection& w) const {
    if (same(u, w) || same(v, w)) return true;
    const int opening = turn(u, v);
    if (opening > 0) return turn(u, w) > 0 && turn(w, v) > 0;
    if (opening < 0) return !(turn(v, w) > 0 && turn(w, u) > 0);
    return turn(u, w) > 0;
  }

 private:
  ExactDirection axis_;
};

void add_direction(const AroundAxis& around, Directions& all, const ExactDirection& d) {
  if (std::none_of(all.begin(), all.end(), [&](const ExactDirection& other) { return around.same(other, d); })) all.push_back(d);
}

/// Whether no two neighbours among the directions of a have all those of b between them.
bool are_interleaved(const AroundAxis& around, const Directions& a, const Directions& b) {
  if (a.size() < 2) return false;
  for (const ExactDirection& u : a) {
    for (const ExactDirection& v : a) {
      if (&u == &v) continue;
      const auto inside = [&](const ExactDirection& w) { return around.is_between(u, v, w); };
      const auto is_apart = [&](const ExactDirection& w) { return !around.same(w, u) && !around.same(w, v); };
      const bool are_neighbours = std::none_of(a.begin(), a.end(), [&](const auto& w) { return is_apart(w) && inside(w); });
      if (are_neighbours && std::all_of(b.begin(), b.end(), inside)) return false;
    }
  }
  return true;
}

/// The directions in which a triangle that holds the point leaves the axis through it: one from a side along the axis, two from
/// inside, none where the triangle has no area.
void add_directions_of(const sat::FlatPoints& triangle, const sat::FlatPoint& at, const ExactDirection& axis,
                       const AroundAxis& around, Directions& all) {
  const ExactDirection normal = sat::plane_normal(triangle);
  if (sat::is_zero(normal)) return;
  const ExactDirection across = cross(normal, axis);
  bool to_left = false, to_right = false;
  for (const sat::FlatPoint& corner : triangle) {
    const int side = dot(across, sat::difference(corner, at)).sign();
    to_left = to_left || side > 0;
    to_right = to_right || side < 0;
  }
  if (to_left) add_direction(around, all, across);
  if (to_right) add_direction(around, all, -across);
}

/// What a pair of triangles that meet has in common, in more than a point.
struct SharedPiece {
  TrianglePair pair;
  sat::FlatPoints set;
  sat::FlatPoints triangle_a, triangle_b;
};

using SharedPieces = KeptList<SharedPiece>;
using PiecesBeside = KeptList<const SharedPiece*>;

/// Whether a piece, which lies in a line or plane with the axis at a point, holds that point.
bool holds_point(const sat::FlatPoints& set, const sat::FlatPoint& at) { return !sat::flat_intersection(set, {at}).empty(); }

sat::FlatPoint middle_of(const sat::FlatPoint& p, const sat::FlatPoint& q) {
  return {q.w * p.x + p.w * q.x, Dyadic(2) * p.w * q.w};
}

class SharedSegments {
 public:
  explicit SharedSegments(SharedPieces pieces) : pieces_(std::move(pieces)) {
    bounds_.reserve(pieces_.size());
    for (const SharedPiece& piece : pieces_) {
      bounds_.push_back(sat::rounded_bounds(piece.set));
      widest_ = widest_.cwiseMax(bounds_.back().high - bounds_.back().low);
    }
    sort_along_longest_axis();
  }

  [[nodiscard]] bool any_crosses() const {
    for (std::size_t k = 0; k < pieces_.size(); ++k) {
      if (crosses_along(k)) return true;
    }
    return false;
  }

 private:
  /// Along the segment, in the middle of every stretch on which the same triangles are there.
  [[nodiscard]] bool crosses_along(std::size_t number) const {
    const SharedPiece& piece = pieces_[number];
    if (piece.set.size() != 2) return false;
    const ExactDirection axis = sat::difference(piece.set[1], piece.set[0]);
    PiecesBeside beside;
    KeptList<sat::FlatPoint> ends{piece.set[0], piece.set[1]};
    for (const std::size_t k : near(number)) {
      if (!bounds_[k].meets(bounds_[number])) continue;
      const sat::FlatPoints common = sat::flat_intersection(pieces_[k].set, piece.set);
      if (common.empty()) continue;
      beside.push_back(&pieces_[k]);
      ends.insert(ends.end(), common.begin(), common.end());
    }
    const auto before = [&](const sat::FlatPoint& p, const sat::FlatPoint& q) {
      return dot(axis, sat::difference(q, p)).sign() > 0;
    };
    std::sort(ends.begin(), ends.end(), before);
    for (std::size_t k = 0; k + 1 < ends.size(); ++k) {
      if (before(ends[k], ends[k + 1]) && crosses_at(middle_of(ends[k], ends[k + 1]), axis, beside)) return true;
    }
    return false;
  }

  /// Meshes that coincide share as many pieces as they have triangles: few of them are near each other along the longest axis.
  void sort_along_longest_axis() {
    if (bounds_.empty()) return;
    sat::RoundedBounds all = bounds_[0];
    for (const sat::RoundedBounds& box : bounds_) all = {all.low.cwiseMin(box.low), all.high.cwiseMax(box.high)};
    (all.high - all.low).maxCoeff(&axis_);
    order_.resize(bounds_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(), [&](std::size_t i, std::size_t j) { return low_of(i) < low_of(j); });
  }
  [[nodiscard]] double low_of(std::size_t k) const { return bounds_[k].low[axis_]; }

  /// All pieces whose boxes may meet that of this one.
  [[nodiscard]] std::span<const std::size_t> near(std::size_t number) const {
    // Rounded down past the rounding of the difference.
    const double from = std::nextafter(low_of(number) - widest_[axis_], -std::numeric_limits<double>::infinity());
    const auto begin = std::partition_point(order_.begin(), order_.end(), [&](std::size_t k) { return low_of(k) < from; });
    const auto end =
        std::partition_point(begin, order_.end(), [&](std::size_t k) { return low_of(k) <= bounds_[number].high[axis_]; });
    return {begin, end};
  }

  static bool crosses_at(const sat::FlatPoint& at, const ExactDirection& axis, const PiecesBeside& beside) {
    const AroundAxis around(axis);
    Directions of_a, of_b;
    for (const SharedPiece* piece : beside) {
      if (!holds_point(piece->set, at)) continue;
      add_directions_of(piece->triangle_a, at, axis, around, of_a);
      add_directions_of(piece->triangle_b, at, axis, around, of_b);
    }
    return are_interleaved(around, of_a, of_b) && are_interleaved(around, of_b, of_a);
  }

  SharedPieces pieces_;
  KeptList<sat::RoundedBounds> bounds_;
  KeptList<std::size_t> order_;  ///< by the low ends along the axis
  Vec3 widest_ = Vec3::Zero();   ///< no box is longer, along each axis
  int axis_ = 0;
};

/// 1 where the triangles of a closed mesh face outward, -1 inward, 0 where the mesh has no inside.
int facing_of(const PlacedMesh& mesh) {
  const MeshReport report = report_on(mesh.tree->mesh());
  if (!report.is_closed() || !report.volume) return 0;
  return *report.volume > 0 ? 1 : *report.volume < 0 ? -1 : 0;
}

/// Whether closed meshes have a common area with both insides on the same side.
bool share_a_side(const PlacedMesh& a, const PlacedMesh& b, const SharedPieces& pieces) {
  int facing = 0;
  for (const SharedPiece& piece : pieces) {
    if (piece.set.size() < 3) continue;
    if (facing == 0) facing = facing_of(a) * facing_of(b);
    if (facing == 0) return false;
    if (facing * dot(sat::plane_normal(piece.triangle_a), sat::plane_normal(piece.triangle_b)).sign() > 0) return true;
  }
  return false;
}

/// One triangle passes through the other: the middle of what they share is inside both, and their planes differ.
bool pass_through(const SharedPiece& piece) { return SharedSegments({piece}).any_crosses(); }

/// Of triangles placed in the world; nothing where they have no more than a point in common.
std::optional<SharedPiece> shared_piece(TrianglePair numbers, const sat::Convex& a, const sat::Convex& b) {
  SharedPiece piece{numbers, sat::common_part_at({a, b}, {}, {}), sat::corners_at(a, Vec3::Zero(), {}),
                    sat::corners_at(b, Vec3::Zero(), {})};
  return piece.set.size() < 2 ? std::nullopt : std::optional(std::move(piece));
}

/// A triangle or polygon as triangles around its first corner; nothing for other shapes.
std::vector<Triangle> as_triangles(const Shape& shape) {
  if (const auto* triangle = std::get_if<Triangle>(&shape.value)) return {*triangle};
  std::vector<Triangle> fan;
  if (const auto* polygon = std::get_if<ConvexPolygon>(&shape.value)) {
    for (std::size_t k = 2; k < polygon->vertices.size(); ++k)
      fan.push_back({{polygon->vertices[0], polygon->vertices[k - 1], polygon->vertices[k]}});
  }
  return fan;
}

/// A flat shape is a surface like the mesh.
bool crosses_flat_shape(const PlacedMesh& mesh, const Body& shape, const std::vector<Triangle>& fan) {
  SharedPieces pieces;
  for_each_triangle_near(mesh, *box_around(shape.geometry.shape(), shape.pose), 0, [&](std::uint32_t i, const PosedTriangle& t) {
    for (std::uint32_t j = 0; j < fan.size(); ++j) {
      if (!overlap(t, place(fan[j], shape.pose))) continue;
      if (auto piece = shared_piece({i, j}, placed_triangle(mesh, i), sat::as_convex(fan[j], shape.pose)))
        pieces.push_back(*std::move(piece));
    }
    return 0.0;
  });
  return SharedSegments(std::move(pieces)).any_crosses();
}

/// The first triangles that the walk for overlaps finds mostly pierce each other, and it is fifty times faster than the other one.
bool first_meeting_crosses(const PlacedMesh& a, const PlacedMesh& b, const TrianglePair& pair) {
  const auto piece = shared_piece(pair, placed_triangle(a, pair[0]), placed_triangle(b, pair[1]));
  return piece && pass_through(*piece);
}

}  // namespace

bool surfaces_cross(const PlacedMesh& a, const PlacedMesh& b) {
  const std::optional<TrianglePair> first = meeting_pair(a, b);
  if (!first) return false;
  if (first_meeting_crosses(a, b, *first)) return true;
  SharedPieces pieces;
  bool crosses = false;
  MeetingTriangles meet(a, b);
  tree::for_each_near_pair_likely_first(*a.tree, a.pose, *b.tree, b.pose, 0, [&](std::uint32_t i, std::uint32_t j) {
    if (!meet(i, j)) return true;
    auto piece = shared_piece({i, j}, placed_triangle(a, i), placed_triangle(b, j));
    if (!piece) return true;
    crosses = pass_through(*piece);
    pieces.push_back(*std::move(piece));
    return !crosses;
  });
  return crosses || share_a_side(a, b, pieces) || SharedSegments(std::move(pieces)).any_crosses();
}

bool surface_enters(const PlacedMesh& mesh, const Body& body) {
  const Shape& shape = body.geometry.shape();
  if (const auto fan = as_triangles(shape); !fan.empty()) return crosses_flat_shape(mesh, body, fan);
  const bool is_plane = std::holds_alternative<Plane>(shape.value);
  std::optional<Vec3> side;
  const auto enters = [&](const PosedTriangle& triangle) {
    const auto impact = shape_sweep({Shape{triangle.local}, mesh.pose}, {shape, body.pose}, {}, 0);
    if (!impact) return false;
    if (!impact->normal) return true;
    if (!is_plane || impact->set.points.size() == 3) return false;  // a triangle in the plane is on neither side
    if (side && *side != *impact->normal) return true;
    side = impact->normal;
    return false;
  };
  if (const auto box = box_around(shape, body.pose)) return any_triangle(mesh, *box, enters);
  return any_triangle(mesh, [&](const Obb& box) { return unbounded_distance_bound(shape, body.pose, box); }, enters);
}

}  // namespace graze::query
