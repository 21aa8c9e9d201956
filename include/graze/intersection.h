#pragma once
/// What do two bodies, or several, have in common?

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/shapes.h>

namespace graze {

/// The intersection itself at time 0: a point, segment or polygon where it is one, the triangle pairs of two meshes, on request the
/// curves in which these meet. Other pairs: only whether they meet. Meshes are surfaces here.
[[nodiscard]] GRAZE_API Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options = {});

// What several bodies have in common, where that is more than a point, a segment or a polygon: lines, rays, planes, circles,
// solids.

/// A disc in space, by the circle around it.
struct CircleInSpace {
  Vec3 center = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  ///< unit
  double radius = 0;
};

/// What two discs of the plane, or two balls, have in common where neither holds the other: their boundaries meet in two points, or
/// in a circle of space.
struct Lens {
  std::array<Vec3, 2> corners{Vec3::Zero(), Vec3::Zero()};  ///< of discs
  std::optional<CircleInSpace> circle{};                    ///< of balls
};

/// A solid polytope. Corners are exact points rounded to nearest.
struct CommonPolytope {
  ConvexPolyhedron polyhedron;
  double volume = 0;  ///< of the exact solid, right to 1e-13 of itself
};

/// The common set of bodies. A Sphere is a disc where the bodies are in the plane.
using Region = std::variant<ContactSet, Line, Ray, Plane, Sphere, CircleInSpace, Lens, CommonPolytope>;

/// The set that all bodies share at time 0, exactly decided and then rounded: of two bodies whatever intersection() knows, and
///  - of any number of planes: a plane, a line, a point, nothing;
///  - of any number of polytopes, planes and half-spaces, one of them bounded: nothing, a point, a segment, a polygon or a solid;
///  - of a ball and a plane: the circle; of two balls or two discs: the lens, or the one that the other holds;
///  - of a line or a ray and a body without end: a line or a ray.
/// Nothing (no value) where the set has no name here. More than two bodies of other kinds are ErrorCode::unsupported_pair.
[[nodiscard]] GRAZE_API Result<std::optional<Region>> common_region(std::span<const Body> bodies);

/// Triangles of a mesh, smallest numbers first.
struct TriangleList {
  std::size_t count = 0;
  std::vector<std::uint32_t> triangles;  ///< at most as many as were asked for

  [[nodiscard]] bool truncated() const { return triangles.size() < count; }
};

/// The triangles of a mesh that meet another body at time 0, as it counts: of a mesh its surface. Exact where the body is linear or
/// rounded; of a torus as overlap() of it.
[[nodiscard]] GRAZE_API Result<TriangleList> triangles_meeting(const Body& mesh, const Body& body,
                                                               std::size_t max_triangles = 1000);

/// The section of a mesh with a plane: open and closed polylines, and triangles that lie in the plane as patches. In pairs only the
/// first number, that of the triangle, means something. Points are matched in exact arithmetic.
[[nodiscard]] GRAZE_API Result<IntersectionCurves> section(const Body& mesh, const Body& plane);

}  // namespace graze
