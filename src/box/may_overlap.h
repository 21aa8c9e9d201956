#pragma once
/// Conservative questions about two oriented boxes, for trees: "apart" is certain, "may meet" may be a near miss.

#include <algorithm>
#include <cmath>

#include "box/axes.h"
#include "box/margin.h"

namespace graze::sat {

/// Composes the numbers that the axes are evaluated on, a row when an axis first needs it: two thirds of all separated pairs are
/// separated by a face normal of a, which saves most of the work.
class BoxPairRows {
 public:
  GRAZE_FORCE_INLINE BoxPairRows(const Obb& a, const Obb& b, const RelativePose& b_in_a, BoxPair<double>& pair)
      : a_(a), b_(b), b_in_a_(b_in_a), pair_(pair) {
    const double* m = b_in_a.rotation.data();
    const double* center = b.center.data();
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      offset_[k] = m[k] * center[0] + m[3 + k] * center[1] + m[6 + k] * center[2] + b_in_a.translation[k] - a.center[k];
      pair.half_a[k] = a.half_extents[k];
      pair.half_b[k] = b.half_extents[k];
    }
  }

  template <int I>
  GRAZE_FORCE_INLINE void fill() const {
    const double* axis = a_.axes[I].data();
    const double* m = b_in_a_.rotation.data();
    double turned[3];
#pragma GCC unroll 3
    for (std::size_t k = 0; k < 3; ++k) turned[k] = axis[0] * m[3 * k] + axis[1] * m[3 * k + 1] + axis[2] * m[3 * k + 2];
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
      const double* other = b_.axes[j].data();
      pair_.rotation[I][j] = turned[0] * other[0] + turned[1] * other[1] + turned[2] * other[2];
    }
    pair_.translation[I] = axis[0] * offset_[0] + axis[1] * offset_[1] + axis[2] * offset_[2];
  }

 private:
  const Obb& a_;
  const Obb& b_;
  const RelativePose& b_in_a_;
  BoxPair<double>& pair_;
  double offset_[3];  ///< of the centres, in the frame of body a
};

/// Is there a gap wider than the margin along this axis?
struct GapVisitor {
  const BoxPair<double>& boxes;
  double margin;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) const {
    return std::abs(axis.along(boxes.translation)) > axis.reach() + margin;
  }
};

/// Does the ball in the second box reach into the first? Then no axis can separate them. Wants the rows of all axes of a.
[[nodiscard]] GRAZE_FORCE_INLINE bool ball_reaches_box(const BoxPair<double>& boxes) {
  double square = 0;
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const double outside = std::max(std::abs(boxes.translation[i]) - boxes.half_a[i], 0.0);
    square += outside * outside;
  }
  const double radius = std::min(std::min(boxes.half_b[0], boxes.half_b[1]), boxes.half_b[2]);
  return square < radius * radius;  // false when both underflow
}

/// The margin along any axis of these two boxes, a length.
[[nodiscard]] GRAZE_FORCE_INLINE double axis_margin(const PairMargin& margin, const BoxPair<double>& boxes) {
  const auto& a = boxes.half_a;
  const auto& b = boxes.half_b;
  return margin.relative * ((a[0] + a[1] + a[2]) + (b[0] + b[1] + b[2])) + margin.absolute;
}

/// False only if the two sets, as shapes.h defines them by their stored numbers, are disjoint; `margin` is margin_of bounds that
/// hold for them. NaN and infinity (overflow) count as meeting. A gap along a face normal is seen when it exceeds the margin, about
/// 2^-43 of the size; one that only nearly parallel edges could see, sqrt(margin * size).
[[nodiscard]] GRAZE_FORCE_INLINE bool may_overlap(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                  const PairMargin& margin) {
  BoxPair<double> boxes;
  const BoxPairRows rows(a, b, b_in_a, boxes);
  GapVisitor visitor{boxes, axis_margin(margin, boxes)};
  double abs_rotation[3][3];
  if (any_face_axis(boxes, abs_rotation, visitor, rows)) return false;
  return ball_reaches_box(boxes) || !any_edge_axis(boxes, abs_rotation, visitor);
}

/// A variant of it for some instruction set. All promise the same; within the margin their answers may differ.
using MayOverlap = bool (*)(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin);

[[nodiscard]] inline PairMargin margin_of(const Obb& a, const Obb& b, const RelativePose& b_in_a) {
  return margin_of(BoxBounds{orthonormality_defect(a.axes), a.center.lpNorm<1>()},
                   BoxBounds{orthonormality_defect(b.axes), b.center.lpNorm<1>()}, b_in_a);
}

[[nodiscard]] inline bool may_overlap(const Obb& a, const Obb& b, const RelativePose& b_in_a) {
  return may_overlap(a, b, b_in_a, margin_of(a, b, b_in_a));
}

[[nodiscard]] inline bool may_overlap(const Obb& a, const Obb& b, const Pose& b_in_a) {
  return may_overlap(a, b, exact_relative_pose(b_in_a));
}

}  // namespace graze::sat
