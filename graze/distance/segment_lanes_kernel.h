#pragma once
/// The body of fine_segment_way, compiled once for each instruction set.

#include <graze/distance/fine_rows.h>
#include <graze/distance/segment_lanes.h>

namespace graze::distance::GRAZE_SIMD_TARGET {

/// r + t f - s e with all roundings but those of roundings. [Ogita05]
GRAZE_FORCE_INLINE Vector3<double> fine_segment_way_lanes(const SegmentEnds& a, double s, const SegmentEnds& b, double t) {
  const RowPair e = exact_sum(row(a[1]), -row(a[0]));
  const RowPair f = exact_sum(row(b[1]), -row(b[0]));
  const RowPair r = exact_sum(row(b[0]), -row(a[0]));
  const RowPair se = exact_product(all(s), e.hi);
  const RowPair tf = exact_product(all(t), f.hi);
  const RowPair part = exact_sum(r.hi, tf.hi);
  const RowPair whole = exact_sum(part.hi, -se.hi);
  const Row rest = (r.lo + (tf.lo + all(t) * f.lo)) - (se.lo + all(s) * e.lo) + (part.lo + whole.lo);
  const Row x = whole.hi + rest;
  return {x[0], x[1], x[2]};
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
