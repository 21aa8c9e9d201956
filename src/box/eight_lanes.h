#pragma once
/// One oriented box against eight in single precision, for wide trees: "apart" is certain, "may meet" may be a near miss.

#include <cstdint>

#include "box/margin.h"

namespace graze::sat {

/// Eight boxes in one frame, lane by lane. Each means the parallelepiped of its stored numbers, as Obb does.
struct alignas(32) EightBoxes {
  float center[3][8];
  float axes[3][3][8];  ///< [j][k]: component k of axis j
  float half_extents[3][8];
};

/// One box in the frame of the eight, its numbers rounded once from double.
struct OneBox {
  float center[3];
  float axes[3][3];  ///< [i][k]: component k of axis i
  float half_extents[3];
};

/// The margin along any axis: relative * (sum of six half extents) + offset * |offset of the centres|_1 + absolute.
/// In units of u = 2^-24, by the derivation of margin.h with u in place of double's: stored axes have a defect of 2 u each,
/// the composed rotation an error of u for rounding the one box and 3 u for the products, its evaluation 5 u; so 6*4 + 3*4 + 8.
/// The offset is off by u |center of the one box|_1, and per unit of its own length by u (difference), u (axes), 3 u (products).
struct LaneMargin {
  float relative = 0;
  float offset = 0;
  float absolute = 0;  ///< length, in the frame of the eight
};

/// `exact` is the margin that double composition of the two placements would need (it covers sheared poses and the rounding of the
/// placement), with boxes of no defect; `reach` bounds |x|+|y|+|z| of the centre of the one box.
[[nodiscard]] LaneMargin lane_margin_of(const PairMargin& exact, double reach);

/// Bit k is set unless box k of the eight is certainly apart from the one. All variants answer alike.
using MayOverlapEight = unsigned (*)(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin);

/// How the eight move relative to the one, in their own frame. To be scaled by the caller so that the largest component is near 1.
struct LaneMotion {
  float velocity[3];  ///< length in a unit of time
  float t_max;        ///< finite
};

/// What rounding may do to a velocity, in single precision and along any axis: this times its |x|+|y|+|z|, per unit of time.
/// Multiplied by the time the motion can last, it belongs into the absolute margin. By the derivation of LaneMargin: 2 * (1 + 1 +
/// 3) u for composing, 4 u for evaluating components whose sum may be sqrt(3) times longer; the last u is for what underflows.
inline constexpr double lane_speed_error = (2 * (1 + 1 + 3) + 7 + 1) * 0x1p-24;

/// Bit k is set unless box k certainly stays apart from the one during [0, t_max]; then enter[k] is not after the first contact.
/// [Levine00] Intersects, over the axes, the times with |p + t q| <= reach + margin.
using MayOverlapEightDuring = unsigned (*)(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin,
                                           const LaneMotion& motion, float (&enter)[8]);

}  // namespace graze::sat
