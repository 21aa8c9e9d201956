#pragma once
/// Closest points and overlaps of points, segments, spheres, capsules and boxes for those who know which of them they have: the
/// same answers, to the last bit, as those of the general questions, without asking what the bodies are.
///
/// The shapes must be valid: validate() of shapes/validate.h says so.

#include <concepts>

#include <graze/answers.h>
#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

/// The sums of a point, a segment or a box, and a ball.
template <class Shape>
concept SimpleShape = std::same_as<Shape, Point> || std::same_as<Shape, Segment> || std::same_as<Shape, Sphere> ||
                      std::same_as<Shape, Capsule> || std::same_as<Shape, Aabb> || std::same_as<Shape, Obb>;

/// The shortest distance of shapes in world coordinates and points that are that far apart, as rounded_closest.h promises.
template <SimpleShape A, SimpleShape B>
[[nodiscard]] GRAZE_API Closest closest_points(const A& a, const B& b);

/// Do the closed sets meet?
template <SimpleShape A, SimpleShape B>
[[nodiscard]] GRAZE_API bool overlap(const A& a, const B& b);

}  // namespace graze
