#pragma once
/// How long eight boxes of a wide tree certainly stay apart from one box while both bodies move and turn, in single precision:
/// never longer than the truth, perhaps a little less.
///
/// Fix a direction n in space. Points of a body that turns with w at a distance of at most r from its axis have n.x'' of at most
/// |w| |n x w| r, always, so along any axis that separates the boxes now the gap stays above  g + lin s - K s^2 / 2,  with g the
/// gap, lin the rate of the centres less what turning adds to the reach of the boxes, and K the sum over both bodies. The first
/// root of that parabola is a free time; the longest of fifteen axes counts. [Mirtich96] knows the linear bound, which stalls near
/// contact.

#include "box/eight_lanes.h"

namespace graze::tree {

/// One moving box in the frame of the eight, which is the frame of their body at one moment. Lengths in the units of that frame,
/// time in ticks.
struct MovingBox {
  sat::OneBox box;
  float velocity[3] = {0, 0, 0};  ///< of its centre, less that of the origin of the eight
  float turn[3] = {0, 0, 0};      ///< angular velocity of its body
  float rim_speed = 0;            ///< bounds |turn x (point - axis)| over its points; 0 only when its body does not turn
};

/// How the eight move, beyond what velocity they share with their origin.
struct TurningFrame {
  float turn[3] = {0, 0, 0};
  float origin_speed[3] = {0, 0, 0};  ///< turn x (origin - axis)
  float speed = 0;                    ///< |turn|, rounded up; 0 only when their body does not turn
};

/// Of K, which only has to be large enough: 2^-10 covers its dozen roundings and poses whose axes are sheared up to the limit of
/// validation. No unit. TurningView.NeverExceedsTheTrueFreeTime
inline constexpr float curvature_up = 1 + 0x1p-10F;

/// Room for roundings, all upward.
struct TurningMargin {
  sat::LaneMargin gap;
  /// The rate along an axis is off by this times (|velocity of the one|_1 + |turn|_1 (|centre|_1 + sum of half extents) over both
  /// boxes). No unit.
  float rate_relative = 0;
  float rate_absolute = 0;         ///< length in a tick; not 0, so that no rate but only a bound of it vanishes
  float sine = 0;                  ///< what |axis x turn|^2 may be off by, over |turn|^2. No unit.
  float curvature = curvature_up;  ///< times K; 0 for points that keep their velocities. No unit.
};

/// Bit k is set unless box k certainly stays apart from the one for the `horizon` (ticks, may be infinite) or is an empty slot.
/// For lanes whose bit is set, free[k] >= 0 is a time for which they certainly stay apart.
using FreeTimes = unsigned (*)(const MovingBox& one, const TurningFrame& frame, const sat::EightBoxes& eight,
                               const TurningMargin& margin, float horizon, float (&free)[8]);

}  // namespace graze::tree
