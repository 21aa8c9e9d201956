#pragma once
/// Inside or outside of a closed mesh, decided exactly for points, segments and flat pieces given in exact numbers of the world.

#include <array>
#include <functional>
#include <span>

#include "mesh/contains.h"
#include "polytope/convex.h"
#include "triangle/line.h"

namespace graze::query {

enum class PointLocation { outside, surface, inside };

[[nodiscard]] PointLocation location_of(const SolidMesh& solid, const Vector3<Dyadic>& point);

/// Of a point within a body that no triangle with an area enters: is the body inside? Triangles that are points or segments bound
/// nothing, so that a point on one of them may be outside. True on others.
[[nodiscard]] bool is_enclosed(const SolidMesh& solid, const Vector3<Dyadic>& point);

/// Both ends included.
[[nodiscard]] bool stays_inside(const SolidMesh& solid, const Vector3<Dyadic>& from, const Vector3<Dyadic>& to);

/// A convex body without inside; `meeting` are the triangles of the solid that it meets.
[[nodiscard]] bool flat_stays_inside(const SolidMesh& solid, const sat::Convex& flat, std::span<const std::uint32_t> meeting);

/// A triangle of the solid's surface runs through the inside of another body, of this size, at a position (rounded). Is the solid's
/// outside next to it? Decided along a short segment across the triangle whose ends the other body contains. Where shells overlap,
/// a triangle within the solid has the inside on both sides. True where there is no such segment, and where other triangles run
/// through this one.
[[nodiscard]] bool shows_outside(const SolidMesh& solid, const PosedTriangle& triangle, const Vec3& position, double size,
                                 const std::function<bool(const Vec3&)>& contains);

/// An ellipse with its inside, in the plane of its half axes.
struct Disc {
  Vector3<Dyadic> center;
  std::array<Vector3<Dyadic>, 2> half_axes;
};

/// Is the chord of the disc inside that crosses the segment from x to y, of its plane, at right angles in the middle of what the
/// disc contains of it? At right angles where the disc is a circle. True where it contains nothing of it.
[[nodiscard]] bool stays_inside_across(const SolidMesh& solid, const Disc& disc, const Vec3& x, const Vec3& y);

/// What points span: 0 for a point to 3 for a body with an inside.
[[nodiscard]] int dimension_of(const sat::Vectors<Dyadic>& points);

/// A point within the hull of the points and not on its rim: a mean with weights that are powers of two but for the last.
[[nodiscard]] Vector3<Dyadic> inner_point(const sat::Vectors<Dyadic>& points);

}  // namespace graze::query
