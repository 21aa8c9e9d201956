#pragma once
/// The body of may_meet_within, compiled once for each instruction set.

#include "tree/walk/turn_spread_kernel.h"
#include "tree/walk/window_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

/// Of bounds that only have to be large enough: covers the dozen roundings behind them. No unit.
/// WindowView.NeverCallsBoxesApartThatMeetWithinTheWindow
inline constexpr float bound_up = 1 + 0x1p-18F;

/// How the boxes of one pair move against each other, lane by lane.
struct WindowLanes {
  Float8 shift[3], bend[3];  ///< of the centre that moves, along the axes of the frame
  Float8 most, rest, flat;
  Float8 sizes;  ///< sum of the terms that shift, bend and spread are computed from
};

/// Collects the lanes that some axis separates throughout the window.
template <bool one_moves, bool has_flat>
struct FreeWithin {
  const sat::BoxPair<Float8>& boxes;
  const Float8 (&shift)[3];  ///< along the axes of the one box
  const Float8 (&bend)[3];
  const Float8 (&across)[2][3];  ///< likewise; with has_flat, as flat
  TurnSpread<one_moves, !one_moves> spread;
  Float8 slack, most, rest, flat;
  unsigned live;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    const Float8 gap = abs(axis.along(boxes.translation)) - (axis.reach() + slack);
    const Float8 linear = abs(axis.along(shift));
    if (((gap > linear).bits() & live) == 0) return false;
    Float8 third = rest;
    if constexpr (has_flat) third = rest + flat * smaller(abs(axis.along(across[0])) + abs(axis.along(across[1])), Float8(1));
    const Float8 second = smaller(most, abs(axis.along(bend)) + third);
    live &= ~(gap > linear + (spread.along(axis) + second)).bits();
    return live == 0;
  }
};

GRAZE_FORCE_INLINE void cross(const float (&w)[3], const Float8 (&c)[3], Float8 (&to)[3]) {
  to[0] = Float8(w[1]) * c[2] - Float8(w[2]) * c[1];
  to[1] = Float8(w[2]) * c[0] - Float8(w[0]) * c[2];
  to[2] = Float8(w[0]) * c[1] - Float8(w[1]) * c[0];
}

GRAZE_FORCE_INLINE WindowLanes of_the_one(const WindowBox& one) {
  WindowLanes lanes;
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    lanes.shift[k] = Float8(one.shift[k]);
    lanes.bend[k] = Float8(one.bend[k]);
  }
  lanes.most = Float8(one.most);
  lanes.rest = Float8(one.rest);
  lanes.flat = Float8(one.flat);
  lanes.sizes = Float8(sum_of_sizes(one.shift) + sum_of_sizes(one.bend) + one.flat);
  return lanes;
}

/// a = a_o + alpha x arm + w x (w x arm), each times h^2/2; half of (h w) x ((h w) x arm).
GRAZE_FORCE_INLINE WindowLanes of_the_eight(const WindowFrame& frame, const sat::EightBoxes& eight,
                                            const sat::BoxPair<Float8>& boxes) {
  WindowLanes lanes;
  Float8 arm[3], turned[3], twice[3], bent[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) arm[k] = Float8::load(eight.center[k]) - Float8(frame.reference[k]);
  cross(frame.turn, arm, turned);
  cross(frame.turn, turned, twice);
  cross(frame.bend_turn, arm, bent);
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    lanes.shift[k] = turned[k] + Float8(frame.shift[k]);
    lanes.bend[k] = (bent[k] + Float8(0.5F) * twice[k]) + Float8(frame.bend[k]);
  }
  const Float8 half = norm_of(boxes.half_b[0], boxes.half_b[1], boxes.half_b[2]);
  const Float8 reach = norm_of(arm[0], arm[1], arm[2]) + half;
  lanes.most = (Float8(frame.most[0]) + Float8(frame.most[1]) * reach) * Float8(bound_up);
  lanes.rest = (Float8(frame.spread) * half + (Float8(frame.rest[0]) + Float8(frame.rest[1]) * reach)) * Float8(bound_up);
  lanes.flat = (Float8(frame.flat_spread) * half + (Float8(frame.flat[0]) + Float8(frame.flat[1]) * reach)) * Float8(bound_up);
  const float turn = sum_of_sizes(frame.turn);
  lanes.sizes = lanes.flat + Float8(sum_of_sizes(frame.shift) + sum_of_sizes(frame.bend)) +
                Float8(turn + turn * turn + sum_of_sizes(frame.bend_turn)) *
                    (abs(Float8::load(eight.center[0])) + abs(Float8::load(eight.center[1])) + abs(Float8::load(eight.center[2])) +
                     Float8(sum_of_sizes(frame.reference)));
  return lanes;
}

GRAZE_FORCE_INLINE void set_across(const float (&of_frame)[2][3], const sat::OneBox& one, Float8 (&across)[2][3]) {
#pragma GCC unroll 2
  for (int j = 0; j < 2; ++j) {
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      const auto& a = one.axes[k];
      across[j][k] = Float8(a[0] * of_frame[j][0] + a[1] * of_frame[j][1] + a[2] * of_frame[j][2]);
    }
  }
}

template <bool one_moves, bool has_flat>
unsigned may_meet_within_of(const WindowBox& one, const WindowFrame& frame, const sat::EightBoxes& eight,
                            const sat::LaneMargin& margin) {
  using sat::GRAZE_SIMD_TARGET::dot;
  const sat::BoxPair<Float8> boxes = sat::GRAZE_SIMD_TARGET::box_pairs(one.box, eight);
  WindowLanes lanes;
  if constexpr (one_moves)
    lanes = of_the_one(one);
  else
    lanes = of_the_eight(frame, eight, boxes);
  const auto& axes = one.box.axes;
  const Float8 shift[3] = {dot(axes[0], lanes.shift), dot(axes[1], lanes.shift), dot(axes[2], lanes.shift)};
  const Float8 bend[3] = {dot(axes[0], lanes.bend), dot(axes[1], lanes.bend), dot(axes[2], lanes.bend)};
  Float8 across[2][3];
  if constexpr (has_flat) set_across(frame.across, one.box, across);
  TurnAlong turn;
  set_along(frame.turn, one.box, eight, turn);
  const Float8(&half)[3] = one_moves ? boxes.half_a : boxes.half_b;
  const Float8 sizes = lanes.sizes + Float8(sum_of_sizes(frame.turn)) * (half[0] + half[1] + half[2]);
  FreeWithin<one_moves, has_flat> visit{
      .boxes = boxes,
      .shift = shift,
      .bend = bend,
      .across = across,
      .spread = {boxes, turn, turn},
      .slack = sat::GRAZE_SIMD_TARGET::slack(margin, boxes) + Float8(frame.motion_relative) * sizes,
      .most = lanes.most,
      .rest = lanes.rest,
      .flat = lanes.flat,
      .live = (boxes.half_b[0] + boxes.half_b[1] + boxes.half_b[2] > Float8(-1)).bits()};
  Float8 abs_rotation[3][3];
  if (!sat::any_face_axis(boxes, abs_rotation, visit)) sat::any_edge_axis(boxes, abs_rotation, visit);
  return visit.live;
}

GRAZE_FORCE_INLINE unsigned may_meet_within_lanes(const WindowBox& one, const WindowFrame& frame, const sat::EightBoxes& eight,
                                                  const sat::LaneMargin& margin) {
  if (frame.has_flat)
    return frame.eight_move ? may_meet_within_of<false, true>(one, frame, eight, margin)
                            : may_meet_within_of<true, true>(one, frame, eight, margin);
  return frame.eight_move ? may_meet_within_of<false, false>(one, frame, eight, margin)
                          : may_meet_within_of<true, false>(one, frame, eight, margin);
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
