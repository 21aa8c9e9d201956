#pragma once
/// The border: what a shape must satisfy before any query sees it. Degenerate shapes are legal, meaningless ones are not.
/// Messages name the culprit by its field in the question format: "h[1]: negative half extent -0.5". Rotations that are off can be
/// repaired on request.

#include <graze/error.h>
#include <graze/export.h>
#include <graze/pose.h>
#include <graze/shapes.h>

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

// Rotations that rounding or integration drove away from being rotations, replaced by the nearest ones that are, on request only.

/// A matrix is refused if an entry of the nearest rotation differs by more: it scales, shears or mirrors on purpose. No unit.
/// Numbers written with two digits are off by 0.005.
inline constexpr double max_repair = 0.1;

/// What was repaired. `deviation` is how far the entry that moved most has moved; 0 where nothing had to be done.
struct RepairedRotation {
  Mat3 rotation = Mat3::Identity();
  double deviation = 0;
};
struct RepairedPose {
  Pose pose;
  double deviation = 0;
};
struct RepairedFrame {
  Frame axes{Vec3::UnitX(), Vec3::UnitY(), Vec3::UnitZ()};
  double deviation = 0;
};

/// The rotation nearest to the matrix in the Frobenius norm, orthonormal to roundings. Matrices that are so already stay as they
/// are, bit for bit. ErrorCode::bad_pose for those with a determinant <= 0 and those off by more than `max_repair`.
[[nodiscard]] GRAZE_API Result<RepairedRotation> repaired_rotation(const Mat3& matrix);

/// The pose with its rotation repaired.
[[nodiscard]] GRAZE_API Result<RepairedPose> repaired_pose(const Pose& pose);

/// The same for the axes of a box or an ellipsoid, which may be left-handed. ErrorCode::bad_shape.
[[nodiscard]] GRAZE_API Result<RepairedFrame> repaired_frame(const Frame& axes);

}  // namespace graze
