#pragma once
/// The ways to fit a bounding volume, by name.

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include <graze/export.h>
#include <graze/shapes.h>
#include <graze/shapes2.h>

namespace graze {

enum class FitMethod {
  aabb,           ///< along the axes of the coordinates
  pca_points,     ///< principal axes of the points, each counted once
  pca_hull,       ///< principal axes of the vertices of the convex hull
  pca_triangles,  ///< principal axes of the surface; of points, of the surface of their hull
  dito,           ///< from fourteen extremal points
  best,           ///< the smaller, by surface, of dito and pca_triangles: what trees are made of
  min_volume,     ///< the box of least volume
  sphere,         ///< the smallest ball
};

/// In the plane.
enum class PlaneFitMethod {
  min_area,  ///< the rectangle of least area
  circle,    ///< the smallest disc
};

template <class Method>
struct NamedMethod {
  std::string_view name;
  Method method;
};

inline constexpr std::array fit_methods{
    NamedMethod<FitMethod>{"aabb", FitMethod::aabb},
    NamedMethod<FitMethod>{"pca_points", FitMethod::pca_points},
    NamedMethod<FitMethod>{"pca_hull", FitMethod::pca_hull},
    NamedMethod<FitMethod>{"pca_triangles", FitMethod::pca_triangles},
    NamedMethod<FitMethod>{"dito", FitMethod::dito},
    NamedMethod<FitMethod>{"best", FitMethod::best},
    NamedMethod<FitMethod>{"min_volume", FitMethod::min_volume},
    NamedMethod<FitMethod>{"sphere", FitMethod::sphere},
};

inline constexpr std::array plane_fit_methods{
    NamedMethod<PlaneFitMethod>{"min_area", PlaneFitMethod::min_area},
    NamedMethod<PlaneFitMethod>{"circle", PlaneFitMethod::circle},
};

template <class Methods>
[[nodiscard]] auto method_named(std::string_view name, const Methods& methods) {
  std::optional<decltype(methods.front().method)> found;
  for (const auto& candidate : methods)
    if (candidate.name == name) found = candidate.method;
  return found;
}

/// "aabb, pca_points, …", for messages.
template <class Methods>
[[nodiscard]] std::string names_of(const Methods& methods) {
  std::string names;
  for (const auto& one : methods) names.append(names.empty() ? "" : ", ").append(one.name);
  return names;
}

using BoundingVolume = std::variant<Obb, Sphere>;
using BoundingArea = std::variant<Obb2, Circle>;

/// Contains the points in exact arithmetic and does not depend on their order. Any finite points, at least one.
[[nodiscard]] GRAZE_API BoundingVolume fit(std::span<const Vec3> points, FitMethod method);
[[nodiscard]] GRAZE_API BoundingArea fit(std::span<const Vec2> points, PlaneFitMethod method);

/// Around the vertices that triangles of the mesh use, of which there must be one; does not depend on the order of the triangles.
[[nodiscard]] GRAZE_API BoundingVolume fit(const TriangleMesh& mesh, FitMethod method);

[[nodiscard]] GRAZE_API double volume_of(const BoundingVolume& fitted);
/// Of the surface.
[[nodiscard]] GRAZE_API double area_of(const BoundingVolume& fitted);
[[nodiscard]] GRAZE_API double area_of(const BoundingArea& fitted);

}  // namespace graze
