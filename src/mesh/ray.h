#pragma once
/// Lines, rays and segments against triangle meshes: exact in whether they meet, watertight, each crossing once.
///
/// What a line shares with the surface falls into connected pieces: points, and intervals where it runs along triangles. One piece
/// is one event, however many triangles meet there:
///  - the line passes to the other side of the surface: one crossing, at the beginning of the piece;
///  - it does not (it touches a corner, an edge, or runs along a face and stays on its side): a crossing in and one out, at the
///    beginning and the end of the piece; out and in again when it came from inside.
/// So crossings with a closed mesh alternate, and their number is even on a line. Repeated triangles count once.

#include <optional>
#include <vector>

#include <graze/answers.h>

#include "mesh/overlap.h"
#include "triangle/line.h"

namespace graze::query {

/// Sorted along the line. Normals are those of the triangles, by the order of their corners; `entering` says that the line passes
/// against the normal, which is into the solid where the surface is closed and its normals point outward.
[[nodiscard]] std::vector<Crossing> crossings(const distance::Probe& line, const PlacedMesh& mesh);

[[nodiscard]] std::optional<Crossing> first_crossing(const distance::Probe& line, const PlacedMesh& mesh);

[[nodiscard]] bool meets(const distance::Probe& line, const PlacedMesh& mesh);

}  // namespace graze::query
