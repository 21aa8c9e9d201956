#pragma once
/// The body of may_overlap_eight, compiled once for each instruction set.

#include "box/axes.h"
#include "box/eight_lanes.h"
#include "simd/lanes.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::Mask8;

/// The arrays of a box may be longer than three.
template <std::size_t n>
GRAZE_FORCE_INLINE Float8 dot(const float (&a)[n], const Float8 (&b)[3]) {
  return Float8(a[0]) * b[0] + Float8(a[1]) * b[1] + Float8(a[2]) * b[2];
}

/// One is a OneBox or has what it has.
template <class One>
GRAZE_FORCE_INLINE BoxPair<Float8> box_pairs(const One& one, const EightBoxes& eight) {
  BoxPair<Float8> pair;
  Float8 offset[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    offset[k] = Float8::load(eight.center[k]) - Float8(one.center[k]);
    pair.half_a[k] = Float8(one.half_extents[k]);
    pair.half_b[k] = Float8::load(eight.half_extents[k]);
  }
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) pair.translation[i] = dot(one.axes[i], offset);
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const Float8 axis[3] = {Float8::load(eight.axes[j][0]), Float8::load(eight.axes[j][1]), Float8::load(eight.axes[j][2])};
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) pair.rotation[i][j] = dot(one.axes[i], axis);
  }
  return pair;
}

GRAZE_FORCE_INLINE Float8 slack(const LaneMargin& margin, const BoxPair<Float8>& pair) {
  const Float8 size = (pair.half_a[0] + pair.half_a[1] + pair.half_a[2]) + (pair.half_b[0] + pair.half_b[1] + pair.half_b[2]);
  const Float8 offset = abs(pair.translation[0]) + abs(pair.translation[1]) + abs(pair.translation[2]);
  return Float8(margin.relative) * size + Float8(margin.offset) * offset + Float8(margin.absolute);
}

/// Collects the lanes that some axis separates; never stops by itself, all lanes share every axis.
struct GapLanes {
  const BoxPair<Float8>& boxes;
  const Float8& margin;
  Mask8 apart;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    apart = apart | (abs(axis.along(boxes.translation)) > axis.reach() + margin);
    return false;
  }
};

/// The faces separate nine of ten pairs that anything separates, so one look at the mask before the edges pays.
GRAZE_FORCE_INLINE unsigned may_overlap_pairs(const BoxPair<Float8>& boxes, const LaneMargin& margin) {
  constexpr unsigned all = 0xff;
  const Float8 lane_slack = slack(margin, boxes);
  Float8 abs_rotation[3][3];
  GapLanes gaps{boxes, lane_slack, Mask8{}};
  any_face_axis(boxes, abs_rotation, gaps);
  if (gaps.apart.bits() == all) return 0;
  any_edge_axis(boxes, abs_rotation, gaps);
  return ~gaps.apart.bits() & all;
}

GRAZE_FORCE_INLINE unsigned may_overlap_eight_lanes(const OneBox& one, const EightBoxes& eight, const LaneMargin& margin) {
  return may_overlap_pairs(box_pairs(one, eight), margin);
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
