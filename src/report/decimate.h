#pragma once
/// Fewer triangles for display.

#include <cstddef>

#include <graze/shapes.h>

namespace graze::report {

/// The mesh itself where it has no more triangles than that; else vertices in the same cell of a grid become one [Rossignac93],
/// with cells as large as it takes. Vertices that no triangle uses are dropped either way, equal ones merged.
[[nodiscard]] TriangleMesh thinned(const TriangleMesh& mesh, std::size_t max_triangles);

}  // namespace graze::report
