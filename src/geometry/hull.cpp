/// The convex hull of points: flat ones by a monotone chain, solid ones by Qhull, checked by validate().

#include <graze/generate.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/validate.h>

#include "geometry/convex_position.h"
#include "geometry/qhull.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

using Loops = std::vector<std::vector<std::int32_t>>;

std::vector<Vec3> distinct(std::span<const Vec3> points) {
  std::vector<Vec3> result(points.begin(), points.end());
  const auto less = [](const Vec3& a, const Vec3& b) { return std::tie(a.x(), a.y(), a.z()) < std::tie(b.x(), b.y(), b.z()); };
  std::sort(result.begin(), result.end(), less);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

/// The polyhedron of the faces, their corners first among the vertices, then the `others` that are on no face.
ConvexPolyhedron assembled(const std::vector<Vec3>& points, Loops faces, std::span<const std::int32_t> others) {
  ConvexPolyhedron result;
  std::vector<std::int32_t> renamed(points.size(), -1);
  const auto name = [&](std::int32_t i) {
    if (renamed[i] < 0) {
      renamed[i] = static_cast<std::int32_t>(result.vertices.size());
      result.vertices.push_back(points[i]);
    }
    return renamed[i];
  };
  for (auto& face : faces)
    for (std::int32_t& corner : face) corner = name(corner);
  for (const std::int32_t i : others) static_cast<void>(name(i));
  result.edges = edges_of(faces);
  result.faces = std::move(faces);
  return result;
}

ConvexPolyhedron flat_hull(const std::vector<Vec3>& points, const AffineSpan& span, const std::vector<Vec3>& normalised_points) {
  std::vector<std::int32_t> all(points.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<std::int32_t>(i);
  std::vector<std::int32_t> loop = hull_loop(projected(normalised_points, span));
  if (loop.size() >= 3) return assembled(points, {std::move(loop)}, all);
  return assembled(points, {}, all);
}

ConvexPolyhedron straight_hull(const std::vector<Vec3>& points, const AffineSpan& span,
                               const std::vector<Vec3>& normalised_points) {
  const auto along = [&](const Vec3& p) { return span.axes[0].dot(p); };
  const auto ends = std::minmax_element(normalised_points.begin(), normalised_points.end(),
                                        [&](const Vec3& p, const Vec3& q) { return along(p) < along(q); });
  std::vector<std::int32_t> order{static_cast<std::int32_t>(ends.first - normalised_points.begin()),
                                  static_cast<std::int32_t>(ends.second - normalised_points.begin())};
  for (std::size_t i = 0; i < points.size(); ++i) order.push_back(static_cast<std::int32_t>(i));
  ConvexPolyhedron result = assembled(points, {}, order);
  result.edges = {{0, 1}};
  return result;
}

}  // namespace

std::vector<std::array<std::int32_t, 2>> edges_of(const Loops& faces) {
  std::vector<std::array<std::int32_t, 2>> edges;
  for (const auto& face : faces)
    for (std::size_t k = 0; k < face.size(); ++k) {
      const auto [low, high] = std::minmax(face[k], face[(k + 1) % face.size()]);
      edges.push_back({low, high});
    }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

Result<ConvexPolyhedron> convex_hull(std::span<const Vec3> input) {
  if (input.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() / 3))
    return fail(ErrorCode::limit, fmt::format("v: {} points are too many for a hull", input.size()));
  if (input.empty()) return fail(ErrorCode::bad_shape, "v: no points");
  for (std::size_t i = 0; i < input.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (!std::isfinite(input[i][k])) return fail(ErrorCode::not_finite, fmt::format("v[{}][{}]: not finite", i, k));
  const std::vector<Vec3> points = distinct(input);
  if (points.size() == 1) return ConvexPolyhedron{points, {}, {}};
  const std::vector<Vec3> scaled = normalised(points);
  const AffineSpan span = affine_span(scaled, tolerance::flat_hull);
  if (span.rank <= 1) return straight_hull(points, span, scaled);
  if (span.rank == 2) return flat_hull(points, span, scaled);
  Result<SolidHull> solid = solid_hull(scaled);
  if (!solid) return flat_hull(points, span, scaled);  // too thin for Qhull; points beside the face count as those of flat hulls do
  return assembled(points, std::move(solid->faces), solid->near_faces);
}

ConvexPolyhedron polyhedron_with_faces(std::vector<Vec3> vertices, Loops faces) {
  double volume = 0;  // of the signed cones from the first vertex: only its sign matters, and only when all indices are right
  for (const auto& face : faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      const std::array corners{face[0], face[k], face[k + 1]};
      const auto is_vertex = [&](std::int32_t i) { return i >= 0 && static_cast<std::size_t>(i) < vertices.size(); };
      if (!std::all_of(corners.begin(), corners.end(), is_vertex)) continue;
      const Vec3 p = vertices[corners[0]] - vertices[0], q = vertices[corners[1]] - vertices[0],
                 r = vertices[corners[2]] - vertices[0];
      volume += p.dot(q.cross(r));
    }
  if (volume < 0)
    for (auto& face : faces) std::reverse(face.begin(), face.end());
  return {std::move(vertices), faces, edges_of(faces)};
}

}  // namespace graze
