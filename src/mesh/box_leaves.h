#pragma once
/// Two meshes of which one has leaves that answer by their boxes: questions about sets that hold the meshes, so that contact may be
/// reported where only boxes meet, and is never missed. [Eberly00 §1, §7]

#include <cstdint>
#include <optional>

#include <graze/geometry.h>

#include "mesh/overlap.h"

namespace graze::query {

/// What a question about two meshes looks at. Depth and closest approach are about triangles whatever the trees.
enum class Leaves : std::uint8_t { as_built, as_triangles };

/// Whether these functions are to answer.
[[nodiscard]] inline bool has_box_leaves(const Body& a, const Body& b) {
  return a.geometry.has_box_leaves() || b.geometry.has_box_leaves();
}

/// Do the parts meet, boxes and single triangles? Exact about these.
[[nodiscard]] bool leaves_meet(const PlacedMesh& a, const PlacedMesh& b);

/// When any two parts first meet: Certainty::bound, because the meshes do so then or later. The features name triangles where the
/// parts are some.
[[nodiscard]] std::optional<Impact> first_contact_of_leaves(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options);

}  // namespace graze::query
