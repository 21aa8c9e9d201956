/// Checks that the faces and edges of a convex polyhedron bound the hull of its vertices.

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include <graze/generate.h>

#include "geometry/convex_position.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

using Face = std::vector<std::int32_t>;
using DirectedSide = std::array<std::int32_t, 2>;

struct Supporting {
  Vec3 normal = Vec3::Zero();  ///< unit and outward, or zero for a face without area, which has nothing to say
  Vec3 centre = Vec3::Zero();  ///< mean of the corners

  [[nodiscard]] double height(const Vec3& p) const { return normal.dot(p - centre); }
};

Result<void> check_indices(const ConvexPolyhedron& shape) {
  for (std::size_t f = 0; f < shape.faces.size(); ++f) {
    if (shape.faces[f].size() < 3)
      return fail(ErrorCode::bad_shape, fmt::format("f[{}]: {} corners, a face needs 3", f, shape.faces[f].size()));
    for (std::size_t k = 0; k < shape.faces[f].size(); ++k)
      if (const std::int32_t i = shape.faces[f][k]; i < 0 || static_cast<std::size_t>(i) >= shape.vertices.size())
        return fail(ErrorCode::bad_shape,
                    fmt::format("f[{}][{}]: index {} out of range, {} vertices", f, k, i, shape.vertices.size()));
  }
  return {};
}

/// The plane through the middle of the corners along Newell's normal, the sum of the loop's cross products.
Supporting supporting_plane(const std::vector<Vec3>& points, const Face& face) {
  Vec3 area = Vec3::Zero(), centre = Vec3::Zero();
  for (std::size_t k = 0; k < face.size(); ++k) {
    const Vec3 from = points[face[k]] - points[face[0]], to = points[face[(k + 1) % face.size()]] - points[face[0]];
    area += from.cross(to);
    centre += points[face[k]];
  }
  const double length = area.norm();
  const bool has_area = length > tolerance::flat_polygon * tolerance::flat_polygon;
  return {has_area ? Vec3(area / length) : Vec3(Vec3::Zero()), centre / static_cast<double>(face.size())};
}

using FaceOfSide = std::map<DirectedSide, std::size_t>;

/// Every side of every face as it is run through, with its face; an error when a side is run through twice the same way.
Result<FaceOfSide> directed_sides(const std::vector<Face>& faces) {
  FaceOfSide sides;
  for (std::size_t f = 0; f < faces.size(); ++f)
    for (std::size_t k = 0; k < faces[f].size(); ++k) {
      const DirectedSide side{faces[f][k], faces[f][(k + 1) % faces[f].size()]};
      const auto [other, fresh] = sides.emplace(side, f);
      if (side[0] == side[1] || !fresh)
        return fail(ErrorCode::bad_shape,
                    fmt::format("f[{}]: side {}-{} runs the same way in f[{}]", f, side[0], side[1], other->second));
    }
  return sides;
}

Result<void> check_closed(const ConvexPolyhedron& shape, const FaceOfSide& sides) {
  std::vector<bool> used(shape.vertices.size());
  for (const auto& [side, f] : sides) {
    used[side[0]] = true;
    if (!sides.contains({side[1], side[0]}))
      return fail(ErrorCode::bad_shape, fmt::format("f[{}]: no face on the other side of {}-{}", f, side[0], side[1]));
  }
  const auto corners = std::count(used.begin(), used.end(), true);
  if (corners - static_cast<std::ptrdiff_t>(sides.size() / 2) + static_cast<std::ptrdiff_t>(shape.faces.size()) == 2) return {};
  return fail(ErrorCode::bad_shape, "f: the faces do not bound one solid without holes");
}

/// Corners on their face's plane, and every face behind the planes of its neighbours: a closed surface without holes that is convex
/// along every edge is convex.
Result<void> check_faces(const ConvexPolyhedron& shape, const FaceOfSide& sides, const std::vector<Vec3>& points,
                         const std::vector<Supporting>& planes) {
  for (std::size_t f = 0; f < planes.size(); ++f)
    for (const std::int32_t i : shape.faces[f])
      if (const double off = std::abs(planes[f].height(points[i])); off > tolerance::flat_polygon)
        return fail(ErrorCode::bad_shape, fmt::format("f[{}]: not flat, vertex {} is off by {:.3g} of the size", f, i, off));
  for (const auto& [side, f] : sides)
    if (const std::size_t g = sides.at({side[1], side[0]}); planes[f].height(planes[g].centre) > tolerance::flat_polygon)
      return fail(ErrorCode::bad_shape, fmt::format("f[{}]: not convex along {}-{}", f, side[0], side[1]));
  return {};
}

/// Vertices that are no corners must be behind all faces.
Result<void> check_others(const FaceOfSide& sides, const std::vector<Vec3>& points, const std::vector<Supporting>& planes) {
  std::vector<bool> is_corner(points.size());
  for (const auto& [side, f] : sides) is_corner[side[0]] = true;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t f = 0; f < planes.size() && !is_corner[i]; ++f)
      if (planes[f].height(points[i]) > tolerance::flat_polygon)
        return fail(ErrorCode::bad_shape, fmt::format("v[{}]: outside f[{}]", i, f));
  return {};
}

Result<void> check_convex(const ConvexPolyhedron& shape, const FaceOfSide& sides) {
  const std::vector<Vec3> points = normalised(shape.vertices);
  std::vector<Supporting> planes;
  for (const Face& face : shape.faces) planes.push_back(supporting_plane(points, face));
  const Result<void> result = check_faces(shape, sides, points, planes);
  return result ? check_others(sides, points, planes) : result;
}

/// Without faces, or with one that is seen from both sides, the vertices must be flat.
Result<void> check_flat(const ConvexPolyhedron& shape) {
  const AffineSpan span = affine_span(normalised(shape.vertices), tolerance::flat_polygon);
  if (span.rank <= (shape.faces.empty() ? 1 : 2)) return {};
  return fail(ErrorCode::bad_shape, fmt::format("f: {} for points that span {}", shape.faces.empty() ? "no faces" : "one face",
                                                span.rank == 2 ? "a plane" : "space"));
}

Result<void> check_edges(const ConvexPolyhedron& shape) {
  if (shape.faces.empty() ? shape.edges.size() <= 1 : shape.edges == edges_of(shape.faces)) return {};
  return fail(ErrorCode::bad_shape, "f: the edges are not the sides of the faces, each once");
}

}  // namespace

Result<void> check_convex_faces(const ConvexPolyhedron& shape) {
  Result<void> result = check_indices(shape);
  if (result) result = check_edges(shape);
  if (!result) return result;
  if (shape.faces.size() <= 1) return check_flat(shape);
  const Result<FaceOfSide> sides = directed_sides(shape.faces);
  if (!sides) return tl::make_unexpected(sides.error());
  result = check_closed(shape, *sides);
  return result ? check_convex(shape, *sides) : result;
}

}  // namespace graze
