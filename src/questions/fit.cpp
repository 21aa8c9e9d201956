/// Fits boxes, spheres, rectangles and circles to points and meshes by the chosen method.

#include <graze/fit.h>

#include <algorithm>
#include <array>
#include <numbers>
#include <numeric>
#include <vector>

#include <graze/generate.h>
#include <graze/validate.h>

#include "fit/covariance.h"
#include "fit/dito.h"
#include "fit/enclose.h"
#include "fit/min_volume.h"
#include "fit/point_set.h"
#include "fit/rectangle.h"
#include "fit/scale.h"
#include "fit/sphere.h"
#include "fit/tight_box.h"

namespace graze {
namespace {

/// All points where the hull cannot be found.
ConvexPolyhedron hull_of(std::span<const Vec3> points) {
  return convex_hull(points).value_or(ConvexPolyhedron{{points.begin(), points.end()}, {}, {}});
}

TriangleMesh hull_surface(std::span<const Vec3> points) {
  ConvexPolyhedron hull = hull_of(points);
  TriangleMesh mesh{std::move(hull.vertices), {}};
  const auto index = [](std::int32_t i) { return static_cast<std::uint32_t>(i); };
  for (const auto& face : hull.faces)
    for (std::size_t k = 1; k + 1 < face.size(); ++k)
      mesh.triangles.push_back({index(face[0]), index(face[k]), index(face[k + 1])});
  return mesh;
}

/// The same triangles in a canonical order: sums round differently in another one.
TriangleMesh in_order(const TriangleMesh& mesh, std::vector<Vec3> used_vertices) {
  std::vector<std::uint32_t> index_of(mesh.vertices.size());
  for (std::size_t i = 0; i < index_of.size(); ++i) index_of[i] = position_in(used_vertices, mesh.vertices[i]);
  TriangleMesh ordered{std::move(used_vertices), mesh.triangles};
  for (auto& triangle : ordered.triangles) {
    for (std::uint32_t& corner : triangle) corner = index_of[corner];
    std::sort(triangle.begin(), triangle.end());
  }
  std::sort(ordered.triangles.begin(), ordered.triangles.end());
  return ordered;
}

/// Those of the vertices where the surface has no area.
Moments moments_of(const TriangleMesh& surface) {
  std::vector<std::uint32_t> all(surface.triangles.size());
  std::iota(all.begin(), all.end(), 0U);
  const std::optional<Moments> moments = moments_of_surface(surface, all);
  return moments ? *moments : moments_of_points(surface.vertices);
}

Frame principal_frame_of(const TriangleMesh& surface) { return principal_frame(moments_of(surface)).value_or(world_frame()); }

Frame principal_frame_of(std::span<const Vec3> points) {
  return principal_frame(moments_of_points(points)).value_or(world_frame());
}

Frame smaller_by_surface(const Frame& one, const Frame& other, std::span<const Vec3> points) {
  return extent_along(other, points).quarter_area() < extent_along(one, points).quarter_area() ? other : one;
}

/// `surface` has the same vertices, or none when only points are known.
Frame frame_of(FitMethod method, std::span<const Vec3> points, const TriangleMesh& surface) {
  const auto of_surface = [&] { return principal_frame_of(surface.triangles.empty() ? hull_surface(points) : surface); };
  switch (method) {
    case FitMethod::pca_points: return principal_frame_of(points);
    case FitMethod::pca_hull: return principal_frame_of(hull_of(points).vertices);
    case FitMethod::pca_triangles: return of_surface();
    case FitMethod::dito: return dito_frame(points);
    case FitMethod::best: return smaller_by_surface(dito_frame(points), of_surface(), points);
    default: return world_frame();
  }
}

/// Along principal axes and centred at the mean that belongs to them.
Obb centered_box(FitMethod method, std::span<const Vec3> points, const TriangleMesh& surface) {
  const bool is_of_surface = method == FitMethod::mean_triangles;
  const Moments moments = !is_of_surface              ? moments_of_points(points)
                          : surface.triangles.empty() ? moments_of(hull_surface(points))
                                                      : moments_of(surface);
  return tightest_box(principal_frame(moments).value_or(world_frame()), moments.mean, points);
}

Obb box_of(FitMethod method, std::span<const Vec3> points, const TriangleMesh& surface) {
  if (method == FitMethod::mean_points || method == FitMethod::mean_triangles) return centered_box(method, points, surface);
  return tightest_box(frame_of(method, points, surface), points);
}

Obb fit_frame(std::vector<Vec3> points, TriangleMesh surface, FitMethod method) {
  const PowerOfTwo scale = scale_to_unit(points);
  for (Vec3& p : points) p = scale.times(p);
  for (Vec3& p : surface.vertices) p = scale.times(p);
  const Obb box = box_of(method, points, surface);
  return scale.is_one() ? box : scale.undo(box);
}

/// How much larger one box is than another; half extents are divided first, since their products may vanish or overflow.
double ratio_of_volumes(const Obb& one, const Obb& other) {
  std::array<double, 3> x{one.half_extents.x(), one.half_extents.y(), one.half_extents.z()};
  std::array<double, 3> y{other.half_extents.x(), other.half_extents.y(), other.half_extents.z()};
  std::sort(x.begin(), x.end());
  std::sort(y.begin(), y.end());
  return x[0] / y[0] * (x[1] / y[1]) * (x[2] / y[2]);
}

/// Boxes are told apart by the search down to 16 u of their widths (fit/least_frame.cpp), which is more than 2^-36 of the volume of
/// those thinner than this part of the coordinates. Then a quick fit may be smaller by its luck with roundings. No unit.
constexpr double thin = 0x1p-12;
/// A box that is smaller by less is no better. No unit.
constexpr double worthwhile = 0x1p-36;

bool is_thin(const Obb& box) {
  const double size = box.center.cwiseAbs().maxCoeff() + box.half_extents.maxCoeff();
  return box.half_extents.minCoeff() > 0 && box.half_extents.minCoeff() < thin * size;
}

/// Not larger than the box of any other method.
Obb least_box(const std::vector<Vec3>& points, const TriangleMesh& surface) {
  Obb least = fit_min_volume(points);
  if (!is_thin(least)) return least;
  for (const FitMethod other :
       {FitMethod::aabb, FitMethod::dito, FitMethod::pca_points, FitMethod::pca_hull, FitMethod::pca_triangles, FitMethod::best}) {
    const Obb box = fit_frame(points, surface, other);
    if (ratio_of_volumes(box, least) < 1 - worthwhile) least = box;
  }
  return least;
}

BoundingVolume fit_set(const std::vector<Vec3>& points, const TriangleMesh& surface, FitMethod method) {
  if (method == FitMethod::sphere) return fit_sphere(points);
  if (method == FitMethod::min_volume) return least_box(points, surface);
  return fit_frame(points, surface, method);
}

/// Of points as a set.
Result<Obb> fit_along(std::vector<Vec3> points, const Frame& axes) {
  if (const Result<void> right = validate(Shape{Obb{Vec3::Zero(), axes, Vec3::Zero()}}); !right)
    return tl::make_unexpected(right.error());
  const PowerOfTwo scale = scale_to_unit(points);
  for (Vec3& p : points) p = scale.times(p);
  const Obb box = tightest_box(axes, points);
  return scale.is_one() ? box : scale.undo(box);
}

std::vector<Vec3> used_corners(const TriangleMesh& mesh) {
  std::vector<Vec3> corners;
  corners.reserve(3 * mesh.triangles.size());
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t i : triangle) corners.push_back(mesh.vertices[i]);
  return corners;
}

double volume(const Obb& box) { return 8 * box.half_extents.prod(); }
double volume(const Sphere& ball) { return 4.0 / 3 * std::numbers::pi * ball.radius * ball.radius * ball.radius; }

double area(const Obb& box) {
  const Vec3& h = box.half_extents;
  return 8 * (h.x() * h.y() + h.y() * h.z() + h.z() * h.x());
}
double area(const Sphere& ball) { return 4 * std::numbers::pi * ball.radius * ball.radius; }
double area(const Obb2& box) { return 4 * box.half_extents.prod(); }
double area(const Circle& disc) { return std::numbers::pi * disc.radius * disc.radius; }

}  // namespace

BoundingVolume fit(std::span<const Vec3> points, FitMethod method) { return fit_set(point_set(points), {}, method); }

BoundingArea fit(std::span<const Vec2> points, PlaneFitMethod method) {
  if (method == PlaneFitMethod::min_area) return fit_min_area(points);
  const Sphere ball = fit_sphere(point_set(points));
  return Circle{ball.center.head<2>(), ball.radius};
}

BoundingVolume fit(const TriangleMesh& mesh, FitMethod method) {
  const std::vector<Vec3> points = point_set(used_corners(mesh));
  const TriangleMesh ordered = in_order(mesh, points);
  return fit_set(points, ordered, method);
}

Result<Obb> fit(std::span<const Vec3> points, const Frame& axes) { return fit_along(point_set(points), axes); }

Result<Obb> fit(const TriangleMesh& mesh, const Frame& axes) { return fit_along(point_set(used_corners(mesh)), axes); }

double volume_of(const BoundingVolume& fitted) {
  return std::visit([](const auto& shape) { return volume(shape); }, fitted);
}
double area_of(const BoundingVolume& fitted) {
  return std::visit([](const auto& shape) { return area(shape); }, fitted);
}
double area_of(const BoundingArea& fitted) {
  return std::visit([](const auto& shape) { return area(shape); }, fitted);
}

}  // namespace graze
