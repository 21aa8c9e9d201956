#pragma once
/// A mesh of a scene file as the part of a body.

#include <graze/answers.h>
#include <graze/scene_file.h>

namespace graze::io {

/// Solid as the options say; the mesh must have triangles.
[[nodiscard]] inline bool counts_as_solid(const Geometry& geometry, Solids solids) {
  if (!geometry.is_mesh() || solids == Solids::none) return false;
  return solids == Solids::all || geometry.topology().is_closed();
}

}  // namespace graze::io
