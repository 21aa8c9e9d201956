#pragma once
/// Boxes of the world around shapes that are placed in it, computed from a few numbers kept for each shape.

#include <optional>

#include <graze/geometry.h>

#include "scene/box.h"

namespace graze::scenes {

/// What holds a shape in its own frame. Where there are several, all do.
struct PartBound {
  bool is_empty = false;    ///< a mesh without triangles
  bool is_endless = false;  ///< a line, ray, plane or half-space: its box follows from the shape itself
  Obb box;
  double radius = 0;              ///< of a ball that has to be rolled along the box, length
  std::optional<Obb> along_axes;  ///< of meshes, whose box is oriented
  double ball = 0;                ///< radius around the centre of the box; infinite where it would not help, length
};

[[nodiscard]] PartBound bound_of(const Geometry& geometry);

/// Holds { pose * x : x in the shape } in exact arithmetic.
[[nodiscard]] Aabb world_box(const PartBound& bound, const Geometry& geometry, const Pose& pose);

}  // namespace graze::scenes
