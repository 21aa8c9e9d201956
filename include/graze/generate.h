#pragma once
/// Shapes made for the caller: meshes by formula, for examples, tests and benchmarks, all closed and oriented outward; convex hulls
/// of points.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

/// Twelve triangles around [-h, h].
[[nodiscard]] GRAZE_API TriangleMesh make_box_mesh(const Vec3& half_extents);

/// An icosahedron whose triangles are split in four `levels` times and pushed onto the sphere: 20 * 4^levels triangles.
[[nodiscard]] GRAZE_API TriangleMesh make_sphere_mesh(double radius, int levels);

/// A ring around the z axis: `around` segments along the ring, `across` around its tube, 2 * around * across triangles.
[[nodiscard]] GRAZE_API TriangleMesh make_torus_mesh(double ring_radius, double tube_radius, int around, int across);

/// A sphere with radial bumps of relative height `bump`: a curved, non-convex test body. 20 * 4^levels triangles.
[[nodiscard]] GRAZE_API TriangleMesh make_bumpy_sphere_mesh(double radius, double bump, int levels);

/// The convex hull of all points, exactly: every point that rounding leaves in doubt stays a vertex (behind those on faces), so the
/// hull of `vertices` is the hull of `points`, with the same coordinates. Neighbouring facets that are coplanar up to rounding are
/// one face. Flat sets are legal: points on a plane get one face that is seen from both sides, points on a line no face and one
/// edge between the two ends, which come first; coinciding points one vertex. [Barber96] Fails on no points and on NaN or infinity
/// ("v[2][0]: not finite").
[[nodiscard]] GRAZE_API Result<ConvexPolyhedron> convex_hull(std::span<const Vec3> points);

/// A polyhedron with the given faces, turned to be counter-clockwise seen from outside if all of them are the other way round.
/// Whether it is one is for validate() to say.
[[nodiscard]] GRAZE_API ConvexPolyhedron polyhedron_with_faces(std::vector<Vec3> vertices,
                                                               std::vector<std::vector<std::int32_t>> faces);

/// The sides of the faces, each once, smaller index first, sorted.
[[nodiscard]] GRAZE_API std::vector<std::array<std::int32_t, 2>> edges_of(const std::vector<std::vector<std::int32_t>>& faces);

}  // namespace graze
