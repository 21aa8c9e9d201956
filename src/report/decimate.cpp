/// Clusters the vertices of a mesh in the cells of a grid, coarser until few enough triangles are left.

#include "report/decimate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "geometry/weld.h"

namespace graze::report {
namespace {

bool has_area(const std::array<std::uint32_t, 3>& t) { return t[0] != t[1] && t[1] != t[2] && t[2] != t[0]; }

TriangleMesh without_collapsed(TriangleMesh mesh) {
  std::erase_if(mesh.triangles, [](const auto& t) { return !has_area(t); });
  return mesh;
}

/// Each vertex in the middle of those that its cell has taken in, weighted by how many triangles use them.
TriangleMesh clustered(const TriangleMesh& mesh, const Vec3& origin, double cell) {
  TriangleMesh cells;
  cells.triangles = mesh.triangles;
  cells.vertices.reserve(mesh.vertices.size());
  for (const Vec3& v : mesh.vertices) cells.vertices.emplace_back(((v - origin) / cell).array().floor().matrix());
  TriangleMesh result = welded(cells);
  std::vector<double> uses(result.vertices.size(), 0);
  std::vector<Vec3> sums(result.vertices.size(), Vec3::Zero());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t to = result.triangles[i][k];
      uses[to] += 1;
      sums[to] += mesh.vertices[mesh.triangles[i][k]] - origin;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) result.vertices[i] = origin + sums[i] / std::max(uses[i], 1.0);
  return without_collapsed(std::move(result));
}

/// Vertices that triangles use, in the order of their first use.
TriangleMesh compacted(const TriangleMesh& mesh) {
  constexpr std::uint32_t unused = ~std::uint32_t{0};
  std::vector<std::uint32_t> number(mesh.vertices.size(), unused);
  TriangleMesh result;
  result.triangles.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    for (const std::uint32_t v : t) {
      if (number[v] != unused) continue;
      number[v] = static_cast<std::uint32_t>(result.vertices.size());
      result.vertices.push_back(mesh.vertices[v]);
    }
    result.triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
  }
  return result;
}

}  // namespace

TriangleMesh thinned(const TriangleMesh& mesh, std::size_t max_triangles) {
  TriangleMesh shared = welded(mesh);
  if (shared.triangles.size() <= max_triangles) return compacted(shared);
  Vec3 low = shared.vertices.front(), high = low;
  for (const Vec3& v : shared.vertices) {
    low = low.cwiseMin(v);
    high = high.cwiseMax(v);
  }
  // A closed surface that fills its box has about six squares of cells^2 cells, two triangles each.
  const double most = static_cast<double>(std::max<std::size_t>(max_triangles, 1));
  double cells = std::max(1.0, 2 * std::sqrt(most / 12));
  const double width = (high - low).maxCoeff();
  for (;;) {
    TriangleMesh coarse = clustered(shared, low, width / cells);
    if (coarse.triangles.size() <= max_triangles) return compacted(coarse);
    if (cells <= 1) return {};
    const double excess = static_cast<double>(coarse.triangles.size()) / most;
    cells = std::max(1.0, cells * std::min(0.9, 1 / std::sqrt(excess)));
  }
}

}  // namespace graze::report
