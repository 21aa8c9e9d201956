#pragma once
/// Closest points and overlaps of points, segments, spheres, capsules and boxes for those who know which of them they have: the
/// same answers, to the last bit, as those of the general questions, without asking what the bodies are.
///
/// The shapes must be valid: validate() says so.

#include <graze/answers.h>
#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

/// The shortest distance of shapes in world coordinates and points that are that far apart, as right as those of distance.h.
template <SimpleShape A, SimpleShape B>
[[nodiscard]] GRAZE_API Closest closest_points(const A& a, const B& b);

/// Do the closed sets meet?
template <SimpleShape A, SimpleShape B>
[[nodiscard]] GRAZE_API bool overlap(const A& a, const B& b);

}  // namespace graze
