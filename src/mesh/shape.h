#pragma once
/// A mesh, as a surface, against any shape that is no mesh. Index 0 of an answer is the mesh.

#include <cstdint>
#include <optional>
#include <vector>

#include <graze/geometry.h>

#include "mesh/overlap.h"
#include "triangle/overlap.h"
#include "views/curved_body.h"

namespace graze::query {

/// The shape against one triangle of a mesh, by the method for its kind. Index 1 of an answer is the triangle.
class TriangleAgainstShape {
 public:
  /// Refers to both.
  TriangleAgainstShape(const Shape& shape, const Pose& pose);

  [[nodiscard]] Closest closest(const PosedTriangle& triangle) const;
  [[nodiscard]] bool meets(const PosedTriangle& triangle) const;

 private:
  const Shape& shape_;
  const Pose& pose_;
  std::optional<distance::Curved> curved_;
};

/// Exact where the shape is linear or rounded.
[[nodiscard]] bool surface_meets(const PlacedMesh& mesh, const Body& other);

/// All triangles that the other shape meets, sorted; likewise.
[[nodiscard]] std::vector<std::uint32_t> triangles_at(const PlacedMesh& mesh, const Body& other);

/// Nothing when the mesh has no triangles.
[[nodiscard]] std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other);

}  // namespace graze::query
