#pragma once
/// The body of may_overlap, compiled once for each instruction set: the fifteen axes of axes.h, three at a time.

#include "box/axes_rows_kernel.h"
#include "box/may_overlap.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

GRAZE_FORCE_INLINE RowPair row_pair(const Obb& a, const Obb& b, const RelativePose& b_in_a) {
  const double* m = b_in_a.rotation.data();
  Row in_b[3], in_a[3];
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) in_b[k] = Row{b.axes[0][k], b.axes[1][k], b.axes[2][k], b.center[k]};
#pragma GCC unroll 3
  for (int k = 0; k < 3; ++k) {
    in_a[k] =
        all(m[k]) * in_b[0] + all(m[3 + k]) * in_b[1] + all(m[6 + k]) * in_b[2] + Row{0, 0, 0, b_in_a.translation[k] - a.center[k]};
  }
  return {[&](std::size_t i) { return a.axes[i].data(); }, in_a, a.half_extents.data(), b.half_extents.data()};
}

GRAZE_FORCE_INLINE double slack(const PairMargin& margin, const RowPair& boxes) {
  const double *a = boxes.half_a, *b = boxes.half_b;
  return margin.relative * ((a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2])) + margin.absolute;
}

/// Is there a gap wider than the margin along any axis so far?
struct GapSeen {
  const double (&offset)[3];
  Row margin;
  RowBits apart{};

  template <class Axes>
  GRAZE_FORCE_INLINE void operator()(const Axes& axes) {
    apart |= abs(axes.along(offset)) > axes.reach() + margin;
  }
  GRAZE_FORCE_INLINE bool is_done() const { return any_of_three(apart); }
};

/// False as may_overlap is.
GRAZE_FORCE_INLINE bool may_overlap_lanes(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin) {
  const RowPair boxes = row_pair(a, b, b_in_a);
  const double offset[3] = {boxes.offset(0), boxes.offset(1), boxes.offset(2)};
  GapSeen seen{offset, all(slack(margin, boxes))};
  if (sees_enough_of_faces(boxes, seen)) return false;
  see_edges(boxes, seen);
  return !seen.is_done();
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
