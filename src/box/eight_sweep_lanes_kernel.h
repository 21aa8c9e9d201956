#pragma once
/// The body of may_overlap_eight_during, compiled once for each instruction set.

#include <limits>

#include "box/eight_lanes_kernel.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

/// Narrows the times of all lanes, axis by axis; never stops by itself.
struct WindowLanes {
  const BoxPair<Float8>& boxes;
  const Float8 (&velocity)[3];  ///< of the eight relative to the one, along the one's axes
  const Float8& margin;
  Float8 enter, leave;

  /// A speed of zero, or one whose reciprocal overflows, turns gaps into infinite times and touching into NaN, which changes
  /// nothing.
  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    const Float8 speed = axis.along(velocity);
    const Float8 offset = times_sign(axis.along(boxes.translation), speed);
    const Float8 reach = axis.reach() + margin;
    const Float8 time_per_length = Float8(1) / abs(speed);
    enter = larger(enter, (Float8(0) - reach - offset) * time_per_length);
    leave = smaller(leave, (reach - offset) * time_per_length);
    return false;
  }

  GRAZE_FORCE_INLINE void round_outward() {
    // Half the distance from 1 to the next float; three roundings behind each time (sum, reciprocal, product) and one here.
    constexpr float u = 0x1p-24F;
    constexpr float slack = 8 * u, smallest = std::numeric_limits<float>::min();
    enter = larger(Float8(0), enter * Float8(1 - slack) - Float8(smallest));
    leave = leave * Float8(1 + slack) + Float8(smallest);
  }
};

GRAZE_FORCE_INLINE unsigned may_overlap_eight_during_lanes(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin,
                                                           const LaneMotion& motion, float (&enter)[8]) {
  constexpr unsigned all = 0xff;
  const BoxPair<Float8> boxes = box_pairs(one, eight);
  const Float8 lane_slack = slack(margin, boxes);
  const Float8 of_eight[3] = {Float8(motion.velocity[0]), Float8(motion.velocity[1]), Float8(motion.velocity[2])};
  const Float8 velocity[3] = {dot(one.axes[0], of_eight), dot(one.axes[1], of_eight), dot(one.axes[2], of_eight)};
  Float8 abs_rotation[3][3];
  WindowLanes window{boxes, velocity, lane_slack, Float8(0), Float8(motion.t_max)};
  any_face_axis(boxes, abs_rotation, window);
  WindowLanes after_faces = window;
  after_faces.round_outward();
  if ((after_faces.enter > after_faces.leave).bits() == all) return 0;
  any_edge_axis(boxes, abs_rotation, window);
  window.round_outward();
  window.enter.store(enter);
  return ~(window.enter > window.leave).bits() & all;
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
