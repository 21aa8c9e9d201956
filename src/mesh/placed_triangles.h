#pragma once
/// Triangles of a placed mesh, cached: each is placed once while it is requested again soon.

#include <cstdint>
#include <optional>

#include "mesh/overlap.h"
#include "mesh/recent_triangles.h"
#include "triangle/closest.h"

namespace graze::query {

/// Belongs to one question; refers to the mesh.
class PlacedTriangles {
 public:
  explicit PlacedTriangles(const PlacedMesh& mesh) : mesh_(mesh) {}

  /// Valid until the next call.
  [[nodiscard]] const distance::PlacedSimplex& operator[](std::uint32_t i) {
    return *recent_.get(i, [&](std::optional<distance::PlacedSimplex>& made) {
      made.emplace(distance::PlacedSimplex{graze::place(mesh_.tree->view().triangle(i), mesh_.pose), 3});
    });
  }

 private:
  const PlacedMesh& mesh_;
  RecentTriangles<std::optional<distance::PlacedSimplex>, 16> recent_;  ///< optional: none is made before it is needed
};

}  // namespace graze::query
