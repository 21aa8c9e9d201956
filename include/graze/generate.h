#pragma once
/// Meshes made by formula, for examples, tests and benchmarks. All are closed, with outward orientation.

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

}  // namespace graze
