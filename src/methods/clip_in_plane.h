#pragma once
/// Intersections of points, segments, convex polygons and discs of a plane, up to a length.

#include <optional>
#include <vector>

#include <graze/vec.h>

#include "numbers/kept_blocks.h"

namespace graze::query {

using PlaneCorners = KeptList<Vec2>;

/// A convex polygon, counter-clockwise, a segment or a point by its corners; or a disc; or the part of a disc in a polygon.
struct PlaneCut {
  PlaneCorners corners{};
  Vec2 center = Vec2::Zero();
  double radius = 0;   ///< 0 where it is no disc
  bool convex = true;  ///< false where the corners are those of the hull of what was joined
};

/// The corners of the hull of points, counter-clockwise; those nearer to each other, or to the line between their neighbours, than
/// `slack` count once.
[[nodiscard]] PlaneCorners convex_outline(PlaneCorners points, double slack);

/// Of two that are no parts of discs. Nothing where they have nothing in common, or where two discs cross.
[[nodiscard]] std::optional<PlaneCut> intersection_in_plane(const PlaneCut& a, const PlaneCut& b, double slack);

/// Pieces of one contact as one: those of most dimensions, by their hull. Nothing when there are none.
[[nodiscard]] std::optional<PlaneCut> joined_in_plane(const std::vector<PlaneCut>& pieces, double slack);

}  // namespace graze::query
