#pragma once
/// Any shape that is no mesh against one triangle of a mesh.

#include <optional>

#include <graze/answers.h>
#include <graze/shapes.h>

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

}  // namespace graze::query
