#pragma once
/// The bodies of point_bounds and box_bounds, compiled once for each instruction set.

#include "box/eight_lanes_kernel.h"
#include "simd/lanes.h"
#include "tree/walk/nearest_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;

GRAZE_FORCE_INLINE Float8 positive(const Float8& x) { return larger(Float8(0.0F), x); }

GRAZE_FORCE_INLINE Float8 clamped(const Float8& x, const Float8& half) { return times_sign(positive(smaller(half, abs(x))), x); }

GRAZE_FORCE_INLINE unsigned point_bounds_lanes(const LanePoint& point, const sat::EightBoxes& eight, float limit,
                                               float (&squared)[8]) {
  Float8 offset[3], half[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    offset[k] = Float8::load(eight.center[k]) - Float8(point.p[k]);
    half[k] = Float8::load(eight.half_extents[k]);
  }
  const Float8 size = (abs(offset[0]) + abs(offset[1]) + abs(offset[2])) + (half[0] + half[1] + half[2]);
  const Float8 slack = Float8(point_slack) * size + Float8(point.absolute);
  Float8 sum(0.0F);
#pragma GCC unroll 3
  for (int j = 0; j < 3; ++j) {
    const Float8 along = Float8::load(eight.axes[j][0]) * offset[0] + Float8::load(eight.axes[j][1]) * offset[1] +
                         Float8::load(eight.axes[j][2]) * offset[2];
    const Float8 gap = positive(abs(along) - (half[j] + slack));
    sum = sum + gap * gap;
  }
  const Float8 bound = Float8(squared_shrink) * sum;
  bound.store(squared);
  return (Float8(limit) > bound).bits();
}

struct Reaches {
  Float8 a[3];  ///< of both boxes along the axes of a
  Float8 b[3];
};

GRAZE_FORCE_INLINE Reaches reaches_of(const sat::BoxPair<Float8>& boxes) {
  Reaches reach;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) reach.a[i] = boxes.half_a[i], reach.b[i] = boxes.half_b[i];
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      const Float8 size = abs(boxes.rotation[i][j]);
      reach.a[i] = reach.a[i] + size * boxes.half_b[j];
      reach.b[j] = reach.b[j] + size * boxes.half_a[i];
    }
  }
  return reach;
}

GRAZE_FORCE_INLINE Float8 along_column(const Float8 (&rotation)[3][3], int j, const Float8 (&v)[3]) {
  return rotation[0][j] * v[0] + rotation[1][j] * v[1] + rotation[2][j] * v[2];
}

GRAZE_FORCE_INLINE Float8 squared_face_gaps(const sat::BoxPair<Float8>& boxes, const Float8& slack) {
  const Reaches reach = reaches_of(boxes);
  Float8 sum_a(0.0F), sum_b(0.0F);
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const Float8 gap_a = positive(abs(boxes.translation[i]) - (reach.a[i] + slack));
    const Float8 gap_b = positive(abs(along_column(boxes.rotation, i, boxes.translation)) - (reach.b[i] + slack));
    sum_a = sum_a + gap_a * gap_a;
    sum_b = sum_b + gap_b * gap_b;
  }
  return larger(sum_a, sum_b);
}

/// Points of both boxes, in the axes of a, that come nearer to each other turn by turn.
struct NearPoints {
  Float8 on_b[3];  ///< seen from the centre of a
  Float8 line[3];  ///< from the one to the other

  /// The point of a nearest to that of b, then the point of b nearest to that.
  GRAZE_FORCE_INLINE void turn(const sat::BoxPair<Float8>& boxes) {
    Float8 from_a[3], of_b[3];
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) from_a[i] = boxes.translation[i] - clamped(on_b[i], boxes.half_a[i]);
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) of_b[j] = clamped(along_column(boxes.rotation, j, from_a), boxes.half_b[j]);
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      const Float8 back = boxes.rotation[i][0] * of_b[0] + boxes.rotation[i][1] * of_b[1] + boxes.rotation[i][2] * of_b[2];
      line[i] = from_a[i] - back;
      on_b[i] = boxes.translation[i] - back;
    }
  }
};

GRAZE_FORCE_INLINE Float8 squared_gap_along(const sat::BoxPair<Float8>& boxes, const Float8 (&line)[3], const Float8& slack) {
  Float8 between(0.0F), reach(0.0F), length(0.0F), squared_length(0.0F);
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    between = between + line[i] * boxes.translation[i];
    reach = reach + abs(line[i]) * boxes.half_a[i] + abs(along_column(boxes.rotation, i, line)) * boxes.half_b[i];
    length = length + abs(line[i]);
    squared_length = squared_length + line[i] * line[i];
  }
  const Float8 gap = positive(between - (reach + length * (slack + slack)));
  return gap * gap / squared_length;
}

GRAZE_FORCE_INLINE void box_bounds_lanes(const sat::OneBox& one, const sat::EightBoxes& eight, const sat::LaneMargin& margin,
                                         float limit, float (&squared)[8]) {
  const sat::BoxPair<Float8> boxes = sat::GRAZE_SIMD_TARGET::box_pairs(one, eight);
  const Float8 slack = sat::GRAZE_SIMD_TARGET::slack(margin, boxes);
  NearPoints points{{boxes.translation[0], boxes.translation[1], boxes.translation[2]}, {}};
  points.turn(boxes);
  const Float8 faces = squared_face_gaps(boxes, slack);
  Float8 bound = Float8(squared_shrink) * larger(faces, squared_gap_along(boxes, points.line, slack));
  const Float8(&line)[3] = points.line;
  const Float8 between = line[0] * line[0] + line[1] * line[1] + line[2] * line[2];
  const Float8 wanted(limit);
  if (((wanted > bound).bits() & (between > wanted).bits()) != 0) {
    for (int k = 0; k < more_turns; ++k) points.turn(boxes);
    bound = larger(bound, Float8(squared_shrink) * squared_gap_along(boxes, points.line, slack));
  }
  bound.store(squared);
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
