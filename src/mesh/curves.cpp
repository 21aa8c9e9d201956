/// Joins the intersections of triangle pairs into curves and patches, matching their points in exact arithmetic.

#include "mesh/curves.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "geometry/interrupted.h"
#include "mesh/polylines.h"
#include "polytope/flat_intersection.h"
#include "triangle/closest_exact.h"

namespace graze::query {
namespace {

sat::FlatPoints exact_corners(const PlacedMesh& mesh, std::uint32_t triangle) {
  sat::FlatPoints corners;
  for (const Vec3& v : mesh.tree->view().triangle(triangle).v) corners.push_back({distance::exact_world(v, mesh.pose)});
  return corners;
}

/// A point in exact numbers and in doubles. Rounding to nearest keeps the order of numbers, so different doubles settle every
/// comparison, and the same point has the same doubles.
struct SetPoint {
  sat::FlatPoint exact;
  Vec3 rounded;
};

int compare(const Dyadic& x, const Dyadic& y) { return (x - y).sign(); }

int compare(const SetPoint& p, const SetPoint& q) {
  for (int k = 0; k < 3; ++k) {
    if (p.rounded[k] != q.rounded[k]) return p.rounded[k] < q.rounded[k] ? -1 : 1;
    const auto along = [&](const SetPoint& point) -> const Dyadic& {
      return k == 0 ? point.exact.x.x : k == 1 ? point.exact.x.y : point.exact.x.z;
    };
    const int order = compare(along(p) * q.exact.w, along(q) * p.exact.w);
    if (order != 0) return order;
  }
  return 0;
}

SetPoint rounded(sat::FlatPoint p) {
  const Vec3 nearest(quotient_nearest(p.x.x, p.w), quotient_nearest(p.x.y, p.w), quotient_nearest(p.x.z, p.w));
  return {std::move(p), nearest};
}

/// What one pair of triangles has in common: `count` of all points, from `first`.
struct Piece {
  TrianglePair pair;
  std::uint32_t first, count;
};

struct Pieces {
  std::vector<Piece> pieces;
  std::vector<SetPoint> points;
};

void add_piece(Pieces& all, const TrianglePair& pair, sat::FlatPoints common) {
  all.pieces.push_back({pair, static_cast<std::uint32_t>(all.points.size()), static_cast<std::uint32_t>(common.size())});
  for (sat::FlatPoint& p : common) all.points.push_back(rounded(std::move(p)));
}

Pieces pieces_of(const PlacedMesh& a, const PlacedMesh& b, std::span<const TrianglePair> pairs) {
  Pieces result;
  for (const TrianglePair& pair : pairs) {
    if (Interrupt::is_asked_for()) break;
    add_piece(result, pair, sat::flat_intersection(exact_corners(a, pair[0]), exact_corners(b, pair[1])));
  }
  return result;
}

/// The points by number, each once and in order, and the number of each point that went in.
struct Numbered {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> number;
};

Numbered numbered(const std::vector<SetPoint>& points) {
  std::vector<std::uint32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) { return compare(points[i], points[j]) < 0; });
  Numbered result;
  result.number.resize(points.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool is_new = k == 0 || compare(points[order[k - 1]], points[order[k]]) != 0;
    if (is_new) result.points.push_back(points[order[k]].rounded);
    result.number[order[k]] = static_cast<std::uint32_t>(result.points.size() - 1);
  }
  return result;
}

IntersectionCurve with_points(const Polyline& line, const std::vector<Vec3>& points) {
  IntersectionCurve curve{{}, line.closed, line.pairs};
  for (const std::uint32_t p : line.points) curve.points.push_back(points[p]);
  return curve;
}

IntersectionCurves curves_of(const Pieces& found) {
  const Numbered table = numbered(found.points);
  IntersectionCurves result;
  PolylineParts parts;
  for (const Piece& piece : found.pieces) {
    const std::uint32_t* points = table.number.data() + piece.first;
    if (piece.count == 1) parts.touches.push_back({points[0], piece.pair});
    if (piece.count == 2) parts.segments.push_back({{points[0], points[1]}, piece.pair});
    if (piece.count < 3) continue;
    IntersectionPatch& patch = result.patches.emplace_back(IntersectionPatch{piece.pair, {}});
    for (std::uint32_t k = 0; k < piece.count; ++k) {
      patch.points.push_back(table.points[points[k]]);
      parts.covered.push_back(points[k]);
    }
  }
  for (const Polyline& line : joined(std::move(parts))) result.curves.push_back(with_points(line, table.points));
  return result;
}

}  // namespace

IntersectionCurves curves_through(const PlacedMesh& a, const PlacedMesh& b, std::span<const TrianglePair> pairs) {
  return curves_of(pieces_of(a, b, pairs));
}

IntersectionCurves section_of(const PlacedMesh& mesh, std::span<const std::uint32_t> triangles, const Vector3<Dyadic>& normal,
                              const Dyadic& offset) {
  const sat::FlatPoint origin{offset * normal, dot(normal, normal)};
  Pieces pieces;
  for (const std::uint32_t i : triangles) {
    if (Interrupt::is_asked_for()) break;
    add_piece(pieces, {i, 0}, sat::section(sat::FlatSolid{exact_corners(mesh, i), sat::all_chords(3)}, normal, origin));
  }
  return curves_of(pieces);
}

}  // namespace graze::query
