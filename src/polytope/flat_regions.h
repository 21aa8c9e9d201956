#pragma once
/// Joins convex pieces of at most two dimensions to connected flat regions, in exact arithmetic: a contact of many triangles as the
/// few places it consists of.

#include <cstddef>
#include <memory_resource>
#include <span>
#include <vector>

#include "polytope/flat_intersection.h"

namespace graze::sat {

/// Memory that a thread keeps for merging: questions that are asked again and again allocate nothing once it has grown.
[[nodiscard]] std::pmr::memory_resource* region_memory();

using PieceNumbers = std::pmr::vector<std::size_t>;

/// Pieces of one plane that are connected, at least one of them with an area; else of one line; else one point. A piece without an
/// area may belong to regions of several planes.
struct FlatRegion {
  PieceNumbers pieces;     ///< by their numbers, ascending
  Vector3<Dyadic> normal;  ///< of the plane, either way; zero for lines and points
  FlatPoints hull;         ///< corners in order
  bool convex = true;      ///< the pieces fill their hull
};

/// Of pieces as intersections leave them: one point, two ends, or corners in order. None may be empty. Regions of planes come
/// before those of lines, and these before points; each kind in the order of its first piece.
[[nodiscard]] std::pmr::vector<FlatRegion> flat_regions(std::span<const FlatPoints> pieces);

}  // namespace graze::sat
