/// Meshes by formula. Neighbouring triangles share their vertices by number, so the surfaces are closed whatever the rounding.

#include <graze/generate.h>

#include <cassert>
#include <cmath>
#include <numbers>
#include <unordered_map>

namespace graze {

namespace {

/// Corners of the icosahedron are the cyclic permutations of (0, ±1, ±golden ratio).
TriangleMesh icosahedron() {
  constexpr double g = std::numbers::phi;
  TriangleMesh mesh;
  mesh.vertices = {{-1, g, 0},  {1, g, 0},  {-1, -g, 0}, {1, -g, 0}, {0, -1, g},  {0, 1, g},
                   {0, -1, -g}, {0, 1, -g}, {g, 0, -1},  {g, 0, 1},  {-g, 0, -1}, {-g, 0, 1}};
  mesh.triangles = {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
                    {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
                    {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}};
  return mesh;
}

class EdgeMiddles {
 public:
  explicit EdgeMiddles(TriangleMesh& mesh) : mesh_(mesh) { middle_of_.reserve(3 * mesh.triangles.size() / 2); }

  /// Number of the vertex halfway between two others: the same for both triangles of an edge.
  std::uint32_t between(std::uint32_t a, std::uint32_t b) {
    const std::uint64_t edge = (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
    const auto [entry, is_new] = middle_of_.try_emplace(edge, static_cast<std::uint32_t>(mesh_.vertices.size()));
    if (is_new) mesh_.vertices.push_back((mesh_.vertices[a] + mesh_.vertices[b]).normalized());
    return entry->second;
  }

 private:
  TriangleMesh& mesh_;
  std::unordered_map<std::uint64_t, std::uint32_t> middle_of_;
};

void split_in_four(TriangleMesh& mesh) {
  EdgeMiddles middles(mesh);
  std::vector<std::array<std::uint32_t, 3>> finer;
  finer.reserve(4 * mesh.triangles.size());
  for (const auto& [a, b, c] : mesh.triangles) {
    const std::uint32_t ab = middles.between(a, b);
    const std::uint32_t bc = middles.between(b, c);
    const std::uint32_t ca = middles.between(c, a);
    finer.insert(finer.end(), {{a, ab, ca}, {b, bc, ab}, {c, ca, bc}, {ab, bc, ca}});
  }
  mesh.triangles = std::move(finer);
}

TriangleMesh unit_sphere(int levels) {
  assert(levels >= 0);
  TriangleMesh mesh = icosahedron();
  for (Vec3& v : mesh.vertices) v.normalize();
  for (int level = 0; level < levels; ++level) split_in_four(mesh);
  return mesh;
}

/// Between -1 and 1 on the unit sphere, smooth, with a few dozen hills.
double bumps(const Vec3& direction) {
  constexpr double waves = 5;  // radians from the centre to the surface along an axis
  return std::sin(waves * direction.x()) * std::sin(waves * direction.y()) * std::sin(waves * direction.z());
}

}  // namespace

TriangleMesh make_box_mesh(const Vec3& half_extents) {
  TriangleMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    mesh.vertices.emplace_back((corner & 1) != 0 ? half_extents.x() : -half_extents.x(),
                               (corner & 2) != 0 ? half_extents.y() : -half_extents.y(),
                               (corner & 4) != 0 ? half_extents.z() : -half_extents.z());
  }
  mesh.triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                    {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  return mesh;
}

TriangleMesh make_sphere_mesh(double radius, int levels) {
  TriangleMesh mesh = unit_sphere(levels);
  for (Vec3& v : mesh.vertices) v *= radius;
  return mesh;
}

TriangleMesh make_bumpy_sphere_mesh(double radius, double bump, int levels) {
  assert(std::abs(bump) < 1);
  TriangleMesh mesh = unit_sphere(levels);
  for (Vec3& v : mesh.vertices) v *= radius * (1 + bump * bumps(v));
  return mesh;
}

TriangleMesh make_torus_mesh(double ring_radius, double tube_radius, int around, int across) {
  assert(around >= 3 && across >= 3);
  TriangleMesh mesh;
  for (int i = 0; i < around; ++i) {
    const double ring_angle = 2 * std::numbers::pi * i / around;
    for (int j = 0; j < across; ++j) {
      const double tube_angle = 2 * std::numbers::pi * j / across;
      const double from_axis = ring_radius + tube_radius * std::cos(tube_angle);
      mesh.vertices.emplace_back(from_axis * std::cos(ring_angle), from_axis * std::sin(ring_angle),
                                 tube_radius * std::sin(tube_angle));
    }
  }
  const auto vertex = [&](int i, int j) { return static_cast<std::uint32_t>((i % around) * across + j % across); };
  for (int i = 0; i < around; ++i) {
    for (int j = 0; j < across; ++j) {
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j), vertex(i + 1, j + 1)});
      mesh.triangles.push_back({vertex(i, j), vertex(i + 1, j + 1), vertex(i, j + 1)});
    }
  }
  return mesh;
}

}  // namespace graze
