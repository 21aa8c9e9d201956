#pragma once
/// Fronts and backs of bodies, for lines that ignore backs.

#include <graze/geometry.h>

#include "ray/convex.h"

namespace graze::query {

/// Solids, surfaces, polygons and planes have one; points, lines and clouds of points do not.
[[nodiscard]] bool has_front(const Body& body);

/// Triangles, polygons and planes of space: flat, with a normal by the order of their corners.
[[nodiscard]] bool is_one_sided(const Body& body);

/// Whether the line comes to such a body from behind or runs along its plane, exactly. False of other bodies.
[[nodiscard]] bool shows_back(const distance::Probe& line, const Body& body);

}  // namespace graze::query
