#include <cmath>
#include <vector>

#include <CGAL/AABB_traits.h>
#include <CGAL/AABB_tree.h>
#include <CGAL/AABB_triangle_primitive.h>
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>

#include "accuracy.h"

namespace graze::bench {
namespace {

/// Exact predicates, as its manual recommends.
using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;
using Triangles = std::vector<Kernel::Triangle_3>;
using Tree = CGAL::AABB_tree<CGAL::AABB_traits<Kernel, CGAL::AABB_triangle_primitive<Kernel, Triangles::const_iterator>>>;

Kernel::Point_3 cgal_point(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

Triangles cgal_triangles(const HardShape& shape, const Pose& pose) {
  Triangles triangles;
  for (std::size_t i = 0; i < shape.mesh.triangles.size(); ++i) {
    const Triangle t = shape.mesh.triangle(i);
    triangles.emplace_back(cgal_point(pose.to_world(t.v[0])), cgal_point(pose.to_world(t.v[1])), cgal_point(pose.to_world(t.v[2])));
  }
  return triangles;
}

Opinion ask_cgal(const HardCase& c) {
  const Triangles a = cgal_triangles(c.a, c.pose_a), b = cgal_triangles(c.b, c.pose_b);
  Tree tree(a.begin(), a.end());
  if (c.question == HardCase::Question::overlap) {
    for (const auto& triangle : b) {
      if (tree.do_intersect(triangle)) return {false, true, 0};
    }
    return {};
  }
  const auto hit = tree.first_intersection(Kernel::Ray_3(cgal_point(c.from), cgal_point(c.to)));
  const auto* at = hit ? boost::get<Kernel::Point_3>(&hit->first) : nullptr;
  const double way = (c.to - c.from).norm();
  return {false, bool(hit), at != nullptr ? std::sqrt(CGAL::squared_distance(cgal_point(c.from), *at)) / way : 0};
}

bool knows(const HardCase& c) {
  const bool is_mesh = c.a.kind == HardShape::Kind::mesh;
  return is_mesh && (c.question == HardCase::Question::ray ||
                     (c.question == HardCase::Question::overlap && c.b.kind == HardShape::Kind::mesh));
}

}  // namespace

Asked asked_cgal() { return {"cgal", knows, ask_cgal}; }

}  // namespace graze::bench
