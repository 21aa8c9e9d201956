#pragma once
/// The body of free_times, compiled once for each instruction set.

#include <limits>

#include "tree/walk/turn_spread_kernel.h"
#include "tree/walk/turning_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

/// Ten roundings behind a root, of sums of positive numbers only, are below 16 u. No unit.
/// TurningView.NeverExceedsTheTrueFreeTime
inline constexpr float root_down = 1 - 16 * 0x1p-24F;

/// What turn x centre + origin_speed may lose where the two cancel: 8 u of |turn| |centre|_1, rounded up. No unit.
/// TurningView.NeverExceedsTheTrueFreeTime
inline constexpr float cancelled = 0x1p-18F;

/// The angular velocity of one body, and what bounds the curvature of its points' ways.
struct TurnLanes : TurnAlong {
  Float8 squared;    ///< |turn|^2
  Float8 slack;      ///< for |axis x turn|^2
  Float8 rim_speed;  ///< of the box of that body
};

GRAZE_FORCE_INLINE TurnLanes turn_lanes(const float (&turn)[3], const sat::OneBox& one, const sat::EightBoxes& eight, float sine,
                                        const Float8& rim_speed) {
  TurnLanes lanes;
  set_along(turn, one, eight, lanes);
  const float squared = turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2];
  lanes.squared = Float8(squared);
  lanes.slack = Float8(sine * squared);
  lanes.rim_speed = rim_speed;
  return lanes;
}

/// What one axis after the other tells about the free time. Every axis is worked out for all lanes: which of them separates what
/// differs from box to box, and a branch that is guessed wrongly costs as much as the axis.
template <bool one_turns, bool eight_turns>
struct FreeLanes {
  const sat::BoxPair<Float8>& boxes;
  const Float8 (&rate)[3];  ///< of the offset of the centres, along a's axes
  const TurnLanes& one;
  const TurnLanes& eight;
  TurnSpread<one_turns, eight_turns> spread;  ///< how fast turning can make the boxes reach farther
  Float8 slack, rate_slack, curvature_factor;
  Float8 free;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    const Float8 offset = axis.along(boxes.translation);
    const Float8 gap = abs(offset) - (axis.reach() + slack);
    const Float8 linear = times_sign(axis.along(rate), offset) - (spread.along(axis) + rate_slack);
    const Float8 curvature = curvature_along(axis);
    const Float8 root = sqrt(linear * linear + (gap + gap) * curvature) + abs(linear);
    // Each of the two forms of a root of a parabola cancels where the other one does not.
    const Mask8 opens = linear > Float8(0);
    const Float8 time = chosen(opens, root, gap + gap) / chosen(opens, curvature, root);
    free = larger(free, chosen(gap > Float8(0), time * Float8(root_down), Float8(0)));
    return false;
  }

  template <class Axis>
  GRAZE_FORCE_INLINE Float8 curvature_along(const Axis& axis) const {
    Float8 sum(0);
    if constexpr (one_turns) sum = sum + sine_times_speed(axis, one) * one.rim_speed;
    if constexpr (eight_turns) sum = sum + sine_times_speed(axis, eight) * eight.rim_speed;
    return curvature_factor * sum + Float8(std::numeric_limits<float>::min());
  }
  /// |axis x turn|
  template <class Axis>
  GRAZE_FORCE_INLINE Float8 sine_times_speed(const Axis& axis, const TurnLanes& turn) const {
    return sqrt(larger(Float8(0), squared_sine(axis, turn)) + turn.slack);
  }
  template <int I>
  GRAZE_FORCE_INLINE Float8 squared_sine(const sat::FaceAxisOfA<I, Float8>&, const TurnLanes& turn) const {
    return turn.squared - turn.along_a[I] * turn.along_a[I];
  }
  template <int J>
  GRAZE_FORCE_INLINE Float8 squared_sine(const sat::FaceAxisOfB<J, Float8>&, const TurnLanes& turn) const {
    return turn.squared - turn.along_b[J] * turn.along_b[J];
  }
  template <int I, int J>
  GRAZE_FORCE_INLINE Float8 squared_sine(const sat::EdgeAxis<I, J, Float8>&, const TurnLanes& turn) const {
    const Float8 &a = turn.along_a[I], &b = turn.along_b[J];
    return (a * a + b * b) - (a + a) * b * boxes.rotation[I][J];
  }
};

/// How the centres of the eight move.
struct CenterMotion {
  Float8 turned[3];  ///< turn x centre
  Float8 size;       ///< |centre|_1
};

GRAZE_FORCE_INLINE CenterMotion center_motion(const TurningFrame& frame, const sat::EightBoxes& eight) {
  const Float8 c[3] = {Float8::load(eight.center[0]), Float8::load(eight.center[1]), Float8::load(eight.center[2])};
  const Float8 w[3] = {Float8(frame.turn[0]), Float8(frame.turn[1]), Float8(frame.turn[2])};
  return {{w[1] * c[2] - w[2] * c[1], w[2] * c[0] - w[0] * c[2], w[0] * c[1] - w[1] * c[0]}, abs(c[0]) + abs(c[1]) + abs(c[2])};
}

GRAZE_FORCE_INLINE Float8 rim_speed_of(const TurningFrame& frame, const CenterMotion& center, const Float8 (&half)[3]) {
  const Float8 of_center =
      norm_of(center.turned[0] + Float8(frame.origin_speed[0]), center.turned[1] + Float8(frame.origin_speed[1]),
              center.turned[2] + Float8(frame.origin_speed[2]));
  return of_center + Float8(frame.speed) * (norm_of(half[0], half[1], half[2]) + Float8(cancelled) * center.size);
}

/// Room for `rate`, by the derivation of TurningMargin.
template <bool eight_turns>
GRAZE_FORCE_INLINE Float8 rate_slack(const MovingBox& one, const TurningFrame& frame, const CenterMotion& center,
                                     const Float8& sum_half_b, const TurningMargin& margin) {
  Float8 speeds(sum_of_sizes(one.velocity) + sum_of_sizes(one.turn) * sum_of_sizes(one.box.half_extents));
  if constexpr (eight_turns) speeds = speeds + Float8(sum_of_sizes(frame.turn)) * (center.size + sum_half_b);
  return Float8(margin.rate_relative) * speeds + Float8(margin.rate_absolute);
}

template <bool one_turns, bool eight_turns>
unsigned free_times_of(const MovingBox& one, const TurningFrame& frame, const sat::EightBoxes& eight, const TurningMargin& margin,
                       float horizon, float (&free)[8]) {
  using sat::GRAZE_SIMD_TARGET::dot;
  const sat::BoxPair<Float8> boxes = sat::GRAZE_SIMD_TARGET::box_pairs(one.box, eight);
  const Float8 sum_half_b = boxes.half_b[0] + boxes.half_b[1] + boxes.half_b[2];
  const CenterMotion center = center_motion(frame, eight);
  Float8 motion[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) motion[k] = (eight_turns ? center.turned[k] : Float8(0)) - Float8(one.velocity[k]);
  const Float8 rate[3] = {dot(one.box.axes[0], motion), dot(one.box.axes[1], motion), dot(one.box.axes[2], motion)};
  TurnLanes turn_a, turn_b;
  if constexpr (one_turns) turn_a = turn_lanes(one.turn, one.box, eight, margin.sine, Float8(one.rim_speed));
  if constexpr (eight_turns)
    turn_b = turn_lanes(frame.turn, one.box, eight, margin.sine, rim_speed_of(frame, center, boxes.half_b));
  FreeLanes<one_turns, eight_turns> lanes{.boxes = boxes,
                                          .rate = rate,
                                          .one = turn_a,
                                          .eight = turn_b,
                                          .spread = {boxes, turn_a, turn_b},
                                          .slack = sat::GRAZE_SIMD_TARGET::slack(margin.gap, boxes),
                                          .rate_slack = rate_slack<eight_turns>(one, frame, center, sum_half_b, margin),
                                          .curvature_factor = Float8(margin.curvature),
                                          .free = Float8(0)};
  Float8 abs_rotation[3][3];
  sat::any_face_axis(boxes, abs_rotation, lanes);
  const unsigned boxes_there = (sum_half_b > Float8(-1)).bits();
  const auto left = [&] { return boxes_there & ~(lanes.free > Float8(horizon)).bits(); };
  if (left() != 0) sat::any_edge_axis(boxes, abs_rotation, lanes);
  lanes.free.store(free);
  return left();
}

GRAZE_FORCE_INLINE unsigned free_times_lanes(const MovingBox& one, const TurningFrame& frame, const sat::EightBoxes& eight,
                                             const TurningMargin& margin, float horizon, float (&free)[8]) {
  if (one.rim_speed > 0) {
    return frame.speed > 0 ? free_times_of<true, true>(one, frame, eight, margin, horizon, free)
                           : free_times_of<true, false>(one, frame, eight, margin, horizon, free);
  }
  return frame.speed > 0 ? free_times_of<false, true>(one, frame, eight, margin, horizon, free)
                         : free_times_of<false, false>(one, frame, eight, margin, horizon, free);
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
