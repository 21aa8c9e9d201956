#pragma once
/// What is right, in numbers of 64 bits of mantissa and in rational ones; nothing of it is the library's.

#include <optional>

#include <oracle/rational.h>

#include "accuracy.h"

namespace graze::bench {

using Real = long double;

/// Of a point from a box, ball, capsule, cylinder or cone; 0 inside.
[[nodiscard]] Real distance_of_point(const Vec3& world, const HardShape& shape, const Pose& pose);

/// The least of distance_of_point() between two ends: it is convex along the line.
[[nodiscard]] Real distance_of_segment(const Vec3& from, const Vec3& to, const HardShape& shape, const Pose& pose);

/// The least translation that parts two boxes that meet: over their fifteen axes.
[[nodiscard]] Real depth_of_boxes(const HardCase& c);

/// Where the segment enters a box or cylinder, 0 to 1, and how much of it is inside.
struct Chord {
  Real enters, length;
};
[[nodiscard]] std::optional<Chord> chord_in(const Vec3& from, const Vec3& to, const HardShape& shape, const Pose& pose);

/// Whether convex bodies meet, or b hits a on its way, as the numbers of their corners mean it.
[[nodiscard]] bool meet_exactly(const HardCase& c);
[[nodiscard]] bool hit_exactly(const HardCase& c);

}  // namespace graze::bench
