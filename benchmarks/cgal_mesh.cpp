#include <cmath>
#include <limits>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Simple_cartesian.h>

#include "mesh_peers.h"
#include "timing.h"

namespace graze::bench {
namespace {

using Kernel = CGAL::Simple_cartesian<double>;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;

Kernel::Point_3 cgal_point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

Triangles cgal_triangles(const MeshCase& m) {
  Triangles triangles;
  for (std::size_t i = 0; i < m.mesh.triangles.size(); ++i) {
    const Triangle t = m.mesh.triangle(i);
    triangles.emplace_back(cgal_point(t.v[0]), cgal_point(t.v[1]), cgal_point(t.v[2]));
  }
  return triangles;
}

void time_points(benchmark::State& state, const MeshCase& m) {
  const Triangles triangles = cgal_triangles(m);
  Tree tree(triangles.begin(), triangles.end());
  tree.accelerate_distance_queries();
  std::vector<Kernel::Point_3> points;
  for (const Vec3& p : m.points) points.push_back(cgal_point(p));
  const auto distance = [&](std::size_t i, const auto& found) { return std::sqrt(CGAL::squared_distance(points[i], found.first)); };
  time_checked(
      state, points.size(),
      [&](std::size_t i, const auto& found) { return std::abs(distance(i, found) - m.point_distance[i]) < 1e-9 * m.size; },
      [&](std::size_t i) { return tree.closest_point_and_primitive(points[i]); });
}

void time_rays(benchmark::State& state, const MeshCase& m) {
  const Triangles triangles = cgal_triangles(m);
  Tree tree(triangles.begin(), triangles.end());
  tree.build();
  std::vector<Kernel::Ray_3> rays;
  for (const Ray& r : m.rays) rays.emplace_back(cgal_point(r.origin), cgal_point(r.origin + r.direction));
  const auto is_right = [&](std::size_t i, const auto& hit) {
    if (!hit || !std::isfinite(m.hit[i])) return bool(hit) == std::isfinite(m.hit[i]);
    const auto* at = boost::get<Kernel::Point_3>(&hit->first);
    return at == nullptr || std::abs(std::sqrt(CGAL::squared_distance(rays[i].source(), *at)) - m.hit[i]) < 1e-9 * m.size;
  };
  time_checked(state, rays.size(), is_right, [&](std::size_t i) { return tree.first_intersection(rays[i]); });
}

void time_build(benchmark::State& state, const MeshCase& m) {
  const Triangles triangles = cgal_triangles(m);
  time_all(state, 1, triangles.size(), [&](std::size_t) {
    Tree tree(triangles.begin(), triangles.end());
    tree.build();
    return tree.size();
  });
}

}  // namespace

void register_cgal_mesh(const MeshCase& m) {
  add("point/" + m.name + "/cgal", [&m](benchmark::State& state) { time_points(state, m); });
  add("ray/" + m.name + "/cgal", [&m](benchmark::State& state) { time_rays(state, m); });
  add("build/" + m.name + "/cgal", [&m](benchmark::State& state) { time_build(state, m); });
}

}  // namespace graze::bench
