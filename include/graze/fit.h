#pragma once
/// Bounding volumes of points, meshes and bodies.

#include <array>
#include <span>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/shapes.h>

namespace graze {

inline constexpr std::array fit_methods{
    NamedMethod<FitMethod>{"aabb", FitMethod::aabb},
    NamedMethod<FitMethod>{"pca_points", FitMethod::pca_points},
    NamedMethod<FitMethod>{"pca_hull", FitMethod::pca_hull},
    NamedMethod<FitMethod>{"pca_triangles", FitMethod::pca_triangles},
    NamedMethod<FitMethod>{"dito", FitMethod::dito},
    NamedMethod<FitMethod>{"best", FitMethod::best},
    NamedMethod<FitMethod>{"min_volume", FitMethod::min_volume},
    NamedMethod<FitMethod>{"sphere", FitMethod::sphere},
    NamedMethod<FitMethod>{"mean_points", FitMethod::mean_points},
    NamedMethod<FitMethod>{"mean_triangles", FitMethod::mean_triangles},
};

inline constexpr std::array plane_fit_methods{
    NamedMethod<PlaneFitMethod>{"min_area", PlaneFitMethod::min_area},
    NamedMethod<PlaneFitMethod>{"circle", PlaneFitMethod::circle},
};

/// Contains the points in exact arithmetic and does not depend on their order. Any finite points, at least one.
[[nodiscard]] GRAZE_API BoundingVolume fit(std::span<const Vec3> points, FitMethod method);
[[nodiscard]] GRAZE_API BoundingArea fit(std::span<const Vec2> points, PlaneFitMethod method);

/// Around the vertices that triangles of the mesh use, of which there must be one; does not depend on the order of the triangles.
[[nodiscard]] GRAZE_API BoundingVolume fit(const TriangleMesh& mesh, FitMethod method);

/// The smallest box with these axes [Eberly00 §6.1.1], which must be orthonormal as those of an Obb. Contains the points as above.
/// ErrorCode::bad_shape where they are not.
[[nodiscard]] GRAZE_API Result<Obb> fit(std::span<const Vec3> points, const Frame& axes);
/// Around the vertices that triangles use.
[[nodiscard]] GRAZE_API Result<Obb> fit(const TriangleMesh& mesh, const Frame& axes);

[[nodiscard]] GRAZE_API double volume_of(const BoundingVolume& fitted);
/// Of the surface.
[[nodiscard]] GRAZE_API double area_of(const BoundingVolume& fitted);
[[nodiscard]] GRAZE_API double area_of(const BoundingArea& fitted);

/// What bounds, in world coordinates at time 0, a shape with corners: around these as the pose rounds them. Of a mesh, around the
/// vertices that triangles use. Round, unbounded and empty shapes are ErrorCode::unsupported_pair.
[[nodiscard]] GRAZE_API Result<BoundingVolume> fit(const Body& body, FitMethod method);

/// With given axes of the world.
[[nodiscard]] GRAZE_API Result<BoundingVolume> fit(const Body& body, const Frame& axes);

/// The same of a shape of the plane.
[[nodiscard]] GRAZE_API Result<BoundingArea> fit(const Body& body, PlaneFitMethod method);

}  // namespace graze
