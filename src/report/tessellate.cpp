/// Cuts every kind of shape into triangles, by surfaces of revolution, fans and boxes.

#include "report/tessellate.h"

#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include <graze/generate.h>
#include <graze/mesh.h>
#include <Eigen/Geometry>

namespace graze::report {
namespace {

constexpr double marker_radius = 0.015;  ///< of points, as a part of the reach
constexpr double wire_radius = 0.006;    ///< of lines, likewise
constexpr int round_facets = 48;         ///< around an axis
constexpr int cap_rings = 12;            ///< from the rim of a half ball to its pole
constexpr int sphere_levels = 4;

void append(TriangleMesh& mesh, const TriangleMesh& more) {
  const auto base = static_cast<std::uint32_t>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), more.vertices.begin(), more.vertices.end());
  for (const auto& t : more.triangles) mesh.triangles.push_back({base + t[0], base + t[1], base + t[2]});
}

/// Corners of a convex polygon in order.
TriangleMesh fan(std::span<const Vec3> corners) {
  TriangleMesh mesh;
  mesh.vertices.assign(corners.begin(), corners.end());
  if (corners.size() == 1) mesh.triangles.push_back({0, 0, 0});
  if (corners.size() == 2) mesh.triangles.push_back({0, 1, 1});
  for (std::uint32_t i = 2; i < corners.size(); ++i) mesh.triangles.push_back({0, i - 1, i});
  return mesh;
}

/// Distance along the axis and from it.
struct ProfilePoint {
  double along = 0;
  double radius = 0;
};

/// The profile, turned about the axis from `from` toward `to`, seen from outside counter-clockwise.
TriangleMesh revolved(const Vec3& from, const Vec3& to, std::span<const ProfilePoint> profile) {
  const Vec3 axis = (to - from).stableNormalized();
  const Vec3 w = axis == Vec3::Zero() ? Vec3::UnitZ() : axis;
  const Vec3 u = w.unitOrthogonal(), v = w.cross(u);
  TriangleMesh mesh;
  for (const ProfilePoint& p : profile) {
    for (int i = 0; i < round_facets; ++i) {
      const double angle = 2 * std::numbers::pi * i / round_facets;
      mesh.vertices.push_back(from + p.along * w + p.radius * (std::cos(angle) * u + std::sin(angle) * v));
    }
  }
  for (std::uint32_t ring = 0; ring + 1 < profile.size(); ++ring) {
    for (std::uint32_t i = 0; i < round_facets; ++i) {
      const std::uint32_t next = (i + 1) % round_facets, low = ring * round_facets, high = low + round_facets;
      mesh.triangles.push_back({low + i, low + next, high + next});
      mesh.triangles.push_back({low + i, high + next, high + i});
    }
  }
  return mesh;
}

TriangleMesh capsule(const Vec3& from, const Vec3& to, double radius) {
  std::vector<ProfilePoint> profile;
  const double length = (to - from).stableNorm();
  for (int end = 0; end < 2; ++end) {
    for (int i = 0; i <= cap_rings; ++i) {
      const double angle = std::numbers::pi / 2 * (end == 0 ? i - cap_rings : i) / cap_rings;
      profile.push_back({end * length + radius * std::sin(angle), radius * std::cos(angle)});
    }
  }
  return revolved(from, to, profile);
}

TriangleMesh ball(const Vec3& center, double radius) {
  TriangleMesh mesh = make_sphere_mesh(1, sphere_levels);
  for (Vec3& v : mesh.vertices) v = center + radius * v;
  return mesh;
}

/// A point cloud is as many small tetrahedra.
TriangleMesh crumbs(std::span<const Vec3> points, double radius) {
  TriangleMesh mesh;
  const std::array<Vec3, 4> corners{Vec3(1, 1, 1), Vec3(1, -1, -1), Vec3(-1, 1, -1), Vec3(-1, -1, 1)};
  TriangleMesh crumb;
  crumb.triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
  for (const Vec3& p : points) {
    crumb.vertices.clear();
    for (const Vec3& c : corners) crumb.vertices.emplace_back(p + radius * c);
    append(mesh, crumb);
  }
  return mesh;
}

/// The part of a plane that a square around the reach shows.
TriangleMesh square(const Vec3& normal, double offset, const Reach& reach) {
  if (reach.radius == 0) return {};
  const double length = normal.stableNorm();
  const Vec3 n = normal / length;
  const Vec3 middle = reach.center + (offset / length - n.dot(reach.center)) * n;
  const Vec3 u = 1.5 * reach.radius * n.unitOrthogonal(), v = n.cross(u);
  return fan(std::array<Vec3, 4>{middle - u - v, middle + u - v, middle + u + v, middle - u + v});
}

struct Tessellation {
  const Reach& reach;

  TriangleMesh wire(const Vec3& from, const Vec3& to) const {
    if (reach.radius == 0) return fan(std::array<Vec3, 2>{from, to});
    return capsule(from, to, wire_radius * reach.radius);
  }
  TriangleMesh operator()(const Point& s) const {
    return reach.radius == 0 ? fan(std::array<Vec3, 1>{s.p}) : ball(s.p, marker_radius * reach.radius);
  }
  TriangleMesh operator()(const Line& s) const {
    const Vec3 d = s.direction.stableNormalized();
    const Vec3 middle = s.origin + d.dot(reach.center - s.origin) * d;
    return reach.radius == 0 ? TriangleMesh{} : wire(middle - 2 * reach.radius * d, middle + 2 * reach.radius * d);
  }
  TriangleMesh operator()(const Ray& s) const {
    const Vec3 d = s.direction.stableNormalized();
    const double along = std::max(0.0, d.dot(reach.center - s.origin)) + 2 * reach.radius;
    return wire(s.origin, s.origin + along * d);
  }
  TriangleMesh operator()(const Segment& s) const { return wire(s.v[0], s.v[1]); }
  TriangleMesh operator()(const Plane& s) const { return square(s.normal, s.offset, reach); }
  TriangleMesh operator()(const HalfSpace& s) const { return square(s.normal, s.offset, reach); }
  TriangleMesh operator()(const Sphere& s) const { return ball(s.center, s.radius); }
  TriangleMesh operator()(const Capsule& s) const { return capsule(s.v[0], s.v[1], s.radius); }
  TriangleMesh operator()(const Cylinder& s) const {
    const double length = (s.v[1] - s.v[0]).stableNorm();
    return revolved(s.v[0], s.v[1], std::array<ProfilePoint, 4>{{{0, 0}, {0, s.radius}, {length, s.radius}, {length, 0}}});
  }
  TriangleMesh operator()(const Cone& s) const {
    const double length = (s.apex - s.base).stableNorm();
    return revolved(s.base, s.apex, std::array<ProfilePoint, 3>{{{0, 0}, {0, s.radius}, {length, 0}}});
  }
  TriangleMesh operator()(const Ellipsoid& s) const {
    TriangleMesh mesh = make_sphere_mesh(1, sphere_levels);
    for (Vec3& v : mesh.vertices) {
      const Vec3 scaled = v.cwiseProduct(s.half_extents);
      v = s.center + scaled.x() * s.axes[0] + scaled.y() * s.axes[1] + scaled.z() * s.axes[2];
    }
    return mesh;
  }
  TriangleMesh operator()(const Torus& s) const {
    TriangleMesh mesh = make_torus_mesh(s.major, s.minor, 64, 24);
    const Vec3 z = s.axis.stableNormalized(), x = z.unitOrthogonal(), y = z.cross(x);
    for (Vec3& v : mesh.vertices) v = s.center + v.x() * x + v.y() * y + v.z() * z;
    return mesh;
  }
  TriangleMesh operator()(const Aabb& s) const {
    return (*this)(Obb{0.5 * s.min + 0.5 * s.max, world_frame(), 0.5 * s.max - 0.5 * s.min});
  }
  TriangleMesh operator()(const Obb& s) const { return mesh_of_boxes(std::array<Obb, 1>{s}); }
  TriangleMesh operator()(const Triangle& s) const { return fan(s.v); }
  TriangleMesh operator()(const Tetrahedron& s) const {
    TriangleMesh mesh;
    mesh.vertices.assign(s.v.begin(), s.v.end());
    mesh.triangles = {{0, 1, 2}, {0, 3, 1}, {0, 2, 3}, {1, 3, 2}};
    return mesh;
  }
  TriangleMesh operator()(const ConvexPolygon& s) const { return fan(s.vertices); }
  TriangleMesh operator()(const ConvexPolyhedron& s) const {
    TriangleMesh mesh;
    mesh.vertices = s.vertices;
    for (const auto& face : s.faces)
      for (std::size_t i = 2; i < face.size(); ++i)
        mesh.triangles.push_back(
            {static_cast<std::uint32_t>(face[0]), static_cast<std::uint32_t>(face[i - 1]), static_cast<std::uint32_t>(face[i])});
    return mesh;
  }
  TriangleMesh operator()(const PointCloud& s) const { return crumbs(s.points, 0.5 * marker_radius * reach.radius); }
  TriangleMesh operator()(const TriangleMesh& s) const { return s; }
};

}  // namespace

TriangleMesh tessellated(const Geometry& geometry, const Reach& reach) {
  if (std::holds_alternative<TriangleMesh>(geometry.shape().value) && geometry.mesh()) return *geometry.mesh();
  if (std::holds_alternative<PointCloud>(geometry.shape().value) && geometry.mesh())
    return Tessellation{reach}(PointCloud{{geometry.vertices().begin(), geometry.vertices().end()}});
  return std::visit(Tessellation{reach}, geometry.shape().value);
}

}  // namespace graze::report
