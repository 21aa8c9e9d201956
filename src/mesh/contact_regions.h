#pragma once
/// The contact of a mesh as a whole: the triangles that touch at one time joined to flat regions, each with a normal that a
/// response can push along.

#include <cstddef>
#include <memory_resource>
#include <vector>

#include <graze/answers.h>

#include "polytope/flat_regions.h"

namespace graze::query {

/// A triangle and what it touches at the first time, in exact coordinates of the world.
struct TouchingPiece {
  sat::FlatPoints set;        ///< that they have in common: corners in order
  sat::FlatPoints corners_a;  ///< of the convex pieces that touch
  sat::FlatPoints corners_b;
};

using TouchingPieces = std::pmr::vector<TouchingPiece>;  ///< in sat::region_memory()

/// How the bodies came together.
struct MeetingMotion {
  Vector3<Dyadic> velocity;  ///< of b against a
  bool initial = false;      ///< they meet at time 0
  bool parting = false;      ///< and part at once
};

/// No more triangles are described: regions of thousands take longer than the search for them.
inline constexpr std::size_t most_touching_pieces = 1024;

/// The piece that is named: of those with the largest dimension of the set the first.
[[nodiscard]] std::size_t named_piece(const TouchingPieces& pieces);

/// Writes set, normal and regions. The impact is that of the named piece alone; its normal stays where no plane has all that
/// touches in a region of a on one side and of b on the other, and wherever it is such a plane's. False, with nothing written, for
/// surfaces that cross each other at the start.
[[nodiscard]] bool describe_regions(Impact& impact, const TouchingPieces& pieces, std::size_t named, const MeetingMotion& motion);

}  // namespace graze::query
