#pragma once
/// The oriented box of least volume.

#include <span>

#include <graze/shapes.h>

namespace graze {

/// The volume exceeds the least possible one by rounding only: 2^-36 of it, or of thin boxes what a few units in the last place of
/// the coordinates are worth. Does not depend on the order of the points and contains them in exact arithmetic. Points of a
/// plane get the rectangle of least area, without thickness where the numbers allow it; points of a line a box around the segment.
/// Any finite points, at least one. Time is about n^1.5 in the edges of the hull: seconds for 5000 vertices.
///
/// Two neighbouring faces of the least box each hold an edge of the hull [ORourke85]. All pairs of edges that can do so are tried,
/// which are few because the arcs of their normals must hold two directions at a right angle [Jylanki15]; but each pair gives a
/// family of boxes, whose least one we bracket by bounds instead of assuming that it touches a third edge, as the latter does. The
/// same bounds over cones and fans of normals leave most pairs untried.
[[nodiscard]] Obb fit_min_volume(std::span<const Vec3> points);

}  // namespace graze
