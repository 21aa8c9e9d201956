#pragma once
/// How the triangles of a mesh hang together. Vertices are the same when their coordinates are: files of loose triangles are
/// common.

#include <cstddef>

#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

/// Counts of edges. A triangle with two equal corners has two sides, which cancel each other.
struct Topology {
  std::size_t edges = 0;
  std::size_t open_edges = 0;          ///< sides of an odd number of triangles: one at a rim
  std::size_t non_manifold_edges = 0;  ///< sides of more than two triangles
  std::size_t unbalanced_edges = 0;    ///< run through more often one way than the other, open ones included

  /// A line that meets no edge crosses the surface an even number of times: there is an inside, by parity.
  [[nodiscard]] bool is_closed() const { return open_edges == 0; }
  /// Every edge is run through as often one way as the other: winding numbers are the same all over a region.
  [[nodiscard]] bool is_oriented() const { return unbalanced_edges == 0; }
};

[[nodiscard]] GRAZE_API Topology topology_of(const TriangleMesh& mesh);

}  // namespace graze
