#pragma once
/// How far eight boxes of a wide tree are at least, in single precision: never more than the truth, perhaps a little less.
///
/// All bounds are squared, so that no root has to be taken, and in the units of the tree. An empty slot is infinitely far. The
/// numbers must stay below 2^60, so that squares do not overflow; callers ask a double-precision tree otherwise.

#include "box/eight_lanes.h"

namespace graze::tree {

/// A point in the frame of the eight, rounded from double.
struct LanePoint {
  float p[3];
  float absolute;  ///< bounds the distance between p and the point meant, length
};

/// The distance of a point v from c + A x, |x_i| <= h_i, is at least |max(0, |Aᵀ(v - c)| - h - slack)| / |A|: with u = 2^-24,
/// stored axes are orthonormal up to 4 u, so AᵀA x exceeds h by at most 4 u sum(h); the offset and its three products are rounded
/// by 5 u of |offset|_1, the subtraction by u of both. Nearest.LanesNeverExceedTheExactDistance
inline constexpr float point_slack = 16 * 0x1p-24F;

/// What norms of three such numbers and the axes' own lengths may add to a squared length: (1 + 6 u)^2 and six roundings, rounded
/// up. No unit. Nearest.LanesNeverExceedTheExactDistance
inline constexpr float squared_shrink = 1 - 64 * 0x1p-24F;

/// Bit k is set where the bound of box k is below the limit.
using PointBounds = unsigned (*)(const LanePoint& point, const sat::EightBoxes& eight, float limit, float (&squared)[8]);

/// Further projections to and fro where one leaves open whether a box is nearer than the limit. Measured: of needles and of large
/// boxes against small ones, three take the line most of the way; answers do not depend on it.
inline constexpr int more_turns = 3;

/// The largest of three bounds: the gaps along the faces of the one box, squared and summed, the same of each other box, and the
/// gap along the line between points of the boxes found by projecting to and fro. [Gottschalk96] has single axes only, whose
/// largest gap falls far behind the distance. Any direction bounds, so rounding of the projections does no harm. One projection
/// must do for boxes that are certainly beyond the limit then, or nearer for certain; others are looked at more closely.
using BoxBounds = void (*)(const sat::OneBox& one, const sat::EightBoxes& eight, const sat::LaneMargin& margin, float limit,
                           float (&squared)[8]);

}  // namespace graze::tree
