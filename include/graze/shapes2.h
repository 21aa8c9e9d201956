#pragma once
/// The shapes of the plane: plain data, closed sets, degenerate cases allowed and meaning what they are.

#include <array>
#include <variant>
#include <vector>

#include <graze/vec.h>

namespace graze {

struct Point2 {
  Vec2 p = Vec2::Zero();
};

struct Line2 {
  Vec2 origin = Vec2::Zero();
  Vec2 direction = Vec2::UnitX();
};

/// normal.x = offset: a line without a beginning or a direction. The normal need not be unit.
struct ImplicitLine2 {
  Vec2 normal = Vec2::UnitY();
  double offset = 0;
};

/// normal.x <= offset.
struct HalfPlane {
  Vec2 normal = Vec2::UnitY();
  double offset = 0;
};

struct Ray2 {
  Vec2 origin = Vec2::Zero();
  Vec2 direction = Vec2::UnitX();
};

struct Segment2 {
  std::array<Vec2, 2> v{Vec2::Zero(), Vec2::Zero()};
};

/// The disc.
struct Circle {
  Vec2 center = Vec2::Zero();
  double radius = 0;
};

/// All points of the plane within `radius` of the segment.
struct Capsule2 {
  std::array<Vec2, 2> v{Vec2::Zero(), Vec2::Zero()};
  double radius = 0;
};

/// Solid: {center + sum x_i half_extents[i] axes[i] : |x| <= 1}.
struct Ellipse {
  Vec2 center = Vec2::Zero();
  std::array<Vec2, 2> axes{Vec2::UnitX(), Vec2::UnitY()};
  Vec2 half_extents = Vec2::Zero();
};

struct Aabb2 {
  Vec2 min = Vec2::Zero();
  Vec2 max = Vec2::Zero();
};

/// The set {center + sum x_i axes[i] : |x_i| <= half_extents[i]} of the stored numbers.
struct Obb2 {
  Vec2 center = Vec2::Zero();
  std::array<Vec2, 2> axes{Vec2::UnitX(), Vec2::UnitY()};
  Vec2 half_extents = Vec2::Zero();
};

/// Convex, vertices in order, either way round; triangles included.
struct ConvexPolygon2 {
  std::vector<Vec2> vertices;
};

struct PointCloud2 {
  std::vector<Vec2> points;
};

/// Any shape of two dimensions.
struct Shape2 {
  using Variant = std::variant<Point2, Line2, ImplicitLine2, HalfPlane, Ray2, Segment2, Circle, Capsule2, Ellipse, Aabb2, Obb2,
                               ConvexPolygon2, PointCloud2>;
  Variant value;
};

}  // namespace graze
