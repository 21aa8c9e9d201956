/// Counts defects of a mesh and measures its area and volume.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <Eigen/Geometry>

#include <graze/mesh.h>

#include "geometry/connected_parts.h"
#include "geometry/drop_coordinate.h"
#include "geometry/sorted_by_number.h"
#include "geometry/topology.h"
#include "geometry/weld.h"
#include "numbers/orient.h"

namespace graze {
namespace {

/// Three points lie on a line iff their projections on all three coordinate planes do.
bool is_degenerate(const Triangle& t) {
  for (int k = 0; k < 3; ++k) {
    if (orient2d(drop_coordinate(t.v[0], k), drop_coordinate(t.v[1], k), drop_coordinate(t.v[2], k)) != 0) return false;
  }
  return true;
}

/// Of triangles that share vertices.
std::size_t duplicates_in(const TriangleMesh& welded_mesh) {
  std::vector<std::array<std::uint32_t, 3>> corners = welded_mesh.triangles;
  for (auto& t : corners) std::ranges::sort(t);
  corners = sorted_by_number(std::span<const std::array<std::uint32_t, 3>>(corners), welded_mesh.vertices.size(),
                             [](const auto& t) { return t[0]; });
  return static_cast<std::size_t>(std::ranges::unique(corners).size());
}

Aabb bounds_of(const TriangleMesh& mesh) {
  if (mesh.vertices.empty()) return {};
  Aabb bounds{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vec3& v : mesh.vertices) {
    bounds.min = bounds.min.cwiseMin(v);
    bounds.max = bounds.max.cwiseMax(v);
  }
  return bounds;
}

struct Measures {
  double area = 0;
  double volume = 0;
};

/// Volumes are summed over tetrahedra with a point amid the mesh, so that bodies far from the origin keep their digits.
Measures measures_of(const TriangleMesh& mesh, const Vec3& amid) {
  double twice_area = 0, six_volumes = 0;
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Triangle t = mesh.triangle(i);
    twice_area += (t.v[1] - t.v[0]).cross(t.v[2] - t.v[0]).stableNorm();
    six_volumes += (t.v[0] - amid).dot((t.v[1] - amid).cross(t.v[2] - amid));
  }
  return {twice_area / 2, six_volumes / 6};
}

}  // namespace

MeshReport report_on(const TriangleMesh& mesh) {
  const TriangleMesh joined = welded(mesh);
  MeshReport report;
  report.vertices = mesh.vertices.size();
  report.positions = joined.vertices.size();
  report.triangles = mesh.triangles.size();
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) report.degenerate += is_degenerate(mesh.triangle(i)) ? 1U : 0U;
  report.duplicate = duplicates_in(joined);
  report.parts = one_triangle_of_each_part(joined).size();
  report.topology = topology_of(joined);
  report.bounds = bounds_of(mesh);
  const Measures measures = measures_of(mesh, 0.5 * report.bounds.min + 0.5 * report.bounds.max);
  report.area = measures.area;
  if (report.is_closed() && report.topology.is_oriented()) report.volume = measures.volume;
  return report;
}

}  // namespace graze
