#pragma once
/// The triangles of a mesh, wherever they are: in a TriangleMesh, or in a file that is mapped.

#include <array>
#include <cstdint>
#include <span>

#include <graze/shapes.h>

namespace graze {

/// Must not outlive what it looks at.
struct MeshView {
  std::span<const Vec3> vertices{};
  std::span<const std::array<std::uint32_t, 3>> triangles{};

  MeshView() = default;
  MeshView(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> corners)
      : vertices(points), triangles(corners) {}
  // NOLINTNEXTLINE(google-explicit-constructor): whoever looks at triangles takes those of any mesh
  MeshView(const TriangleMesh& mesh) : vertices(mesh.vertices), triangles(mesh.triangles) {}

  [[nodiscard]] Triangle triangle(std::size_t i) const {
    const auto& t = triangles[i];
    return {{vertices[t[0]], vertices[t[1]], vertices[t[2]]}};
  }
  [[nodiscard]] TriangleMesh copy() const { return {{vertices.begin(), vertices.end()}, {triangles.begin(), triangles.end()}}; }
};

}  // namespace graze
