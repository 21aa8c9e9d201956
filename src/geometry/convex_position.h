#pragma once
/// Are points where corners of a convex polygon or polyhedron belong? The floating-point geometry shared by validation and hulls.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/shapes.h>

namespace graze {

/// The points shifted and scaled alike so that their bounding box is centred at 0 with its longest half side in [1/2, 1]: nothing
/// computed from them overflows, and distances are relative to the size of the set. All zero when the points coincide.
/// `points` must be finite and not empty.
[[nodiscard]] std::vector<Vec3> normalised(std::span<const Vec3> points);

/// The smallest flat that holds all points up to `flatness` (a length), found from far-apart points.
struct AffineSpan {
  int rank = 0;  ///< 0 point, 1 line, 2 plane, 3 space
  Vec3 origin = Vec3::Zero();
  Frame axes = world_frame();  ///< orthonormal; the first `rank` of them span the flat
  double thickness = 0;        ///< farthest any point lies off the flat
  std::size_t farthest = 0;    ///< the point that does
};
[[nodiscard]] AffineSpan affine_span(std::span<const Vec3> points, double flatness);

/// Coordinates along the first two axes of the span.
[[nodiscard]] std::vector<Vec2> projected(std::span<const Vec3> points, const AffineSpan& span);

/// Corners of the convex hull, counter-clockwise, as indices: a monotone chain [Andrew79] in floating point. Points within
/// rounding of the hull's boundary may or may not be corners. One index for coinciding points, two for points on a line.
[[nodiscard]] std::vector<std::int32_t> hull_loop(std::span<const Vec2> points);

/// Is the closed polygon through the vertices in order convex and (in space) flat, up to tolerance::convex_perimeter and
/// tolerance::flat_polygon? One or two vertices and repeated or aligned ones are fine. The message starts with "v".
[[nodiscard]] Result<void> check_convex_loop(std::span<const Vec2> vertices);
[[nodiscard]] Result<void> check_convex_loop(std::span<const Vec3> vertices);

/// Do the faces and edges fit the vertices as ConvexPolyhedron promises, and is the surface closed and convex up to
/// tolerance::flat_polygon? The message starts with "v" or "f".
[[nodiscard]] Result<void> check_convex_faces(const ConvexPolyhedron& shape);

}  // namespace graze
