#pragma once
/// The connected parts of a mesh: triangles that share a vertex, by its number, belong together.

#include <cstdint>
#include <vector>

#include <graze/shapes.h>

#include "geometry/mesh_view.h"

namespace graze {

/// What counting parts needs on its way, kept for the next time.
struct PartsScratch {
  std::vector<std::uint32_t> parent;  ///< by vertex
  std::vector<bool> seen;             ///< by vertex
  std::vector<std::uint32_t> first;   ///< the answer
};

/// The first triangle of each part, in scratch.first.
void find_parts(const MeshView& mesh, const std::vector<bool>& left_out, PartsScratch& scratch);

/// The first triangle of each part, when the triangles marked in `left_out` (empty: none) are taken away.
[[nodiscard]] std::vector<std::uint32_t> one_triangle_of_each_part(const MeshView& mesh, const std::vector<bool>& left_out = {});

}  // namespace graze
