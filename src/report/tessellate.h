#pragma once
/// Shapes as triangles to look at.

#include <graze/geometry.h>
#include <graze/shapes.h>

namespace graze::report {

/// What is shown of shapes without end, and how thick what has no thickness is drawn. In the frame of the shape.
struct Reach {
  Vec3 center = Vec3::Zero();
  double radius = 0;  ///< 0: shapes without end are left out, and thin ones are drawn as they are
};

/// Round shapes are cut into facets finer than a screen shows; a mesh is itself.
[[nodiscard]] TriangleMesh tessellated(const Geometry& geometry, const Reach& reach);

}  // namespace graze::report
