#pragma once
/// Triangles of a placed mesh, each placed once as long as it is asked for again soon.

#include <array>
#include <cstdint>
#include <optional>

#include <graze/distance/triangle_closest.h>
#include <graze/query/mesh_mesh.h>

namespace graze::query {

/// Walks of two trees come to the same few triangles again and again. Belongs to one question; refers to the mesh.
class PlacedTriangles {
 public:
  explicit PlacedTriangles(const PlacedMesh& mesh) : mesh_(mesh) { numbers_.fill(none); }

  /// Valid until the next call.
  [[nodiscard]] const distance::PlacedSimplex& operator[](std::uint32_t i) {
    const std::size_t place = i % places;
    if (numbers_[place] != i) {
      numbers_[place] = i;
      triangles_[place].emplace(distance::PlacedSimplex{graze::place(mesh_.tree->mesh().triangle(i), mesh_.pose), 3});
    }
    return *triangles_[place];
  }

 private:
  static constexpr std::size_t places = 16;
  static constexpr std::uint32_t none = 0xffffffffU;  ///< meshes have fewer triangles
  const PlacedMesh& mesh_;
  std::array<std::uint32_t, places> numbers_;
  std::array<std::optional<distance::PlacedSimplex>, places> triangles_;  ///< optional: none is made before it is needed
};

}  // namespace graze::query
