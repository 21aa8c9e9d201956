#pragma once
/// The fifteen axes that can separate two oriented boxes: three face normals each, nine edge products. [Gottschalk96 §5]
/// This is the only table of them. A question is a visitor that sees one axis after another; the scalar is double or a lane type.
/// Nearly parallel edges need no special case: their product is short, so its projections stay below the margin.

#include <cmath>

#include "simd/force_inline.h"

namespace graze::sat {

/// Two boxes in the frame of the first: centre at the origin, axes along x, y and z.
template <class T>
struct BoxPair {
  T rotation[3][3];  ///< column j is axis j of b
  T translation[3];  ///< from a's centre to b's
  T half_a[3];
  T half_b[3];
};

/// Face normal I of a. `along` projects a vector of a's frame on the axis, `reach` is the sum of both boxes' half widths on it.
template <int I, class T>
struct FaceAxisOfA {
  const BoxPair<T>& boxes;
  const T (&abs_rotation)[3][3];

  GRAZE_FORCE_INLINE T along(const T (&v)[3]) const { return v[I]; }
  GRAZE_FORCE_INLINE T reach() const {
    const T* r = abs_rotation[I];
    return boxes.half_a[I] + (boxes.half_b[0] * r[0] + boxes.half_b[1] * r[1] + boxes.half_b[2] * r[2]);
  }
};

/// Face normal J of b.
template <int J, class T>
struct FaceAxisOfB {
  const BoxPair<T>& boxes;
  const T (&abs_rotation)[3][3];

  GRAZE_FORCE_INLINE T along(const T (&v)[3]) const {
    const auto& r = boxes.rotation;
    return v[0] * r[0][J] + v[1] * r[1][J] + v[2] * r[2][J];
  }
  GRAZE_FORCE_INLINE T reach() const {
    const auto& r = abs_rotation;
    return boxes.half_b[J] + (boxes.half_a[0] * r[0][J] + boxes.half_a[1] * r[1][J] + boxes.half_a[2] * r[2][J]);
  }
};

/// Edge I of a times edge J of b; as long as the sine of their angle.
template <int I, int J, class T>
struct EdgeAxis {
  static constexpr int i1 = (I + 1) % 3, i2 = (I + 2) % 3, j1 = (J + 1) % 3, j2 = (J + 2) % 3;
  const BoxPair<T>& boxes;
  const T (&abs_rotation)[3][3];

  GRAZE_FORCE_INLINE T along(const T (&v)[3]) const { return v[i2] * boxes.rotation[i1][J] - v[i1] * boxes.rotation[i2][J]; }
  GRAZE_FORCE_INLINE T reach() const {
    const auto& r = abs_rotation;
    return (boxes.half_a[i1] * r[i2][J] + boxes.half_a[i2] * r[i1][J]) +
           (boxes.half_b[j1] * r[I][j2] + boxes.half_b[j2] * r[I][j1]);
  }
};

/// For pairs whose rows are complete. A lazy type in its stead fills row I of the pair before the first axis that needs it.
struct CompleteRows {
  template <int I>
  GRAZE_FORCE_INLINE void fill() const {}
};

template <int I, class T, class Rows>
GRAZE_FORCE_INLINE void take_row(const BoxPair<T>& boxes, T (&abs_rotation)[3][3], const Rows& rows) {
  using std::abs;
  rows.template fill<I>();
  abs_rotation[I][0] = abs(boxes.rotation[I][0]);
  abs_rotation[I][1] = abs(boxes.rotation[I][1]);
  abs_rotation[I][2] = abs(boxes.rotation[I][2]);
}

/// Visits the six face normals until a visit returns true, and fills |rotation|, a row when it is first needed.
template <class T, class Visit, class Rows = CompleteRows>
GRAZE_FORCE_INLINE bool any_face_axis(const BoxPair<T>& boxes, T (&abs_rotation)[3][3], Visit& visit, const Rows& rows = {}) {
  take_row<0>(boxes, abs_rotation, rows);
  if (visit(FaceAxisOfA<0, T>{boxes, abs_rotation})) return true;
  take_row<1>(boxes, abs_rotation, rows);
  if (visit(FaceAxisOfA<1, T>{boxes, abs_rotation})) return true;
  take_row<2>(boxes, abs_rotation, rows);
  return visit(FaceAxisOfA<2, T>{boxes, abs_rotation}) || visit(FaceAxisOfB<0, T>{boxes, abs_rotation}) ||
         visit(FaceAxisOfB<1, T>{boxes, abs_rotation}) || visit(FaceAxisOfB<2, T>{boxes, abs_rotation});
}

/// Visits the nine edge products until a visit returns true. Wants the |rotation| that any_face_axis has filled.
template <class T, class Visit>
GRAZE_FORCE_INLINE bool any_edge_axis(const BoxPair<T>& boxes, const T (&abs_rotation)[3][3], Visit& visit) {
  return visit(EdgeAxis<0, 0, T>{boxes, abs_rotation}) || visit(EdgeAxis<0, 1, T>{boxes, abs_rotation}) ||
         visit(EdgeAxis<0, 2, T>{boxes, abs_rotation}) || visit(EdgeAxis<1, 0, T>{boxes, abs_rotation}) ||
         visit(EdgeAxis<1, 1, T>{boxes, abs_rotation}) || visit(EdgeAxis<1, 2, T>{boxes, abs_rotation}) ||
         visit(EdgeAxis<2, 0, T>{boxes, abs_rotation}) || visit(EdgeAxis<2, 1, T>{boxes, abs_rotation}) ||
         visit(EdgeAxis<2, 2, T>{boxes, abs_rotation});
}

/// Visits all fifteen until a visit returns true.
template <class T, class Visit, class Rows>
GRAZE_FORCE_INLINE bool any_axis(const BoxPair<T>& boxes, Visit& visit, const Rows& rows) {
  T abs_rotation[3][3];
  return any_face_axis(boxes, abs_rotation, visit, rows) || any_edge_axis(boxes, abs_rotation, visit);
}

}  // namespace graze::sat
