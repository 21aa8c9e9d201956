/// Checks of the stored numbers of every kind of shape; the first failure names the field.

#include <graze/validate.h>

#include <cmath>
#include <span>
#include <variant>

#include <fmt/format.h>

#include "geometry/convex_position.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

Result<void> finite(std::string_view field, double value) {
  if (std::isfinite(value)) return {};
  return fail(ErrorCode::not_finite, fmt::format("{}: not finite", field));
}

template <int N>
Result<void> finite(std::string_view field, const Eigen::Matrix<double, N, 1>& v) {
  for (Eigen::Index i = 0; i < v.size(); ++i)
    if (!std::isfinite(v[i])) return fail(ErrorCode::not_finite, fmt::format("{}[{}]: not finite", field, i));
  return {};
}

template <class Vec>
Result<void> finite(std::string_view field, std::span<const Vec> points) {
  for (std::size_t i = 0; i < points.size(); ++i)
    for (Eigen::Index k = 0; k < points[i].size(); ++k)
      if (!std::isfinite(points[i][k])) return fail(ErrorCode::not_finite, fmt::format("{}[{}][{}]: not finite", field, i, k));
  return {};
}

template <class Vec, std::size_t N>
Result<void> finite(std::string_view field, const std::array<Vec, N>& points) {
  return finite(field, std::span<const Vec>(points));
}

template <class Vec>
Result<void> finite(std::string_view field, const std::vector<Vec>& points) {
  return finite(field, std::span<const Vec>(points));
}

Result<void> radius(double r) {
  if (r >= 0) return {};
  return fail(ErrorCode::bad_shape, fmt::format("r: negative radius {}", r));
}

template <class Vec>
Result<void> half_extents(const Vec& h) {
  for (Eigen::Index i = 0; i < h.size(); ++i)
    if (h[i] < 0) return fail(ErrorCode::bad_shape, fmt::format("h[{}]: negative half extent {}", i, h[i]));
  return {};
}

template <class Vec>
Result<void> ordered(const Vec& min, const Vec& max) {
  for (Eigen::Index i = 0; i < min.size(); ++i)
    if (min[i] > max[i]) return fail(ErrorCode::bad_shape, fmt::format("min[{}]: {} is above max[{}] = {}", i, min[i], i, max[i]));
  return {};
}

template <class Vec, std::size_t N>
Result<void> orthonormal(const std::array<Vec, N>& axes) {
  double off = 0;
  for (std::size_t i = 0; i < N; ++i)
    for (std::size_t j = i; j < N; ++j) off = std::max(off, std::abs(axes[i].dot(axes[j]) - (i == j ? 1.0 : 0.0)));
  if (off <= tolerance::orthonormal_frame) return {};
  return fail(ErrorCode::bad_shape, fmt::format("axes: not orthonormal (off by {:.3g})", off));
}

template <class Vec>
Result<void> has_direction(const Vec& normal) {
  if (normal != Vec::Zero()) return {};
  return fail(ErrorCode::bad_shape, "n: the zero vector is no normal");
}

Result<void> not_empty(std::string_view field, std::size_t count) {
  if (count > 0) return {};
  return fail(ErrorCode::bad_shape, fmt::format("{}: no points", field));
}

/// The first failure of several checks. Later ones may rely on what earlier ones found right.
template <class... Checks>
Result<void> all_of(const Checks&... checks) {
  Result<void> result;
  static_cast<void>(((result = checks(), result.has_value()) && ...));
  return result;
}

template <class OrientedBox>
Result<void> oriented(const OrientedBox& box) {
  return all_of([&] { return finite("c", box.center); }, [&] { return finite("axes", box.axes); },
                [&] { return finite("h", box.half_extents); }, [&] { return orthonormal(box.axes); },
                [&] { return half_extents(box.half_extents); });
}

template <class Box>
Result<void> axis_aligned(const Box& box) {
  return all_of([&] { return finite("min", box.min); }, [&] { return finite("max", box.max); },
                [&] { return ordered(box.min, box.max); });
}

template <class LineLike>
Result<void> straight(const LineLike& line) {
  return all_of([&] { return finite("o", line.origin); }, [&] { return finite("d", line.direction); });
}

template <class PlaneLike>
Result<void> flat(const PlaneLike& plane) {
  return all_of([&] { return finite("n", plane.normal); }, [&] { return finite("d", plane.offset); },
                [&] { return has_direction(plane.normal); });
}

template <class Vec>
Result<void> round(const std::array<Vec, 2>& axis, double r) {
  return all_of([&] { return finite("v", axis); }, [&] { return finite("r", r); }, [&] { return radius(r); });
}

/// Without a length there is no telling which way a disc of some radius faces.
Result<void> round_about_axis(const std::array<Vec3, 2>& axis, double r) {
  return all_of([&] { return round(axis, r); },
                [&]() -> Result<void> {
                  if (r == 0 || axis[0] != axis[1]) return {};
                  return fail(ErrorCode::bad_shape, "v: the two ends are the same point, so the axis has no direction");
                });
}

template <class Ball>
Result<void> ball(const Ball& shape) {
  return all_of([&] { return finite("c", shape.center); }, [&] { return finite("r", shape.radius); },
                [&] { return radius(shape.radius); });
}

template <class Polygon>
Result<void> polygon(const Polygon& shape) {
  return all_of([&] { return not_empty("v", shape.vertices.size()); }, [&] { return finite("v", shape.vertices); },
                [&] { return check_convex_loop(shape.vertices); });
}

template <class Cloud>
Result<void> cloud(const Cloud& shape) {
  return all_of([&] { return not_empty("p", shape.points.size()); }, [&] { return finite("p", shape.points); });
}

Result<void> ring_radius(std::string_view field, double r) {
  if (r >= 0) return {};
  return fail(ErrorCode::bad_shape, fmt::format("{}: negative radius {}", field, r));
}

Result<void> triangle_indices(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i)
    for (std::size_t k = 0; k < 3; ++k)
      if (mesh.triangles[i][k] >= mesh.vertices.size())
        return fail(ErrorCode::bad_shape,
                    fmt::format("f[{}][{}]: index {} out of range, {} vertices", i, k, mesh.triangles[i][k], mesh.vertices.size()));
  return {};
}

}  // namespace

Result<void> validate(const Point& shape) { return finite("p", shape.p); }
Result<void> validate(const Line& shape) { return straight(shape); }
Result<void> validate(const Ray& shape) { return straight(shape); }
Result<void> validate(const Segment& shape) { return finite("v", shape.v); }
Result<void> validate(const Plane& shape) { return flat(shape); }
Result<void> validate(const HalfSpace& shape) { return flat(shape); }
Result<void> validate(const Sphere& shape) { return ball(shape); }
Result<void> validate(const Capsule& shape) { return round(shape.v, shape.radius); }
Result<void> validate(const Cylinder& shape) { return round_about_axis(shape.v, shape.radius); }
Result<void> validate(const Cone& shape) { return round_about_axis({shape.base, shape.apex}, shape.radius); }
Result<void> validate(const Ellipsoid& shape) { return oriented(shape); }

Result<void> validate(const Torus& shape) {
  return all_of([&] { return finite("c", shape.center); }, [&] { return finite("n", shape.axis); },
                [&] { return finite("major", shape.major); }, [&] { return finite("minor", shape.minor); },
                [&] { return ring_radius("major", shape.major); }, [&] { return ring_radius("minor", shape.minor); },
                [&] { return shape.major == 0 ? Result<void>() : has_direction(shape.axis); });
}

Result<void> validate(const Aabb& shape) { return axis_aligned(shape); }
Result<void> validate(const Obb& shape) { return oriented(shape); }
Result<void> validate(const Triangle& shape) { return finite("v", shape.v); }
Result<void> validate(const Tetrahedron& shape) { return finite("v", shape.v); }
Result<void> validate(const ConvexPolygon& shape) { return polygon(shape); }

Result<void> validate(const ConvexPolyhedron& shape) {
  return all_of([&] { return not_empty("v", shape.vertices.size()); }, [&] { return finite("v", shape.vertices); },
                [&] { return check_convex_faces(shape); });
}

Result<void> validate(const PointCloud& shape) { return cloud(shape); }

Result<void> validate(const TriangleMesh& shape) {
  return all_of([&] { return finite("v", shape.vertices); }, [&] { return triangle_indices(shape); });
}

Result<void> validate(const Point2& shape) { return finite("p", shape.p); }
Result<void> validate(const Line2& shape) { return straight(shape); }
Result<void> validate(const ImplicitLine2& shape) { return flat(shape); }
Result<void> validate(const HalfPlane& shape) { return flat(shape); }
Result<void> validate(const Ray2& shape) { return straight(shape); }
Result<void> validate(const Segment2& shape) { return finite("v", shape.v); }
Result<void> validate(const Circle& shape) { return ball(shape); }
Result<void> validate(const Capsule2& shape) { return round(shape.v, shape.radius); }
Result<void> validate(const Ellipse& shape) { return oriented(shape); }
Result<void> validate(const Aabb2& shape) { return axis_aligned(shape); }
Result<void> validate(const Obb2& shape) { return oriented(shape); }
Result<void> validate(const ConvexPolygon2& shape) { return polygon(shape); }
Result<void> validate(const PointCloud2& shape) { return cloud(shape); }

Result<void> validate(const Shape& shape) {
  return std::visit([](const auto& s) { return validate(s); }, shape.value);
}

Result<void> validate(const Shape2& shape) {
  return std::visit([](const auto& s) { return validate(s); }, shape.value);
}

}  // namespace graze
