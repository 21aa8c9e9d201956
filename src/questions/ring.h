#pragma once
/// Questions about two bodies of which one is a torus: which of the methods of the room `ring` answers, or that none does.

#include <graze/answers.h>
#include <graze/geometry.h>

#include "ray/convex.h"

namespace graze::query {

[[nodiscard]] bool is_ring(const Body& body);
[[nodiscard]] inline bool any_is_ring(const Body& a, const Body& b) { return is_ring(a) || is_ring(b); }

/// Of bodies that have been checked and of which at least one is a torus. Whether points and balls meet it or are inside is decided
/// exactly, everything else up to touching_gap of the bodies' size.
[[nodiscard]] Result<bool> ring_overlap(const Body& a, const Body& b);
[[nodiscard]] Result<Closest> ring_closest(const Body& a, const Body& b);
/// Any body in a torus, a torus in any other. Of polytopes and meshes, half-spaces and boxes up to touching_gap, of round bodies up
/// to sheet_slack, of their size.
[[nodiscard]] Result<bool> ring_contains(const Body& outer, const Body& inner);
/// Whether bodies that meet, and of which none contains the other, do not enter each other's inside, up to touching_gap.
[[nodiscard]] Result<bool> rings_only_touch(const Body& a, const Body& b);
/// Of a torus b, which need not have a hole.
[[nodiscard]] Raycast ring_raycast(const distance::Probe& line, const Body& b);

}  // namespace graze::query
