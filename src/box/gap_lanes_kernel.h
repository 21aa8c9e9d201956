#pragma once
/// The body of widest_gaps where there are registers of four doubles: the axes of axes_rows_kernel.h, three at a time.

#include <limits>

#include "box/axes_rows_kernel.h"
#include "box/gap_lanes.h"
#include "simd/double_pair.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

struct WidestSeen {
  const double (&offset)[3];
  Row wide;
  Row widest = all(-std::numeric_limits<double>::infinity());

  template <class Axes>
  GRAZE_FORCE_INLINE void operator()(const Axes& axes) {
    widest = larger(abs(axes.along(offset)) - axes.reach(), widest);
  }
  GRAZE_FORCE_INLINE bool is_done() const { return any_of_three(widest > wide); }
};

/// In registers of two: of scalars g++ may make branches, which no processor can foresee.
GRAZE_FORCE_INLINE double largest_of_three(Row r) {
  const simd::Two low{r[0], r[1]}, high{r[2], r[3]};
  return simd::larger(simd::larger(low, simd::swapped(low)), high)[0];
}

GRAZE_FORCE_INLINE distance::BoxGaps widest_gaps_lanes(const distance::BoxNumbers& a, const distance::BoxNumbers& b,
                                                       const Vector3<double>& offset, double wide) {
  const double* x = b.axes;
  const Row in_a[3] = {{x[0], x[3], x[6], offset.x}, {x[1], x[4], x[7], offset.y}, {x[2], x[5], x[8], offset.z}};
  const RowPair boxes([&](std::size_t i) { return a.axes + 3 * i; }, in_a, a.half, b.half);
  const double in_frame[3] = {boxes.offset(0), boxes.offset(1), boxes.offset(2)};
  WidestSeen seen{in_frame, all(wide)};
  const bool is_done = sees_enough_of_faces(boxes, seen);
  const double of_faces = largest_of_three(seen.widest);
  if (is_done) return {of_faces, of_faces};
  see_edges(boxes, seen);
  return {of_faces, largest_of_three(seen.widest)};
}

/// The three rotations are one product of matrices after the other, a row at a time.
GRAZE_FORCE_INLINE bool have_gap_lanes(const distance::TurnedBox& a, const distance::TurnedBox& b, const Vector3<double>& offset,
                                       double wide) {
  const double *x = b.box.axes, *of_a = a.rotation, *of_b = b.rotation;
  const Row axes[3] = {{x[0], x[3], x[6], 0}, {x[1], x[4], x[7], 0}, {x[2], x[5], x[8], 0}};
  Row turned[3] = {{0, 0, 0, offset.x}, {0, 0, 0, offset.y}, {0, 0, 0, offset.z}}, in_a[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) turned[k] += all(of_b[k]) * axes[0] + all(of_b[3 + k]) * axes[1] + all(of_b[6 + k]) * axes[2];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k)
    in_a[k] = all(of_a[3 * k]) * turned[0] + all(of_a[3 * k + 1]) * turned[1] + all(of_a[3 * k + 2]) * turned[2];
  const RowPair boxes([&](std::size_t i) { return a.box.axes + 3 * i; }, in_a, a.box.half, b.box.half);
  const double in_frame[3] = {boxes.offset(0), boxes.offset(1), boxes.offset(2)};
  WidestSeen seen{in_frame, all(wide)};
  if (sees_enough_of_faces(boxes, seen)) return true;
  see_edges(boxes, seen);
  return seen.is_done();
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
