#pragma once
/// The bodies of fine_segment_offset and fine_posed_offset, compiled once for each instruction set.

#include "quick/fine_rows.h"
#include "quick/segment_lanes.h"

namespace graze::distance::GRAZE_SIMD_TARGET {

/// r + t f - s e with all roundings but those of roundings. [Ogita05]
GRAZE_FORCE_INLINE Vector3<double> fine_segment_offset_lanes(const SegmentEnds& a, double s, const SegmentEnds& b, double t) {
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

/// Adds a place in the world, times the sign.
GRAZE_FORCE_INLINE void add_place(LongSum& sum, const PosedSegment& segment, double place, double sign) {
  LongSum in_body;
  in_body.add(row(segment.ends[0]));
  in_body.add_product(all(place), exact_sum(row(segment.ends[1]), -row(segment.ends[0])));
  const RowPair point = in_body.value();
  const Row rounded = in_body.rounded();
  sum.add(all(sign) * row(segment.pose.translation));
  const double* column = segment.pose.rotation.data();
  for (int k = 0; k < 3; ++k, column += 3) {
    const Row signed_column = all(sign) * Row{column[0], column[1], column[2], 0};
    sum.add_rounded(size_of(signed_column) * all(rounded[k]));
    if (point.hi[k] != 0) sum.add_product(signed_column, {all(point.hi[k]), all(point.lo[k])});
  }
}

GRAZE_FORCE_INLINE PosedOffset fine_posed_offset_lanes(const PosedSegment& a, double s, const PosedSegment& b, double t) {
  LongSum sum;
  add_place(sum, b, t, 1);
  add_place(sum, a, s, -1);
  const Row x = sum.value().hi;
  return {{x[0], x[1], x[2]}, error_of(sum)};
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
