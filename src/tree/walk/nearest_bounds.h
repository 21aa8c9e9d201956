#pragma once
/// Lower bounds of distances between boxes, in double: for bodies whose positions or sizes single precision cannot hold, and as the
/// simple reference for nearest_lanes.h.

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::tree {

/// Contains the image of the box under the pose, in exact arithmetic.
[[nodiscard]] Obb placed_outward(const Obb& box, const Pose& pose);

/// Not above the exact distance of the point from the box, and close to it.
[[nodiscard]] double distance_bound(const Obb& box, const Vec3& point);

/// Not above the exact distance of the boxes: the lengths of the vectors of gaps along the faces of either box, and the gap along
/// the line between points found by projecting to and fro.
[[nodiscard]] double distance_bound(const Obb& a, const Obb& b);

}  // namespace graze::tree
