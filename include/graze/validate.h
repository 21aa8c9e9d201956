#pragma once
/// The border: what a shape must satisfy before any query sees it. Degenerate shapes are legal, meaningless ones are not.
/// Messages name the culprit by its field in the question format: "h[1]: negative half extent -0.5".

#include <graze/error.h>
#include <graze/export.h>
#include <graze/shapes.h>
#include <graze/shapes2.h>

namespace graze {

/// The first thing wrong with the shape, if anything is: a NaN or an infinity anywhere, a negative radius or half extent,
/// min > max, a plane without a normal, axes that are not orthonormal (either handedness: the set is the same), a polygon that is
/// not convex or not flat, faces or triangles that name vertices which are not there.
[[nodiscard]] GRAZE_API Result<void> validate(const Shape& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Shape2& shape);

[[nodiscard]] GRAZE_API Result<void> validate(const Point& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Line& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Ray& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Segment& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Plane& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const HalfSpace& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Sphere& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Capsule& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Cylinder& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Cone& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Ellipsoid& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Torus& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Aabb& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Obb& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Triangle& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Tetrahedron& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const ConvexPolygon& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const ConvexPolyhedron& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const PointCloud& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const TriangleMesh& shape);

[[nodiscard]] GRAZE_API Result<void> validate(const Point2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Line2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const ImplicitLine2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const HalfPlane& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Ray2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Segment2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Circle& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Capsule2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Ellipse& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Aabb2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const Obb2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const ConvexPolygon2& shape);
[[nodiscard]] GRAZE_API Result<void> validate(const PointCloud2& shape);

}  // namespace graze
