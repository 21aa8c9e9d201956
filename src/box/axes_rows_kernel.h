#pragma once
/// The fifteen axes of axes.h, three at a time, in registers of four doubles. For sources compiled once for each instruction
/// set.

#include "simd/double_lanes.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

/// Lane j of a row belongs to axis j of b; lane 3 to the offset of the centres.
using Row = simd::GRAZE_SIMD_TARGET::DoubleRegister;
using RowBits = simd::GRAZE_SIMD_TARGET::LongRegister;

GRAZE_FORCE_INLINE Row all(double x) { return Row{x, x, x, x}; }

GRAZE_FORCE_INLINE Row abs(Row a) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return reinterpret_cast<Row>(reinterpret_cast<RowBits>(a) & all_but_sign);
}

GRAZE_FORCE_INLINE Row larger(Row a, Row b) { return a > b ? a : b; }

/// Lane j takes the value of the lane after it, or of the one before it, among the three axes.
GRAZE_FORCE_INLINE Row next(Row a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
GRAZE_FORCE_INLINE Row previous(Row a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }

/// Whether any of the first three lanes is set.
GRAZE_FORCE_INLINE bool any_of_three(RowBits lanes) {
#if defined(__AVX2__)
  return (__builtin_ia32_movmskpd256(reinterpret_cast<Row>(lanes)) & 7) != 0;
#else
  return (lanes[0] | lanes[1] | lanes[2]) != 0;
#endif
}

/// The columns of three axes; lane 3 of each says nothing.
struct Columns {
  Row c[3];

  GRAZE_FORCE_INLINE explicit Columns(const Row (&r)[3]) {
    const Row low = __builtin_shufflevector(r[0], r[1], 0, 4, 2, 6), high = __builtin_shufflevector(r[0], r[1], 1, 5, 3, 7);
    c[0] = __builtin_shufflevector(low, r[2], 0, 1, 4, 4);
    c[1] = __builtin_shufflevector(high, r[2], 0, 1, 5, 5);
    c[2] = __builtin_shufflevector(low, r[2], 2, 3, 6, 6);
  }
};

/// Two boxes. Row i: axis i of a times the axes of b, and times the offset from a's centre to b's.
struct RowPair {
  Row r[3];
  Row absolute[3];
  const double* half_a;
  const double* half_b;

  /// `axis_of_a(i)` points to the coordinates of an axis; `in_a[k]` are coordinates k of the axes of b and of the offset.
  template <class Axis>
  GRAZE_FORCE_INLINE RowPair(const Axis& axis_of_a, const Row (&in_a)[3], const double* halves_of_a, const double* halves_of_b)
      : half_a(halves_of_a), half_b(halves_of_b) {
#pragma GCC unroll 3
    for (std::size_t i = 0; i < 3; ++i) {
      const double* axis = axis_of_a(i);
      r[i] = all(axis[0]) * in_a[0] + all(axis[1]) * in_a[1] + all(axis[2]) * in_a[2];
      absolute[i] = abs(r[i]);
    }
  }

  [[nodiscard]] GRAZE_FORCE_INLINE double offset(int i) const { return r[i][3]; }
  [[nodiscard]] GRAZE_FORCE_INLINE Row halves_of_b() const { return Row{half_b[0], half_b[1], half_b[2], 0}; }
};

/// Face normals of a. `along` projects a vector of a's frame on the axes, `reach` is the sum of both boxes' half widths on them.
struct FacesOfA {
  const RowPair& boxes;

  GRAZE_FORCE_INLINE Row along(const double (&v)[3]) const { return Row{v[0], v[1], v[2], 0}; }
  GRAZE_FORCE_INLINE Row reach() const {
    const Columns of_b(boxes.absolute);
    const double *a = boxes.half_a, *b = boxes.half_b;
    return Row{a[0], a[1], a[2], 0} + (all(b[0]) * of_b.c[0] + all(b[1]) * of_b.c[1] + all(b[2]) * of_b.c[2]);
  }
};

/// Face normals of b.
struct FacesOfB {
  const RowPair& boxes;

  GRAZE_FORCE_INLINE Row along(const double (&v)[3]) const {
    return all(v[0]) * boxes.r[0] + all(v[1]) * boxes.r[1] + all(v[2]) * boxes.r[2];
  }
  GRAZE_FORCE_INLINE Row reach() const {
    const double* a = boxes.half_a;
    const Row* absolute = boxes.absolute;
    return boxes.halves_of_b() + (all(a[0]) * absolute[0] + all(a[1]) * absolute[1] + all(a[2]) * absolute[2]);
  }
};

/// Edge I of a times the edges of b.
template <int I>
struct EdgesOfB {
  static constexpr int i1 = (I + 1) % 3, i2 = (I + 2) % 3;
  const RowPair& boxes;

  GRAZE_FORCE_INLINE Row along(const double (&v)[3]) const { return all(v[i2]) * boxes.r[i1] - all(v[i1]) * boxes.r[i2]; }
  GRAZE_FORCE_INLINE Row reach() const {
    const Row half = boxes.halves_of_b(), own = boxes.absolute[I];
    return (all(boxes.half_a[i1]) * boxes.absolute[i2] + all(boxes.half_a[i2]) * boxes.absolute[i1]) +
           (next(half) * previous(own) + previous(half) * next(own));
  }
};

/// Visits the face normals of a, then those of b; whether visit.is_done() said so after either. Lane 3 of what it sees says
/// nothing.
template <class Visit>
GRAZE_FORCE_INLINE bool sees_enough_of_faces(const RowPair& boxes, Visit& visit) {
  visit(FacesOfA{boxes});
  if (visit.is_done()) return true;
  visit(FacesOfB{boxes});
  return visit.is_done();
}

/// Visits the nine products of edges.
template <class Visit>
GRAZE_FORCE_INLINE void see_edges(const RowPair& boxes, Visit& visit) {
  visit(EdgesOfB<0>{boxes});
  visit(EdgesOfB<1>{boxes});
  visit(EdgesOfB<2>{boxes});
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
